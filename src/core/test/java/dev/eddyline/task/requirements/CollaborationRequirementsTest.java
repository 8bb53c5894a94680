package dev.eddyline.task.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import org.junit.jupiter.api.Test;

/** Required examples of collaborations under the preset failures; each name has its section. */
class CollaborationRequirementsTest {

  private final EngineScenario story = EngineScenario.under("failures");

  @Test
  void testing_collaborationLoopDetection() {
    assertThat(asks("Can you review this authentication code?").records()).isEmpty();

    LoopVerdict second = asks("Can you review this auth code again?").verdict();

    assertThat(second.getLoopType()).isEqualTo(LoopType.COLLABORATION_LOOP);
    assertThat(second.getLoopCount()).isEqualTo(1);
    assertThat(second.getReason()).isEqualTo("Repeated collaboration request");
    assertThat(second.getMeasured()).isGreaterThan(0.85);
    assertThat(second.getLimit()).isEqualTo(0.85);
    assertThat(second.getMatchKind()).isNull();
    assertThat(second.getAgents()).containsExactly("backend_dev", "security_expert");
    assertThat(second.getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(second.getText())
        .isEqualTo(
            "Repeated collaboration request (attempt 2): \"Can you review this auth code again?\"."
                + " Do not ask the same again: use the answer, or change the approach.");
  }

  @Test
  void anotherRequestAboutTheSameCodeIsNotALoop() {
    asks("Can you review this authentication code?");

    assertThat(asks("Can you write unit tests for this authentication code?").records()).isEmpty();
  }

  @Test
  void theThirdRepeatOfASimilarRequestIsLoop3AndOpensTheGate() {
    asks("Can you review this authentication code?");
    answers();
    assertThat(asks("Can you review this auth code again?").verdict().getLoopCount()).isEqualTo(1);
    answers();
    assertThat(asks("Please review this authentication code").verdict().getLoopCount())
        .isEqualTo(2);
    answers();

    Outputs fourth = asks("Could you review the auth code once more?");

    assertThat(fourth.verdict().getLoopCount()).isEqualTo(3);
    assertThat(fourth.verdict().getAttempts()).isEqualTo(4);
    assertThat(fourth.verdict().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(fourth.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(fourth.gate().getReason()).isEqualTo("Loop detected after 3 attempts");
  }

  @Test
  void whereAnswersArePublishedOnlyAnAnsweredRequestIsRepeated() {
    asks("Can you review this authentication code?");
    answers();
    asks("Can you review this authentication code?");

    assertThat(asks("Can you review this authentication code?").records()).isEmpty();
  }

  @Test
  void progressBetweenTwoRequestsIsNotALoop() {
    asks("Can you review this authentication code?");
    story.task("task1").publishesBody(new ProgressReported(10, 4, 60.0, null, null, null, null));
    asks("Can you review this authentication code?");
    story.task("task1").publishesBody(new ProgressReported(10, 2, 75.0, null, null, null, null));

    LoopVerdict third =
        story
            .task("task1")
            .byAgent("backend_dev")
            .requestingReply()
            .publishesBody(
                new CollaborationRequested(
                    "security_expert", "Can you review this authentication code?"))
            .verdict();

    assertThat(third.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(third.getReason()).isEqualTo("Test metrics show improvement");
    assertThat(asks("Can you review this authentication code?").verdict().getAttempts())
        .isEqualTo(2);
  }

  @Test
  void aResetForgetsTheCollaborations() {
    asks("Can you review this authentication code?");
    story.task("task1").decides(Decision.APPROVE);

    assertThat(asks("Can you review this authentication code?").verdicts()).isEmpty();
  }

  private Outputs asks(String request) {
    return story
        .task("task1")
        .byAgent("backend_dev")
        .publishesBody(new CollaborationRequested("security_expert", request));
  }

  private void answers() {
    story
        .task("task1")
        .byAgent("security_expert")
        .publishesBody(new CollaborationAnswered("backend_dev", "Use a constant-time comparison"));
  }
}
