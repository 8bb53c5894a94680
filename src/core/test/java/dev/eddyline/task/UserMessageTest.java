package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A person speaks to the agent. */
class UserMessageTest {

  private final EngineScenario story = EngineScenario.under("default");
  private final EngineScenario failures = EngineScenario.under("failures");

  @Test
  void theRunOfEqualCallsRestartsWithAPendingCall() {
    // Given
    IntStream.range(0, 3).forEach(i -> calls(story, "before " + i));
    story.task("T1").calls("under way", "ls", "{}");
    story.task("T1").receivesUserMessage("Look again");

    // When
    Outputs answered = story.task("T1").returns("under way", "ls", "a");
    calls(story, "after 1");
    calls(story, "after 2");
    Outputs fourth = calls(story, "after 3");

    // Then
    assertThat(answered.records()).isEmpty();
    assertThat(fourth.verdict().getAttempts()).isEqualTo(4);
    assertThat(fourth.verdict().getFirstEventId()).isEqualTo("e9");
  }

  @Test
  void inTheDefaultPolicyTheCounterAndTheFailuresStay() {
    // Given
    fails(story, 2);

    // When
    Outputs heard = story.task("T1").receivesUserMessage("Look again");

    // Then
    assertThat(heard.records()).isEmpty();
    assertThat(fails(story, 1).verdict().getLoopCount()).isEqualTo(2);
  }

  @Test
  void userMessageResetsCounterAndPublishesReset_underTheFailuresPreset() {
    // Given
    fails(failures, 2);

    // When
    LoopReset reset = failures.task("T1").receivesUserMessage("Look again").reset();

    // Then
    assertThat(reset.getReason()).isEqualTo("Human intervention");
    assertThat(reset.getPreviousCount()).isEqualTo(1);
    assertThat(reset.getEpoch()).isEqualTo(1);
    assertThat(reset.getEventId()).isEqualTo("e3");
    assertThat(fails(failures, 1).records()).isEmpty();
    assertThat(fails(failures, 1).verdict().getLoopCount()).isEqualTo(1);
  }

  @Test
  void aResetByAMessageLeavesTheGateOpen() {
    // Given
    GateTrigger opened = fails(failures, 3).gate();

    // When
    Outputs heard = failures.task("T1").receivesUserMessage("Look again");
    GateTrigger updated = fails(failures, 2).gate();

    // Then
    assertThat(heard.gates()).isEmpty();
    assertThat(updated.getState()).isEqualTo(GateState.UPDATED);
    assertThat(updated.getGateId()).isEqualTo(opened.getGateId());
  }

  @Test
  void resultOfPendingCallIsMatchedToItsCallAfterReset() {
    // Given
    failures.task("T1").calls("c1", "ls", "{}");
    failures.task("T1").receivesUserMessage("Look again");
    failures.task("T1").returnsError("c1", "ls", "denied");

    // When
    failures.task("T1").calls("c2", "ls", "{}");
    LoopVerdict again = failures.task("T1").returnsError("c2", "ls", "denied").verdict();

    // Then
    assertThat(again.getAttempts()).isEqualTo(2);
  }

  @Test
  void userMessageToSubtaskDoesNotResetTheCounterOfItsRoot() {
    // Given
    fails(failures, 2);

    // When
    Outputs heard = failures.task("T1.1").belowRoot("T1").receivesUserMessage("Look again");

    // Then
    assertThat(heard.recordsWithoutSignals()).isEmpty();
    assertThat(fails(failures, 1).verdict().getLoopCount()).isEqualTo(2);
  }

  @Test
  void aMessageThatRequestsAReplyGetsTheResetCounter() {
    // Given
    fails(failures, 2);

    // When
    Outputs heard = failures.task("T1").requestingReply().receivesUserMessage("Look again");

    // Then
    assertThat(heard.resets()).hasSize(1);
    assertThat(heard.verdict().getLoopCount()).isZero();
  }

  @Test
  void redeliveredUserMessageDoesNotResetTheCounter() {
    // Given
    failures.task("T1").withEventId("m").receivesUserMessage("Look again");
    fails(failures, 2);

    // When
    Outputs again = failures.task("T1").withEventId("m").receivesUserMessage("Look again");

    // Then
    assertThat(again.records()).isEmpty();
    assertThat(fails(failures, 1).verdict().getLoopCount()).isEqualTo(2);
  }

  private static Outputs fails(EngineScenario story, int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      last = story.task("T1").fails("Error A");
    }
    return last;
  }

  private static Outputs calls(EngineScenario story, String id) {
    story.task("T1").calls(id, "ls", "{}");
    return story.task("T1").returns(id, "ls", "a");
  }
}
