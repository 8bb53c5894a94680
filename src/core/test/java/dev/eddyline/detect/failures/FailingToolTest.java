package dev.eddyline.detect.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.DetectorHarness;
import dev.eddyline.schema.FailureHistory;
import org.junit.jupiter.api.Test;

/** When the errors of tools are repeats. */
class FailingToolTest {

  private static final IdenticalFailure.Limits NORMALIZED = FailureLimits.normalized(true);

  private final DetectorHarness<FailureHistory, IdenticalFailure.Limits> failures =
      DetectorHarness.ofFailures();

  @Test
  void theSameErrorOfTheSameCallIsARepeatAndOfAnotherCallIsNone() {
    var run = failures.withLimits(NORMALIZED);
    run.answeredCallHash(1).returnsError("bash", "command not found");

    assertThat(run.answeredCallHash(2).returnsError("bash", "command not found")).isEmpty();
    assertThat(run.answeredCallHash(1).returnsError("bash", "command not found")).isPresent();
    assertThat(run.answeredCallHash(1).returnsError("sh", "command not found")).isEmpty();
  }

  @Test
  void aToolThatSucceedsIsNoFailure() {
    var run = failures.withLimits(NORMALIZED);
    run.returnsSuccessfulResult("bash", "ok");

    assertThat(run.returnsSuccessfulResult("bash", "ok")).isEmpty();
  }

  @Test
  void aReportedFailureAndAToolErrorAreDifferentThings() {
    var run = failures.withLimits(NORMALIZED);
    run.fails("command not found");

    assertThat(run.returnsError("bash", "command not found")).isEmpty();
  }

  @Test
  void toolErrorsAreAttemptsThatTheAgentDidNotReport() {
    var run = DetectorHarness.ofFailures().withLimits(NORMALIZED);
    run.returnsError("bash", "no");

    var loop = run.returnsError("bash", "no").orElseThrow();

    assertThat(loop.getAttempts()).isEqualTo(2);
    assertThat(loop.getReportedAttempts()).isZero();
  }
}
