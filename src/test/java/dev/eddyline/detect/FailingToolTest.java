package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.MatchKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When the errors of tools are repeats. */
class FailingToolTest {

  private static final IdenticalFailure.Limits NORMALIZED =
      new IdenticalFailure.Limits(
          true, MatchKind.NORMALIZED, 0, Duration.ofHours(24), 10, false, Masking.shipped());

  private final DetectorRun<FailureHistory, IdenticalFailure.Limits> failures =
      DetectorRun.ofFailures();

  @Test
  void theSameErrorOfTheSameCallIsARepeatAndOfAnotherCallIsNone() {
    var run = failures.under(NORMALIZED);
    run.call(1).errs("bash", "command not found");

    assertThat(run.call(2).errs("bash", "command not found")).isEmpty();
    assertThat(run.call(1).errs("bash", "command not found")).isPresent();
    assertThat(run.call(1).errs("sh", "command not found")).isEmpty();
  }

  @Test
  void aTransportRetryOfACallIsNeverARepeat() {
    var run = failures.under(NORMALIZED);
    run.call(1).errs("bash", "connection reset");

    assertThat(run.retry().errs("bash", "connection reset")).isEmpty();
    assertThat(run.call(1).errs("bash", "connection reset").orElseThrow().getAttempts())
        .isEqualTo(2);
  }

  @Test
  void aToolThatSucceedsIsNoFailure() {
    var run = failures.under(NORMALIZED);
    run.succeeds("bash", "ok");

    assertThat(run.succeeds("bash", "ok")).isEmpty();
  }

  @Test
  void aReportedFailureAndAToolErrorAreDifferentThings() {
    var run = failures.under(NORMALIZED);
    run.fails("command not found");

    assertThat(run.errs("bash", "command not found")).isEmpty();
  }

  @Test
  void toolErrorsAreAttemptsThatTheAgentDidNotReport() {
    var run = DetectorRun.ofFailures().under(NORMALIZED);
    run.errs("bash", "no");

    var loop = run.errs("bash", "no").orElseThrow();

    assertThat(loop.getAttempts()).isEqualTo(2);
    assertThat(loop.getReportedAttempts()).isZero();
  }
}
