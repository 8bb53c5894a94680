package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import org.junit.jupiter.api.Test;

/** What sets a counter back, what closes a gate, and what does not. */
class CounterResetTest {

  private final EngineScenario story = EngineScenario.under("default");

  @Test
  void successfulCompletionResetsTheCounterAndReportsThePreviousCount() {
    failures(2);

    LoopReset reset = story.task("T1").completes().reset();

    assertThat(reset.getReason()).isEqualTo("Task completed successfully");
    assertThat(reset.getPreviousCount()).isEqualTo(1);
    assertThat(reset.getEpoch()).isEqualTo(1);
    assertThat(reset.getTaskId()).isEqualTo("T1");
    assertThat(reset.getRootTaskId()).isEqualTo("T1");
    assertThat(reset.getEventId()).isEqualTo("e3");
  }

  @Test
  void everyResetRaisesTheEpochAndIsPublishedEvenFromZero() {
    assertThat(story.task("T1").completes().reset().getEpoch()).isEqualTo(1);
    assertThat(story.task("T1").completes().reset().getEpoch()).isEqualTo(2);
  }

  @Test
  void aResetClearsAllHistories() {
    failures(2);
    calls(3);
    story.task("T1").completes();

    assertThat(failures(1).records()).isEmpty();
    assertThat(calls(3).records()).isEmpty();
    assertThat(calls(1).verdict().getLoopCount()).isEqualTo(1);
  }

  @Test
  void taskThatEndsWithoutSuccessKeepsItsCounter() {
    failures(2);

    assertThat(story.task("T1").ends("failure").records()).isEmpty();
    assertThat(failures(1).verdict().getLoopCount()).isEqualTo(2);
  }

  @Test
  void completionClosesOpenGateWithoutDecision() {
    GateTrigger opened = failures(3).gate();

    Outputs done = story.task("T1").byAgent("agent-2").completes();

    assertThat(done.gate().getState()).isEqualTo(GateState.CLOSED);
    assertThat(done.gate().getAgentId()).isEqualTo(opened.getAgentId()).isEqualTo("agent-1");
    assertThat(done.gate().getGateId()).isEqualTo(opened.getGateId());
    assertThat(done.gate().getReason()).isEqualTo("Task completed successfully");
    assertThat(done.gate().getDecision()).isNull();
    assertThat(done.gate().getDecidedBy()).isNull();
    assertThat(done.gate().getAction()).isEqualTo(Action.CONTINUE);
    assertThat(done.reset().getPreviousCount()).isEqualTo(2);
  }

  @Test
  void agentChangeDoesNotResetCounter() {
    story.task("T1").byAgent("agent-1").fails("Error A");
    story.task("T1").byAgent("agent-2").fails("Error A");

    GateTrigger gate = story.task("T1").byAgent("agent-3").fails("Error A").gate();

    assertThat(gate.getTarget()).isEqualTo(Target.USER);
    assertThat(gate.getAttempts()).isEqualTo(3);
    assertThat(gate.getAgentId()).isEqualTo("agent-3");
  }

  @Test
  void aTaskThatIsCompletedTwiceIsResetTwice_theSecondTimeFromZero() {
    failures(3);

    Outputs first = story.task("T1").completes();
    Outputs second = story.task("T1").completes();

    assertThat(first.reset().getPreviousCount()).isEqualTo(2);
    assertThat(first.gate().getState()).isEqualTo(GateState.CLOSED);
    assertThat(second.reset().getPreviousCount()).isZero();
    assertThat(second.gates()).isEmpty();
  }

  @Test
  void eventsAfterTheCompletionAreCountedFromZero_andOpenANewGate() {
    GateTrigger before = failures(3).gate();
    story.task("T1").completes();

    GateTrigger after = failures(3).gate();

    assertThat(after.getState()).isEqualTo(GateState.OPENED);
    assertThat(after.getGateId()).isNotEqualTo(before.getGateId());
    assertThat(after.getLoopCount()).isEqualTo(2);
    assertThat(after.getAttempts()).isEqualTo(3);
  }

  private Outputs failures(int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      last = story.task("T1").fails("Error A");
    }
    return last;
  }

  private Outputs calls(int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      String id = "call at " + story.now();
      story.task("T1").calls(id, "ls", "{}");
      last = story.task("T1").returns(id, "ls", "a");
    }
    return last;
  }
}
