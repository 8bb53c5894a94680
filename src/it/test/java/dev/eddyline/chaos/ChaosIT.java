package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.local.SmallDisk;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The short form of {@code eddyline chaos}: one broker, two processors, three faults. */
@Tag(TestTags.CHAOS)
class ChaosIT {

  /** Its seed selects the faults. */
  private static final ChaosPlan PLAN =
      new ChaosPlan(28, 3, 2, 1, SmallDisk.reasonMountIsImpossible().isEmpty());

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void faultsCauseNoDiscrepancy_andEveryPartitionRecoversInTheEnd() throws Exception {
    // Given
    ByteArrayOutputStream output = new ByteArrayOutputStream();

    // When
    ChaosResult run =
        new Chaos(PLAN, 1, new PrintStream(output, true, StandardCharsets.UTF_8)).run();

    // Then
    String all = output.toString(StandardCharsets.UTF_8);
    assertThat(run.lost() + run.doubled() + run.different() + run.unnamed())
        .as(all + new ChaosSummary(List.of(run)))
        .isZero();
    assertThat(all).doesNotContain("did not recover");
    ChaosResult.FaultStats zombies = run.kinds().get(ChaosFaultType.ZOMBIE);
    assertThat(run.fenced()).isGreaterThanOrEqualTo(zombies == null ? 0 : zombies.faults());
    assertThat(run.last()).isEqualTo(PLAN.faults());
    assertThat(run.records()).isPositive();
  }
}
