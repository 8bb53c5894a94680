package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import org.junit.jupiter.api.Test;

/** A subtask's loops count on its root. */
class SubtasksTest {

  private final EngineScenario story = EngineScenario.under("default");
  private final TaskScript<Outputs> first = story.task("R.1").belowRoot("R");
  private final TaskScript<Outputs> second = story.task("R.2").belowRoot("R");

  @Test
  void subtaskLoopIsSentAsASignalToItsRoot() {
    first.fails("Error A");

    Signal signal = first.fails("Error A").signals().get(0);
    SubtaskLoop loop = (SubtaskLoop) signal.getBody();

    assertThat(loop.getTaskId()).isEqualTo("R.1");
    assertThat(loop.getRootTaskId()).isEqualTo("R");
    assertThat(loop.getEventId()).isEqualTo("e2");
    assertThat(loop.getSource().getOffset()).isEqualTo(1);
    assertThat(loop.getLoops()).hasSize(1);
    assertThat(loop.getLoops().get(0).getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void itsRootPublishesTheVerdictAboutTheSubtask() {
    first.fails("Error A");

    LoopVerdict verdict = first.fails("Error A").verdict();

    assertThat(verdict.getTaskId()).isEqualTo("R.1");
    assertThat(verdict.getRootTaskId()).isEqualTo("R");
    assertThat(verdict.getLoopCount()).isEqualTo(1);
    assertThat(verdict.getAttempts()).isEqualTo(2);
    assertThat(verdict.getSource().getOffset()).isEqualTo(1);
  }

  @Test
  void loopsOfSubtasksAndRootShareOneCounter() {
    first.fails("Error A");
    second.fails("Error B");
    story.task("R").fails("Error A");

    assertThat(first.fails("Error A").verdict().getLoopCount()).isEqualTo(1);
    assertThat(second.fails("Error B").verdict().getLoopCount()).isEqualTo(2);
    GateTrigger gate = story.task("R").fails("Error A").gate();
    assertThat(gate.getLoopCount()).isEqualTo(3);
    assertThat(gate.getTaskId()).isEqualTo("R");
  }

  @Test
  void subtaskLoopOpensTheGateOfItsRoot() {
    first.fails("Error A");
    first.fails("Error A");

    GateTrigger gate = first.fails("Error A").gate();

    assertThat(gate.getState()).isEqualTo(GateState.OPENED);
    assertThat(gate.getTaskId()).isEqualTo("R.1");
    assertThat(gate.getRootTaskId()).isEqualTo("R");
    assertThat(story.task("R").proposes("next").verdict().getAction()).isEqualTo(Action.ESCALATE);
  }

  @Test
  void equalFailuresOfASubtaskAndItsRootAreNotALoop() {
    first.fails("Error A");

    assertThat(story.task("R").fails("Error A").recordsWithoutSignals()).isEmpty();
  }

  @Test
  void subtaskCompletionResetsOnlyItsOwnHistories() {
    first.fails("Error A");
    first.fails("Error A");
    second.fails("Error B");

    assertThat(first.completes().resets()).isEmpty();
    assertThat(first.fails("Error A").recordsWithoutSignals()).isEmpty();
    assertThat(second.fails("Error B").verdict()).isNotNull();
  }

  @Test
  void rootCompletionResetsTheSharedLoopCounter() {
    first.fails("Error A");
    first.fails("Error A");

    assertThat(story.task("R").completes().reset().getPreviousCount()).isEqualTo(1);
    second.fails("Error B");
    assertThat(second.fails("Error B").verdict().getLoopCount()).isEqualTo(1);
  }

  @Test
  void aDecisionThatNamesASubtaskIsTheRootsDecision() {
    first.fails("Error A");
    first.fails("Error A");
    String gateId = first.fails("Error A").gate().getGateId();

    Outputs decided = first.decides(Decision.APPROVE, gateId, "");

    assertThat(decided.gate().getState()).isEqualTo(GateState.CLOSED);
    assertThat(decided.reset().getRootTaskId()).isEqualTo("R");
    assertThat(decided.reset().getPreviousCount()).isEqualTo(2);
  }

  @Test
  void aSubtaskNeedsToNameItsRootOnlyOnce() {
    first.fails("Error A");

    assertThat(story.task("R.1").fails("Error A").verdict().getRootTaskId()).isEqualTo("R");
  }

  @Test
  void aTaskThatNamesItselfAsItsRootIsARoot() {
    TaskScript<Outputs> own = story.task("T1").belowRoot("T1");
    own.fails("Error A");

    Outputs again = own.fails("Error A");

    assertThat(again.signals()).isEmpty();
    assertThat(again.verdict().getLoopCount()).isEqualTo(1);
  }

  @Test
  void aSubtaskIsAnsweredWhenItRequestsAReply() {
    assertThat(first.requestingReply().fails("Error A").verdict().getLoopType())
        .isEqualTo(LoopType.OK);

    Outputs again = first.requestingReply().fails("Error A");

    assertThat(again.verdict().getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void anUncountedLoopIsReportedOnRequestOnly() {
    EngineScenario templates =
        EngineScenario.underYaml("identical_failure: {enabled: true, match: template}");
    TaskScript<Outputs> subtask = templates.task("R.1").belowRoot("R");
    subtask.fails("Unknown tool: Jira");

    assertThat(subtask.fails("Unknown tool: Zoom").recordsWithoutSignals()).isEmpty();
    LoopVerdict requestedReply = subtask.requestingReply().fails("Unknown tool: Slack").verdict();

    assertThat(requestedReply.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(requestedReply.getTrips()).containsExactly(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void theVerdictContainsTheCostOfTheSubtask() {
    first.costing(10, 0.1).fails("Error A");
    story.task("R").costing(1_000, 10.0).starts("Build it");

    LoopVerdict verdict = first.costing(10, 0.1).fails("Error A").verdict();

    assertThat(verdict.getTaskCost().getTokens()).isEqualTo(20);
    assertThat(verdict.getLoopCost().getTokens()).isEqualTo(20);
  }
}
