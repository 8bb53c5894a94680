package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Duplicate and late events. */
class EventDeduplicationTest {

  private final EngineScenario story = EngineScenario.under("default");

  @Test
  void aRedeliveredEventIsDropped() {
    story.task("T1").withEventId("x").fails("Error A");

    Outputs again = story.task("T1").withEventId("x").fails("Error A");

    assertThat(again.outcome()).isEqualTo(InputOutcome.REPEATED);
    assertThat(again.records()).isEmpty();
    assertThat(story.task("T1").fails("Error A").verdict().getAttempts()).isEqualTo(2);
  }

  @Test
  void aRedeliveredDecisionIsDropped() {
    story.task("T1").fails("Error A");
    story.task("T1").withEventId("d").decides(Decision.APPROVE);

    assertThat(story.task("T1").withEventId("d").decides(Decision.APPROVE).outcome())
        .isEqualTo(InputOutcome.REPEATED);
  }

  @Test
  void theSameIdInAnotherTaskIsAnotherEvent() {
    story.task("T1").withEventId("x").fails("Error A");

    assertThat(story.task("T2").withEventId("x").fails("Error A").outcome())
        .isEqualTo(InputOutcome.TAKEN);
  }

  @Test
  void resetKeepsEventIdsForDeduplication() {
    story.task("T1").withEventId("x").fails("Error A");
    story.task("T1").completes();

    assertThat(story.task("T1").withEventId("x").fails("Error A").outcome())
        .isEqualTo(InputOutcome.REPEATED);
  }

  @Test
  void theThirtyTwoNewestEventsAreKnown() {
    fail(33);

    assertThat(story.task("T1").withEventId("n1").fails("x").outcome())
        .isEqualTo(InputOutcome.REPEATED);
    assertThat(story.task("T1").withEventId("n32").fails("x").outcome())
        .isEqualTo(InputOutcome.REPEATED);
  }

  @Test
  void duplicateOfEvictedEventIsLateAndNotCounted() {
    fail(40);

    Outputs back = story.task("T1").withEventId("n0").at(EngineScenario.BEGIN).fails("Error n0");

    assertThat(back.outcome()).isEqualTo(InputOutcome.LATE);
    assertThat(back.records()).isEmpty();
  }

  @Test
  void aLateEventGetsARequestedReplyAndIsNeverPartOfALoop() {
    fail(40);
    TaskScript<Outputs> late = story.task("T1").at(EngineScenario.BEGIN).requestingReply();

    Outputs first = late.fails("Error L");
    Outputs second = late.fails("Error L");

    assertThat(List.of(first.outcome(), second.outcome())).containsOnly(InputOutcome.LATE);
    assertThat(second.verdict().getLoopType()).isEqualTo(LoopType.OK);
    assertThat(second.verdict().getReason()).isEqualTo("Too late to count");
  }

  @Test
  void outOfOrderEventWithinTheHorizonIsProcessedInArrivalOrder() {
    story.advanceTime(Duration.ofHours(1));
    story.task("T1").fails("Error A");

    Outputs earlier = story.task("T1").at(EngineScenario.BEGIN).fails("Error A");

    assertThat(earlier.outcome()).isEqualTo(InputOutcome.TAKEN);
    assertThat(earlier.verdict().getAttempts()).isEqualTo(2);
    assertThat(earlier.verdict().getLoopCost().getDurationMs()).isZero();
  }

  @Test
  void lateDecisionIsStillProcessed() {
    fail(40);

    Outputs decided = story.task("T1").at(EngineScenario.BEGIN).decides(Decision.APPROVE);

    assertThat(decided.outcome()).isEqualTo(InputOutcome.TAKEN);
    assertThat(decided.reset().getReason()).isEqualTo("Human intervention");
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, Long.MAX_VALUE})
  void noTimeThatAnEventMayNameBreaksTheArithmetic(long time) {
    TaskScript<Outputs> task = story.task("T1").at(Instant.ofEpochMilli(time));
    task.fails("Error A");

    assertThat(task.fails("Error A").verdict().getAttempts()).isEqualTo(2);
    assertThat(story.task("T1").fails("Error B").outcome()).isEqualTo(InputOutcome.TAKEN);
  }

  @Test
  void anEventIsNeverLaterThanItsRecord() {
    story.task("T1").at(Instant.parse("2999-01-01T00:00:00Z")).fails("Error A");

    Outputs again = story.task("T1").fails("Error A");

    assertThat(again.verdict().getOccurredAt()).isEqualTo(EngineScenario.BEGIN.plusSeconds(1));
    assertThat(again.verdict().getEvidence().get(0).getOccurredAt())
        .isEqualTo(EngineScenario.BEGIN);
  }

  private void fail(int times) {
    IntStream.range(0, times)
        .forEach(i -> story.task("T1").withEventId("n" + i).fails("Error n" + i));
  }
}
