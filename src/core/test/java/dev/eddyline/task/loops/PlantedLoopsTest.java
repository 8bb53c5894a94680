package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Generated loops of every kind are found, and generated look-alikes are not reported. */
class PlantedLoopsTest {

  private static final int RUNS = 40;
  private static final double LEAST_FOUND = 0.97;
  private static final double MOST_REPORTED = 0.02;

  /** Another seed for each run of the tests, named where they fail. */
  private static final long SEED =
      Long.getLong("planted.seed", new SplittableRandom().nextLong() >>> 1);

  private static final Map<PlantedRun.Kind, Integer> LOOPS = new EnumMap<>(PlantedRun.Kind.class);
  private static final Map<PlantedRun.Kind, Integer> LOOK_ALIKES =
      new EnumMap<>(PlantedRun.Kind.class);

  @BeforeAll
  static void playRuns() {
    for (PlantedRun.Kind kind : PlantedRun.Kind.values()) {
      LOOPS.put(kind, countReported(kind, true));
      LOOK_ALIKES.put(kind, countReported(kind, false));
    }
  }

  private static int countReported(PlantedRun.Kind kind, boolean planted) {
    SplittableRandom seeds = new SplittableRandom(SEED + kind.ordinal());
    int reported = 0;
    for (int run = 0; run < RUNS; run++) {
      reported += PlantedRun.isReported(kind, planted, seeds.nextLong()) ? 1 : 0;
    }
    return reported;
  }

  @Test
  void plantedLoopsAreFound() {
    assertThat(share(LOOPS)).as(report(LOOPS)).isGreaterThanOrEqualTo(LEAST_FOUND);
  }

  @Test
  void lookAlikesAreNotReported() {
    assertThat(share(LOOK_ALIKES)).as(report(LOOK_ALIKES)).isLessThanOrEqualTo(MOST_REPORTED);
  }

  /** The share of all could hide a kind that is never found. */
  @ParameterizedTest
  @EnumSource(PlantedRun.Kind.class)
  void eachKindIsDistinguished(PlantedRun.Kind kind) {
    assertThat(LOOPS.get(kind)).as(report(LOOPS)).isGreaterThan(RUNS * 4 / 5);
    assertThat(LOOK_ALIKES.get(kind)).as(report(LOOK_ALIKES)).isLessThan(RUNS / 5);
  }

  private static double share(Map<PlantedRun.Kind, Integer> reported) {
    int sum = reported.values().stream().mapToInt(Integer::intValue).sum();
    return (double) sum / (RUNS * reported.size());
  }

  private static String report(Map<PlantedRun.Kind, Integer> reported) {
    return "-Dplanted.seed=%d: %s of %d each".formatted(SEED, reported, RUNS);
  }
}
