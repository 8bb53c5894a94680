package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import org.junit.jupiter.api.Test;

/** Progress between two equal failures forgives the second (specification, section 2). */
class ProgressResetsFailuresTest {

  private static final String ERROR = "TypeError: x is undefined";

  private EngineScenario story = EngineScenario.under("failures");

  @Test
  void aNewMaximumOfCoverageResetsTheAttempts() {
    covers(60);
    story.task("T1").fails(ERROR);
    covers(75);

    LoopVerdict forgiven = story.task("T1").requestingReply().fails(ERROR).verdict();

    assertThat(forgiven.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(forgiven.getReason()).isEqualTo("Test metrics show improvement");
    LoopVerdict again = story.task("T1").fails(ERROR).verdict();
    assertThat(again.getLoopCount()).isEqualTo(1);
    assertThat(again.getAttempts()).isEqualTo(2);
  }

  @Test
  void aRepetitionAfterProgressIsNotPublishedWithoutARequest() {
    covers(60);
    story.task("T1").fails(ERROR);
    covers(75);

    assertThat(story.task("T1").fails(ERROR).records()).isEmpty();
  }

  @Test
  void attemptsBeforeTheProgressNoLongerCountTowardsTheGate() {
    covers(60);
    story.task("T1").fails(ERROR);
    story.task("T1").fails(ERROR);
    covers(75);
    story.task("T1").fails(ERROR);

    assertThat(story.task("T1").fails(ERROR).gates()).isEmpty();
    assertThat(story.task("T1").fails(ERROR).gates()).hasSize(1);
  }

  @Test
  void equalOrLowerCoverageDoesNotResetTheFailureHistory() {
    covers(60);
    story.task("T1").fails(ERROR);
    covers(60);
    covers(55);

    assertThat(story.task("T1").fails(ERROR).verdict().getLoopCount()).isEqualTo(1);
  }

  @Test
  void aNewMinimumOfFailingTestsIsProgress() {
    story.task("T1").fails("8 tests failing");
    story.task("T1").fails(ERROR);
    story.task("T1").fails("5 tests failing");

    assertThat(story.task("T1").requestingReply().fails(ERROR).verdict().getReason())
        .isEqualTo("Test metrics show improvement");
  }

  @Test
  void withoutTestsAddedWorkIsProgress() {
    story.task("T1").fails(ERROR);
    story.task("T1").publishesBody(new ProgressReported(null, null, null, 1, null, null, null));

    assertThat(story.task("T1").requestingReply().fails(ERROR).verdict().getReason())
        .isEqualTo("Task completion indicators present");
  }

  @Test
  void progressBeforeBothFailuresDoesNotPreventTheLoop() {
    covers(60);
    covers(75);
    story.task("T1").fails(ERROR);

    assertThat(story.task("T1").fails(ERROR).verdict().getLoopCount()).isEqualTo(1);
  }

  @Test
  void anotherFailureIsResetByItsOwnProgressOnly() {
    covers(60);
    story.task("T1").fails("Error A");
    covers(75);
    story.task("T1").fails("Error B");

    assertThat(story.task("T1").fails("Error B").verdicts()).hasSize(1);
    assertThat(story.task("T1").fails("Error A").records()).isEmpty();
    assertThat(story.task("T1").fails("Error A").verdicts()).hasSize(1);
  }

  @Test
  void underDefaultAnActionWithANewResultResetsAToolError() {
    story = EngineScenario.under("default");
    errs("c1");
    reads("c2", "contents of a");
    errs("c3");

    LoopVerdict second = errs("c4").verdict();

    assertThat(second.getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(second.getAttempts()).isEqualTo(2);
  }

  @Test
  void underDefaultANewResultDoesNotResetAReportedFailure() {
    story = EngineScenario.under("default");
    story.task("T1").fails(ERROR);
    reads("c1", "contents of a");

    assertThat(story.task("T1").fails(ERROR).verdicts()).hasSize(1);
  }

  @Test
  void newResultDoesNotResetTheFailureHistory_underTheFailuresPreset() {
    errs("c1");
    reads("c2", "contents of a");

    assertThat(errs("c3").verdict().getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
  }

  private void covers(double percent) {
    story
        .task("T1")
        .publishesBody(new ProgressReported(null, null, percent, null, null, null, null));
  }

  private Outputs errs(String callId) {
    story.task("T1").calls(callId, "bash", "make");
    return story.task("T1").returnsError(callId, "bash", "make: *** no rule");
  }

  private void reads(String callId, String result) {
    story.task("T1").calls(callId, "read", "{\"path\": \"" + callId + "\"}");
    story.task("T1").returns(callId, "read", result);
  }
}
