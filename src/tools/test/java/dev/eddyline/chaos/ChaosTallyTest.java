package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.chaos.ChaosResult.FaultStats;
import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Discrepancy.DiscrepancyKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChaosTallyTest {

  private static final ChaosPlan PLAN = new ChaosPlan(7, 9, 3, 3, true);
  private static final Duration SHORT = Duration.ofSeconds(4);

  private final ChaosTally tally = new ChaosTally();

  private ChaosResult verified() {
    return tally.toResult(PLAN, 4, 10, 0, List.of());
  }

  @Test
  void countsFaultsByTypeWithLongestStall() {
    // When
    tally.recordFaultAndCheckTimeLimit(
        ChaosFaultType.KILL, List.of(SHORT, Duration.ofSeconds(9)), true);
    tally.recordFaultAndCheckTimeLimit(ChaosFaultType.KILL, List.of(SHORT, SHORT), true);
    tally.recordFaultAndCheckTimeLimit(
        ChaosFaultType.STOP, List.of(SHORT, Duration.ofSeconds(2)), true);

    // Then
    assertThat(verified().kinds())
        .isEqualTo(
            Map.of(
                ChaosFaultType.KILL,
                new FaultStats(2, 9_000),
                ChaosFaultType.STOP,
                new FaultStats(1, 4_000)));
    assertThat(verified().hasPassed()).isTrue();
  }

  @Test
  void faultsAreNumberedFromOne() {
    // When
    tally.recordFaultAndCheckTimeLimit(ChaosFaultType.KILL, List.of(SHORT), true);
    tally.recordFaultAndCheckTimeLimit(ChaosFaultType.STOP, List.of(SHORT), true);

    // Then
    assertThat(verified().first()).isEqualTo(4);
    assertThat(verified().last()).isEqualTo(5);
  }

  @Test
  void anyDiscrepancyFailsTheRun() {
    for (DiscrepancyKind kind : DiscrepancyKind.values()) {
      // When
      ChaosResult run = tally.toResult(PLAN, 1, 10, 0, List.of(new Discrepancy(kind, "it")));

      // Then
      assertThat(run.hasPassed()).as(kind.name()).isFalse();
      assertThat(run.lost() + run.doubled() + run.different()).isEqualTo(1);
    }
  }

  @Test
  void eachLatePartitionIsCounted() {
    // Given
    Duration stated = RecoveryTimeLimit.forFaultType(ChaosFaultType.BROKER);
    Duration late = stated.plusMillis(1);

    // When
    boolean inTime =
        tally.recordFaultAndCheckTimeLimit(
            ChaosFaultType.BROKER, List.of(late, stated, late), true);

    // Then
    assertThat(inTime).isFalse();
    assertThat(verified().late()).isEqualTo(2);
    assertThat(verified().hasPassed()).isFalse();
  }

  @Test
  void partitionThatNeverRecoversCountsAsLate() {
    // When
    boolean inTime =
        tally.recordFaultAndCheckTimeLimit(ChaosFaultType.BROKER, List.of(SHORT, SHORT), false);

    // Then
    assertThat(inTime).isFalse();
    assertThat(verified().late()).isEqualTo(1);
  }

  @Test
  void anUnreportedFullDiskFailsTheRun() {
    // When
    tally.unnamed();

    // Then
    assertThat(verified().unnamed()).isEqualTo(1);
    assertThat(verified().hasPassed()).isFalse();
  }
}
