package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** While a gate is open: what is asked of the task, and what the gate counts. */
class OpenGateTest {

  private final EngineScenario story = EngineScenario.under("default");

  @Test
  void everyLoopAtAnOpenGateEscalatesToThePerson() {
    // Given
    fails("Error A", 3);
    List<LoopVerdict> verdicts = new ArrayList<>();

    // When: another failure for the second time, and a call for the fourth
    verdicts.addAll(fails("Error B", 2).verdicts());
    verdicts.addAll(calls(4).verdicts());

    // Then
    assertThat(verdicts)
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.IDENTICAL_FAILURE, LoopType.REPEATED_ACTION);
    assertThat(verdicts).extracting(LoopVerdict::getAction).containsOnly(Action.ESCALATE);
    assertThat(verdicts).extracting(LoopVerdict::getTarget).containsOnly(Target.USER);
    assertThat(verdicts).extracting(LoopVerdict::getGateId).doesNotContainNull();
    assertThat(verdicts)
        .extracting(LoopVerdict::getText)
        .allMatch(t -> t.contains("a person must"));
  }

  @Test
  void anUpdateHasTheActionOfTheGate() {
    // Given
    EngineScenario walking =
        EngineScenario.underYaml("identical_failure: {}", "transition_pattern: {}");
    fails(walking, "Error A", 3);

    // When: a pattern, whose own action is to ask the planner
    Outputs last = null;
    for (int round = 0; round < 2; round++) {
      walking.task("T1").moves("a", "b");
      last = walking.task("T1").moves("b", "a");
    }

    // Then
    assertThat(last.gate().getState()).isEqualTo(GateState.UPDATED);
    assertThat(last.gate().getLoopType()).isEqualTo(LoopType.TRANSITION_PATTERN);
    assertThat(last.gate().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(last.gate().getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void updatesNameTheGateAndNoneOpensASecond() {
    // Given
    String gateId = fails("Error A", 3).gate().getGateId();

    // When
    fails("Error A", 8);

    // Then
    assertThat(story.published())
        .filteredOn(GateTrigger.class::isInstance)
        .extracting(record -> ((GateTrigger) record).getGateId())
        .hasSize(5)
        .containsOnly(gateId);
  }

  @Test
  void anotherLoopEscalatesToThePersonAtTheOpenGateEvenAfterAMessageResetTheCounter() {
    // Given
    EngineScenario strict = EngineScenario.under("failures");
    fails(strict, "Error A", 3);
    strict.task("T1").receivesUserMessage("Look again");

    // When
    LoopVerdict again = fails(strict, "Error B", 2).verdict();

    // Then
    assertThat(again.getLoopCount()).isEqualTo(1);
    assertThat(again.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(again.getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void anotherLoopEscalatesToThePersonAtTheOpenGateEvenAfterTheTaskExpired() {
    // Given
    fails("Error A", 3);
    story.advanceTime(Duration.ofDays(30));

    // When
    LoopVerdict again = fails("Error B", 2).verdict();

    // Then
    assertThat(again.getLoopCount()).isEqualTo(1);
    assertThat(again.getAction()).isEqualTo(Action.ESCALATE);
  }

  @Test
  void subtaskLoopGetsActionOfOpenRootGate() {
    // Given
    fails("Error A", 3);
    story.task("T1.1").belowRoot("T1").fails("Error B");

    // When
    LoopVerdict loop = story.task("T1.1").belowRoot("T1").fails("Error B").verdict();

    // Then
    assertThat(loop.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(loop.getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void aLoopOfFewerAttemptsDoesNotLowerTheGatesAttempts() {
    // Given
    GateTrigger opened = fails("Error A", 5).gate();

    // When
    GateTrigger updated = fails("Error B", 2).gate();

    // Then
    assertThat(updated.getAttempts()).isEqualTo(opened.getAttempts()).isEqualTo(5);
    assertThat(updated.getLoopCount()).isEqualTo(opened.getLoopCount() + 1);
  }

  @Test
  void aResetCounterDoesNotLowerTheGatesCount() {
    // Given
    EngineScenario strict = EngineScenario.under("failures");
    GateTrigger opened = fails(strict, "Error A", 5).gate();
    strict.task("T1").receivesUserMessage("Look again");

    // When: two loops more, which are the third and the fourth at the gate
    GateTrigger updated = fails(strict, "Error A", 3).gate();
    GateTrigger closed = strict.task("T1").decides(Decision.APPROVE).gate();

    // Then
    assertThat(List.of(opened, updated, closed))
        .extracting(GateTrigger::getLoopCount)
        .containsOnly(4);
    assertThat(List.of(opened, updated, closed))
        .extracting(GateTrigger::getAttempts)
        .containsOnly(5);
  }

  @Test
  void anExpiredTaskDoesNotLowerTheGatesCount() {
    // Given
    GateTrigger opened = fails("Error A", 5).gate();
    story.advanceTime(Duration.ofDays(30));

    // When: two loops more, which are the third and the fourth at the gate
    GateTrigger updated = fails("Error A", 3).gate();

    // Then
    assertThat(updated.getLoopCount()).isEqualTo(opened.getLoopCount());
    assertThat(updated.getAttempts()).isEqualTo(opened.getAttempts());
  }

  private Outputs fails(String message, int times) {
    return fails(story, message, times);
  }

  private static Outputs fails(EngineScenario story, String message, int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      last = story.task("T1").fails(message);
    }
    return last;
  }

  private Outputs calls(int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      String id = "call " + i;
      story.task("T1").calls(id, "ls", "{}");
      last = story.task("T1").returns(id, "ls", "a");
    }
    return last;
  }
}
