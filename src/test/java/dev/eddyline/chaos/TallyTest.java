package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Discrepancy.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TallyTest {

  private final Tally tally = new Tally();

  @Test
  void faultsAreCountedByKind_withTheLongestStandstill() {
    // When
    tally.recovered(FaultKind.KILL, Duration.ofSeconds(9));
    tally.recovered(FaultKind.KILL, Duration.ofSeconds(4));
    tally.recovered(FaultKind.STOP, Duration.ofSeconds(2));

    // Then
    assertThat(tally.faults()).isEqualTo(3);
    assertThat(tally.faults(FaultKind.KILL)).isEqualTo(2);
    assertThat(tally.longest()).isEqualTo(Duration.ofSeconds(9));
    assertThat(tally.holds()).isTrue();
    assertThat(tally.toString())
        .containsPattern("kill -9 +2 +longest standstill +9\\.0 s")
        .containsPattern("graceful stop +1 +longest standstill +2\\.0 s")
        .containsPattern("all +3 +longest standstill +9\\.0 s")
        .contains("lost 0, doubled 0, different 0, among 0 committed records");
  }

  @Test
  void aDiscrepancyOfAnySortFailsTheRun() {
    for (Kind kind : Kind.values()) {
      // Given
      Tally one = new Tally();

      // When
      one.verified(10, 0, List.of(new Discrepancy(kind, "it")));

      // Then
      assertThat(one.holds()).as(kind.name()).isFalse();
      assertThat(one.count(kind)).isEqualTo(1);
    }
  }

  @Test
  void aPartitionThatDoesNotMoveAgainFailsTheRun() {
    // When
    tally.stuck(FaultKind.BROKER, Duration.ofSeconds(90));

    // Then
    assertThat(tally.holds()).isFalse();
    assertThat(tally.toString()).contains("did not move again in time: 1;");
  }

  @Test
  void fencedZombiesStandBesideTheZombies() {
    // When
    tally.recovered(FaultKind.ZOMBIE, Duration.ofSeconds(20));
    tally.fenced();

    // Then
    assertThat(tally.toString()).containsPattern("zombie +1 .* fenced 1");
  }
}
