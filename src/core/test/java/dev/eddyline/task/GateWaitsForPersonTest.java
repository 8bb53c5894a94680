package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent cannot end its task while a person must decide; an orchestrator can. */
class GateWaitsForPersonTest {

  /** A policy under which a person's message resets the counter. */
  private final EngineScenario story =
      EngineScenario.underYaml("identical_failure: {}", "gate: {resetOnUserMessage: true}");

  private final TaskScript<Outputs> agent = story.task("T1").withIngestToken("build-agents");

  private GateTrigger openGate() {
    GateTrigger gate = null;
    while (gate == null) {
      gate = agent.fails("the mould is stuck").gates().stream().findFirst().orElse(null);
    }
    assertThat(gate.getState()).isEqualTo(GateState.OPENED);
    return gate;
  }

  private Action actionOf(TaskScript<Outputs> task) {
    return task.requestingReply().proposes("next").verdict().getAction();
  }

  private static List<DecisionReceipt> receipts(Outputs outputs) {
    return outputs.all(DecisionReceipt.class);
  }

  private static void assertReceipt(DecisionReceipt receipt, String attempt, String gateId) {
    assertThat(receipt)
        .extracting(
            DecisionReceipt::getOutcome,
            DecisionReceipt::getAttempt,
            DecisionReceipt::getRootTaskId,
            DecisionReceipt::getOrigin,
            DecisionReceipt::getGateId)
        .containsExactly(DecisionOutcome.REFUSED, attempt, "T1", "token build-agents", gateId);
  }

  private static List<LoopReset> resets(Outputs outputs) {
    return outputs.all(LoopReset.class);
  }

  @Test
  void successOfAnAgentWaitsAndLeavesAReceiptWithItsToken() {
    // Given
    GateTrigger gate = openGate();

    // When
    Outputs completed = agent.completes();

    // Then
    assertThat(completed.gates()).isEmpty();
    assertThat(resets(completed)).isEmpty();
    assertThat(receipts(completed))
        .singleElement()
        .satisfies(
            receipt -> {
              assertReceipt(receipt, "task_completed", gate.getGateId());
              assertThat(receipt.getReason()).contains("orchestrate");
            });
    assertThat(actionOf(agent)).isEqualTo(Action.ESCALATE);
  }

  @Test
  void messageThroughAnAgentWaitsToo() {
    // Given
    openGate();

    // When
    Outputs said = agent.receivesUserMessage("go on");

    // Then
    assertThat(resets(said)).isEmpty();
    assertThat(receipts(said).get(0).getAttempt()).isEqualTo("user_message");
  }

  @Test
  void theSameFromASenderThatOrchestratesEndsTheTask() {
    // Given
    openGate();

    // When
    Outputs completed = agent.withIngestToken(null).completes();

    // Then
    assertThat(completed.gate().getState()).isEqualTo(GateState.CLOSED);
    assertThat(resets(completed)).hasSize(1);
    assertThat(receipts(completed)).isEmpty();
  }

  @Test
  void withoutAnOpenGateAnAgentEndsItsTask() {
    // Given
    agent.fails("the mould is stuck");
    agent.fails("the mould is stuck");

    // When
    Outputs completed = agent.completes();

    // Then
    assertThat(resets(completed)).hasSize(1);
    assertThat(receipts(completed)).isEmpty();
  }

  @Test
  void afterTheDecisionTheAgentEndsItsTask() {
    // Given
    GateTrigger gate = openGate();
    agent.completes();
    story.task("T1").decides(Decision.APPROVE, gate.getGateId(), "oil it");

    // When
    Outputs completed = agent.completes();

    // Then
    assertThat(resets(completed)).hasSize(1);
    assertThat(receipts(completed)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAgentCannotMoveABlockedTaskBelowAnotherRoot(boolean isRejected) {
    // Given
    GateTrigger gate = openGate();
    if (isRejected) {
      story.task("T1").decides(Decision.REJECT, gate.getGateId(), "");
    }

    // When
    Action moved = actionOf(agent.belowRoot("free"));
    Outputs entered = agent.belowRoot("free").enters("elsewhere");

    // Then
    assertThat(receipts(entered)).hasSize(isRejected ? 0 : 1);
    assertThat(receipts(entered))
        .allSatisfy(it -> assertReceipt(it, "other_root", gate.getGateId()));
    Action blocked = isRejected ? Action.ABORT : Action.ESCALATE;
    assertThat(moved).isEqualTo(blocked);
    assertThat(actionOf(agent.belowRoot("free"))).isEqualTo(blocked);
    assertThat(actionOf(agent)).isEqualTo(blocked);
  }

  @Test
  void aTaskThatWasMovedBeforeItsGateOpenedIsBlockedAndCanBeDecided() {
    // Given
    TaskScript<Outputs> subtask = story.task("S1").withIngestToken("").belowRoot("T1");
    agent.belowRoot("elsewhere").enters("first");
    GateTrigger gate = null;
    while (gate == null) {
      gate = subtask.fails("the mould is stuck").gates().stream().findFirst().orElse(null);
    }

    // When
    Action moved = actionOf(agent.belowRoot("elsewhere"));
    Outputs decided = story.task("T1").decides(Decision.APPROVE, gate.getGateId(), "oil it");

    // Then
    assertThat(moved).isEqualTo(Action.ESCALATE);
    assertThat(decided.gate().getState()).isEqualTo(GateState.CLOSED);
  }

  @Test
  void withoutABlockAnAgentMovesItsTask() {
    // Given
    TaskScript<Outputs> subtask = story.task("S1").withIngestToken("");
    subtask.belowRoot("wrong").starts("polish the mould");

    // When
    subtask.belowRoot("T1").enters("polish");
    openGate();

    // Then
    assertThat(actionOf(subtask)).isEqualTo(Action.ESCALATE);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {"free", "S1", "none"})
  void anAgentCannotMoveASubtaskFromItsBlockedRoot(String named) {
    // Given
    Function<String, TaskScript<Outputs>> subtask =
        root -> story.task("S1").withIngestToken("build-agents").belowRoot(root);
    subtask.apply("T1").starts("polish the mould");
    GateTrigger gate = openGate();

    // When
    Action moved = actionOf(subtask.apply(named));
    Outputs entered = subtask.apply(named).enters("elsewhere");

    // Then
    assertThat(moved).isEqualTo(Action.ESCALATE);
    assertThat(receipts(entered)).hasSize(named == null ? 0 : 1);
    assertThat(receipts(entered))
        .allSatisfy(it -> assertReceipt(it, "other_root", gate.getGateId()));
  }
}
