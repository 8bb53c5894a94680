package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChaosSummaryTest {

  private static ChaosResult run(long seed, ChaosFaultType kind, int seconds, boolean goesOn) {
    ChaosTally tally = new ChaosTally();
    tally.recordFaultAndCheckTimeLimit(kind, List.of(Duration.ofSeconds(seconds)), goesOn);
    tally.fenced();
    return tally.toResult(new ChaosPlan(seed, 1, 3, 3, true), 1, 1_000, 2, List.of());
  }

  @Test
  void runsOfSeveralSeedsAreSummed() {
    // When
    String printedSummary =
        new ChaosSummary(
                List.of(
                    run(1, ChaosFaultType.ZOMBIE, 9, true),
                    run(2, ChaosFaultType.ZOMBIE, 14, true),
                    run(2, ChaosFaultType.STOP, 3, true)))
            .toString();

    // Then
    assertThat(printedSummary)
        .containsPattern("zombie +2 +longest stall +14\\.0 s of +80 s +fenced 3")
        .containsPattern("graceful stop +1 +longest stall +3\\.0 s of +65 s")
        .containsPattern("all +3 +seeds 1, 2\\R")
        .contains(
            "limit: session 10 s + transaction 10 s + start and restore 45 s + the fault's outage")
        .contains("lost 0, duplicated 0, different 0, of 3000 committed records")
        .contains("partitions over the limit: 0; full disks that were not reported: 0;")
        .contains("unexpected exits of processors: 6");
  }

  @Test
  void oneFailedRunFailsTheSummary() {
    // Given
    ChaosResult good = run(1, ChaosFaultType.KILL, 9, true);
    ChaosResult bad = run(2, ChaosFaultType.KILL, 9, false);

    // When / Then
    assertThat(new ChaosSummary(List.of(good)).hasPassed()).isTrue();
    assertThat(new ChaosSummary(List.of(good, bad)).hasPassed()).isFalse();
  }

  @Test
  void summaryWithoutRunsIsRejected() {
    // When / Then
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChaosSummary(List.of()))
        .withMessage("there is no run to sum up");
  }
}
