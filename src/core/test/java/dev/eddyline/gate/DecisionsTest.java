package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a person's decision does. */
class DecisionsTest {

  private final EngineScenario story = EngineScenario.under("default");

  @ParameterizedTest
  @EnumSource(
      value = Decision.class,
      names = {"APPROVE", "APPROVE_OTHER_AGENT", "FALSE_POSITIVE"})
  void aDecisionClosesTheGateAndResetsTheCounter(Decision decision) {
    GateTrigger opened = failures(3).gate();

    Outputs decided =
        story.task("T1").decides(decision, opened.getGateId(), "Use the v2 API, password=hunter2");

    assertThat(decided.records()).startsWith(decided.gate(), decided.reset());
    assertThat(decided.gate().getState()).isEqualTo(GateState.CLOSED);
    assertThat(decided.gate().getGateId()).isEqualTo(opened.getGateId());
    assertThat(decided.gate().getOpenedAt()).isEqualTo(opened.getOpenedAt());
    assertThat(decided.gate().getDecision()).isEqualTo(decision);
    assertThat(decided.gate().getDecidedBy()).isEqualTo("ann");
    assertThat(decided.gate().getGuidance()).contains("v2 API").doesNotContain("hunter2");
    assertThat(decided.gate().getAction()).isEqualTo(Action.CONTINUE);
    assertThat(decided.reset().getReason()).isEqualTo("Human intervention");
    assertThat(decided.reset().getPreviousCount()).isEqualTo(2);
    assertThat(failures(1).records()).isEmpty();
  }

  @Test
  void aDecisionNeedsNoGate() {
    failures(2);

    Outputs decided = story.task("T1").decides(Decision.APPROVE);

    assertThat(decided.gates()).isEmpty();
    assertThat(decided.reset().getPreviousCount()).isEqualTo(1);
    assertThat(failures(1).records()).isEmpty();
  }

  @Test
  void decisionAboutUnknownGateIsRejectedAndLeavesOpenGateUnchanged() {
    String open = failures(3).gate().getGateId();

    assertThatThrownBy(() -> story.task("T1").decides(Decision.APPROVE, "stale", ""))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("gateId")
        .hasMessageContaining(open)
        .hasMessageNotContaining("stale");
    assertThat(failures(1).gate().getState()).isEqualTo(GateState.UPDATED);
  }

  @Test
  void aDecisionAboutAGateIsRejectedWhereNoneIsOpen() {
    assertThatThrownBy(() -> story.task("T1").decides(Decision.APPROVE, "any", ""))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("none is open");
  }

  @Test
  void aGateIsDecidedOnce() {
    String gateId = failures(3).gate().getGateId();
    story.task("T1").decides(Decision.APPROVE, gateId, "");

    assertThatThrownBy(() -> story.task("T1").decides(Decision.REJECT, gateId, ""))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("was decided already; none is open");
    assertThat(story.task("T1").proposes("fix").verdict().getAction()).isEqualTo(Action.CONTINUE);
  }

  @Test
  void aDecisionAboutAGateThatWasDecidedNamesTheOneThatIsOpenNow() {
    String first = failures(3).gate().getGateId();
    story.task("T1").decides(Decision.APPROVE, first, "");
    String second = failures(3).gate().getGateId();

    assertThatThrownBy(() -> story.task("T1").decides(Decision.APPROVE, first, ""))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("was decided already; the open one is " + second);
  }

  @Test
  void aDecisionAboutTheGateOfAnotherTaskIsRejectedAndLeavesBothAsTheyAre() {
    String other = failures(3).gate().getGateId();
    story.task("T2").fails("Error A");
    story.task("T2").fails("Error A");
    String own = story.task("T2").fails("Error A").gate().getGateId();

    assertThatThrownBy(() -> story.task("T2").decides(Decision.APPROVE, other, ""))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is not open for this root task; the open one is " + own)
        .hasMessageNotContaining(other);
    assertThat(story.task("T1").proposes("fix").verdict().getGateId()).isEqualTo(other);
    assertThat(story.task("T2").proposes("fix").verdict().getGateId()).isEqualTo(own);
  }

  @Test
  void aDecisionAboutAGateThatTheTasksSuccessClosedIsRejected() {
    String gateId = failures(3).gate().getGateId();
    story.task("T1").completes();

    assertThatThrownBy(() -> story.task("T1").decides(Decision.APPROVE, gateId, ""))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is not open for this root task; none is open");
  }

  @Test
  void aDecisionAboutTheRootsGateThatIsSentForASubtaskIsRejected() {
    String gateId = failures(3).gate().getGateId();

    assertThatThrownBy(() -> story.task("T1.1").decides(Decision.APPROVE, gateId, ""))
        .isInstanceOf(BadInputException.class);
    assertThat(story.task("T1.1").belowRoot("T1").decides(Decision.APPROVE, gateId, "").gate())
        .extracting(GateTrigger::getState)
        .isEqualTo(GateState.CLOSED);
  }

  @Test
  void aDecisionForATaskThatIsBelowAnotherRootIsRejectedWhereItDoesNotNameThatRoot() {
    story.task("T1.1").belowRoot("T1").fails("Error A");

    assertThatThrownBy(() -> story.task("T1.1").decides(Decision.APPROVE))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("rootTaskId: the task is below another root");
  }

  @Test
  void theSameLoopRecurringOpensANewGateThatNamesTheOldOne() {
    GateTrigger first = failures(3).gate();
    story.task("T1").decides(Decision.APPROVE);

    GateTrigger second = failures(3).gate();

    assertThat(second.getState()).isEqualTo(GateState.OPENED);
    assertThat(second.getGateId()).isNotEqualTo(first.getGateId());
    assertThat(second.getRecurrenceOf()).isEqualTo(first.getGateId());
    assertThat(second.getLoopId()).isEqualTo(first.getLoopId());
    assertThat(second.getLoopCount()).isEqualTo(2);
  }

  @Test
  void anotherLoopIsNotARecurrence() {
    failures(3);
    story.task("T1").decides(Decision.APPROVE);
    story.task("T1").fails("Error B");
    story.task("T1").fails("Error B");

    assertThat(story.task("T1").fails("Error B").gate().getRecurrenceOf()).isNull();
  }

  @Test
  void aRejectionEndsTheTask() {
    failures(3);

    Outputs rejected = story.task("T1").decides(Decision.REJECT);
    LoopVerdict proposalReply = story.task("T1").proposes("fix").verdict();
    Outputs goesOn = failures(1);

    assertThat(rejected.gate().getState()).isEqualTo(GateState.CLOSED);
    assertThat(rejected.gate().getAction()).isEqualTo(Action.ABORT);
    assertThat(rejected.gate().getDecision()).isEqualTo(Decision.REJECT);
    assertThat(rejected.resets()).isEmpty();
    assertThat(proposalReply.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(proposalReply.getAction()).isEqualTo(Action.ABORT);
    assertThat(goesOn.verdict().getAction()).isEqualTo(Action.ABORT);
    assertThat(goesOn.gates()).isEmpty();
  }

  @Test
  void aRejectionNeedsNoGate() {
    story.task("T1").decides(Decision.REJECT);

    assertThat(story.task("T1").proposes("fix").verdict().getAction()).isEqualTo(Action.ABORT);
  }

  @Test
  void aLaterApprovalRevokesARejection() {
    story.task("T1").decides(Decision.REJECT);
    story.task("T1").decides(Decision.APPROVE);

    assertThat(story.task("T1").proposes("fix").verdict().getAction()).isEqualTo(Action.CONTINUE);
  }

  @Test
  void aDecisionTouchesOnlyItsTask() {
    failures(2);
    story.task("T2").fails("Error A");
    story.task("T2").decides(Decision.APPROVE);

    assertThat(failures(1).gate().getState()).isEqualTo(GateState.OPENED);
  }

  private Outputs failures(int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      last = story.task("T1").fails("Error A");
    }
    return last;
  }
}
