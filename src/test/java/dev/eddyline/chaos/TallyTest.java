package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.chaos.Verified.OfKind;
import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Discrepancy.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TallyTest {

  private static final ChaosPlan PLAN = new ChaosPlan(7, 9, 3, 3, true);
  private static final Duration SHORT = Duration.ofSeconds(4);

  private final Tally tally = new Tally();

  private Verified verified() {
    return tally.verified(PLAN, 4, 10, 0, List.of());
  }

  @Test
  void faultsAreCountedByKind_withTheLongestStandstillOfAnyPartition() {
    // When
    tally.suffered(FaultKind.KILL, List.of(SHORT, Duration.ofSeconds(9)), true);
    tally.suffered(FaultKind.KILL, List.of(SHORT, SHORT), true);
    tally.suffered(FaultKind.STOP, List.of(SHORT, Duration.ofSeconds(2)), true);

    // Then
    assertThat(verified().kinds())
        .isEqualTo(
            Map.of(FaultKind.KILL, new OfKind(2, 9_000), FaultKind.STOP, new OfKind(1, 4_000)));
    assertThat(verified().holds()).isTrue();
  }

  @Test
  void faultsAreNumberedFromOne() {
    // When
    tally.suffered(FaultKind.KILL, List.of(SHORT), true);
    tally.suffered(FaultKind.STOP, List.of(SHORT), true);

    // Then
    assertThat(verified().first()).isEqualTo(4);
    assertThat(verified().last()).isEqualTo(5);
  }

  @Test
  void anyDiscrepancyFailsTheRun() {
    for (Kind kind : Kind.values()) {
      // When
      Verified run = tally.verified(PLAN, 1, 10, 0, List.of(new Discrepancy(kind, "it")));

      // Then
      assertThat(run.holds()).as(kind.name()).isFalse();
      assertThat(run.lost() + run.doubled() + run.different()).isEqualTo(1);
    }
  }

  @Test
  void eachLatePartitionIsCounted() {
    // Given
    Duration stated = StatedTime.of(FaultKind.BROKER);
    Duration late = stated.plusMillis(1);

    // When
    boolean inTime = tally.suffered(FaultKind.BROKER, List.of(late, stated, late), true);

    // Then
    assertThat(inTime).isFalse();
    assertThat(verified().late()).isEqualTo(2);
    assertThat(verified().holds()).isFalse();
  }

  @Test
  void aPartitionThatNeverRecoversIsLate() {
    // When
    boolean inTime = tally.suffered(FaultKind.BROKER, List.of(SHORT, SHORT), false);

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
    assertThat(verified().holds()).isFalse();
  }
}
