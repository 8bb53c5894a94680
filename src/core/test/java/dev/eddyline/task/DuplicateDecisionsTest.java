package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A person's decision takes effect once, however late it comes and however often. */
class DuplicateDecisionsTest {

  private static final Instant LONG_AGO = EngineScenario.BEGIN.minusSeconds(3_600);

  private final EngineScenario story = EngineScenario.under("default");

  @Test
  void decisionOlderThanTheNewestEventsTakesEffectOnce() {
    // Given
    enter(40);
    TaskScript<Outputs> decision = story.task("T1").withEventId("d").at(LONG_AGO);

    // When
    Outputs first = decision.decides(Decision.APPROVE);
    Outputs again = decision.decides(Decision.APPROVE);

    // Then
    assertThat(first.outcome()).isEqualTo(InputOutcome.TAKEN);
    assertThat(first.resets()).hasSize(1);
    assertThat(again.outcome()).isEqualTo(InputOutcome.REPEATED);
    assertThat(again.records()).hasOnlyElementsOfType(DecisionReceipt.class);
  }

  @Test
  void aDecisionThatRecursAfterManyNewerEventsDoesNotCloseTheGateThatOpenedSince() {
    // Given
    failThreeTimes();
    TaskScript<Outputs> decision = story.task("T1").withEventId("d").at(story.now());
    decision.decides(Decision.APPROVE);
    enter(300);
    failThreeTimes();

    // When
    Outputs again = decision.decides(Decision.APPROVE);

    // Then
    assertThat(again.outcome()).isEqualTo(InputOutcome.REPEATED);
    assertThat(story.task("T1").proposes("fix").verdict().getAction())
        .as("the gate is open still, and asks for more than the one before it")
        .isEqualTo(Action.ABORT);
  }

  @Test
  void redeliveredDecisionIsLateAndHasNoEffect_afterManyNewerDecisions() {
    // Given
    TaskScript<Outputs> decision = story.task("T1").withEventId("d").at(EngineScenario.BEGIN);
    decision.decides(Decision.REJECT);
    IntStream.rangeClosed(1, 40).forEach(this::approve);

    // When
    Outputs again = decision.decides(Decision.REJECT);

    // Then
    assertThat(again.outcome()).isEqualTo(InputOutcome.LATE);
    assertThat(again.records()).hasOnlyElementsOfType(DecisionReceipt.class);
    assertThat(story.task("T1").proposes("fix").verdict().getAction()).isEqualTo(Action.CONTINUE);
  }

  @Test
  void decisionsPushNoOtherEventOutOfMemory() {
    // Given
    story.task("T1").withEventId("x").at(EngineScenario.BEGIN).fails("Error A");
    IntStream.rangeClosed(1, 40).forEach(this::approve);

    // When
    InputOutcome again =
        story.task("T1").withEventId("x").at(EngineScenario.BEGIN).fails("Error A").outcome();

    // Then
    assertThat(again).isEqualTo(InputOutcome.REPEATED);
  }

  @Test
  void decisionsWithTheSameTimestampAreEachProcessedOnce() {
    // When / Then
    for (int number = 0; number < 100; number++) {
      TaskScript<Outputs> decision =
          story.task("T1").withEventId("d" + number % 50).at(EngineScenario.BEGIN);
      assertThat(decision.decides(Decision.APPROVE).outcome())
          .isEqualTo(number < 50 ? InputOutcome.TAKEN : InputOutcome.REPEATED);
    }
  }

  private void approve(int number) {
    Instant at = EngineScenario.BEGIN.plusSeconds(number);
    story.task("T1").withEventId("d" + number).at(at).decides(Decision.APPROVE);
  }

  private void failThreeTimes() {
    IntStream.range(0, 3).forEach(number -> story.task("T1").fails("Error A"));
  }

  private void enter(int times) {
    // each has a new result, so that entering many steps does not count as a loop
    for (int number = 0; number < times / 3; number++) {
      story.task("T1").enters("step " + number);
      story.task("T1").calls("c" + number, "ls", "{\"n\":" + number + "}");
      story.task("T1").returns("c" + number, "ls", "file " + number);
    }
  }
}
