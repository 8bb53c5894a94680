package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.Transition;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replies to requested verdicts. */
class RepliesToRequestsTest {

  private final EngineScenario story = EngineScenario.under("default");

  @Test
  void nothingIsPublishedWithoutAReplyRequestAndLoop() {
    assertThat(story.task("T1").enters("build").records()).isEmpty();
    assertThat(story.task("T1").receivesUserMessage("Hello").records()).isEmpty();
  }

  @Test
  void anEventThatRequestsAReplyIsAnsweredEvenWhenItIsNotALoop() {
    LoopVerdict answer = story.task("T1").requestingReply().enters("build").verdict();

    assertThat(answer.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(answer.getAction()).isEqualTo(Action.CONTINUE);
    assertThat(answer.getTrips()).isEmpty();
    assertThat(answer.getLoopCount()).isZero();
    assertThat(answer.getLoopId()).isNull();
    assertThat(answer.getEventId()).isEqualTo("e1");
    assertThat(answer.getReason()).isEqualTo("No loop");
  }

  @Test
  void anEventThatRequestsAReplyAndLoopsIsAnsweredOnceWithTheLoop() {
    story.task("T1").fails("Error A");

    LoopVerdict answer = story.task("T1").requestingReply().fails("Error A").verdict();

    assertThat(answer.getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void anAnswerReportsTheCountSoFar() {
    story.task("T1").fails("Error A");
    story.task("T1").fails("Error A");

    assertThat(story.task("T1").requestingReply().enters("build").verdict().getLoopCount())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("proposals")
  void whatIsProposedIsAnsweredAndNeverRecorded(Object proposal) {
    TaskScript<Outputs> task = story.task("T1").withEventId("p").costing(100, 1.0);

    Outputs first = task.publishesBody(proposal);
    Outputs again = task.publishesBody(proposal);

    assertThat(first.outcome()).isEqualTo(InputOutcome.ANSWERED);
    assertThat(again.outcome()).isEqualTo(InputOutcome.ANSWERED);
    assertThat(again.verdict().getAction()).isEqualTo(Action.CONTINUE);
    assertThat(again.verdict().getTaskCost().getTokens()).isZero();
    assertThat(story.memory().taskState("T1")).isNull();
  }

  static Stream<Object> proposals() {
    return Stream.of(
        new StepStarted("fix", true),
        new Transition("test", "fix", "tests fail", true),
        new TaskAttempted(TaskStatus.IN_PROGRESS, null, null, true));
  }

  @Test
  void whatIsProposedWhileAGateIsOpenWaitsForTheDecision() {
    openGate();

    LoopVerdict answer = story.task("T1").proposes("fix").verdict();

    assertThat(answer.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(answer.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(answer.getTarget()).isEqualTo(Target.USER);
    assertThat(answer.getText()).contains("wait for the decision");
    assertThat(answer.getGateId()).isNotNull();
  }

  @Test
  void anEventThatRequestsAReplyWhileAGateIsOpenGetsTheGate() {
    openGate();

    assertThat(story.task("T1").requestingReply().fails("Error B").verdict().getAction())
        .isEqualTo(Action.ESCALATE);
  }

  @Test
  void afterTheDecisionTheAnswerIsToGoOn() {
    openGate();
    story.task("T1").decides(Decision.APPROVE);

    LoopVerdict answer = story.task("T1").proposes("fix").verdict();

    assertThat(answer.getAction()).isEqualTo(Action.CONTINUE);
    assertThat(answer.getGateId()).isNull();
  }

  @Test
  void anotherTaskIsNotBlockedByTheGate() {
    openGate();

    assertThat(story.task("T2").proposes("fix").verdict().getAction()).isEqualTo(Action.CONTINUE);
  }

  @Test
  void answersToOneEventHaveOneIdSoThatARepeatIsRecognisable() {
    String first = story.task("T1").withEventId("p").proposes("fix").verdict().getVerdictId();

    assertThat(story.task("T1").withEventId("p").proposes("fix").verdict().getVerdictId())
        .isEqualTo(first);
    assertThat(story.task("T1").withEventId("q").proposes("fix").verdict().getVerdictId())
        .isNotEqualTo(first);
    assertThat(story.task("T2").withEventId("p").proposes("fix").verdict().getVerdictId())
        .isNotEqualTo(first);
  }

  private void openGate() {
    for (int i = 0; i < 3; i++) {
      story.task("T1").fails("Error A");
    }
  }
}
