package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What was recorded long before the first start is history (specification, section 8). */
class WarmUpTest {

  private final EngineScenario story = EngineScenario.under("default");
  private final TaskScript<Outputs> task = story.task("T1");

  /** The partition is first started so long after the story's beginning. */
  private void startedAfter(Duration time) {
    story.memory().startedAt(EngineScenario.BEGIN.plus(time));
  }

  private static Outputs fails(TaskScript<Outputs> task, int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      last = task.fails("Error A");
    }
    return last;
  }

  @Test
  void loopsOfHistoricalEventsArePublishedAndCountedButOpenNoGate() {
    // Given
    startedAfter(Duration.ofHours(3));

    // When
    Outputs fourth = fails(task, 4);

    // Then
    assertThat(fourth.gates()).isEmpty();
    assertThat(fourth.verdict().getLoopCount()).isEqualTo(3);
    assertThat(fourth.verdict().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(fourth.verdict().getGateId()).isNull();
    assertThat(task.proposes("fix").verdict().getAction()).isEqualTo(Action.CONTINUE);
  }

  @Test
  void theFirstLoopAfterHistoricalEventsOpensTheGateIfTheThresholdIsReached() {
    // Given
    startedAfter(Duration.ofHours(3));
    fails(task, 4);
    story.advanceTime(Duration.ofHours(2));

    // When
    Outputs fresh = fails(task, 1);

    // Then
    assertThat(fresh.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(fresh.gate().getLoopCount()).isEqualTo(4);
    assertThat(fresh.gate().getAttempts()).isEqualTo(5);
  }

  @Test
  void eventsUpToAnHourOldOpenAGate_olderEventsDoNot() {
    // Given: the third failure is recorded two seconds after the first
    startedAfter(Duration.ofHours(1).plusSeconds(2));
    EngineScenario older = EngineScenario.under("default");
    older
        .memory()
        .startedAt(EngineScenario.BEGIN.plus(Duration.ofHours(1)).plusSeconds(2).plusMillis(1));

    // When / Then
    assertThat(fails(task, 3).gates()).hasSize(1);
    assertThat(fails(older.task("T1"), 3).gates()).isEmpty();
  }

  @Test
  void thePolicySaysHowOldIsTooOld() {
    // Given
    EngineScenario scenario =
        EngineScenario.underYaml("identical_failure: {}", "gate: {maxAge: 48h}");
    scenario.memory().startedAt(EngineScenario.BEGIN.plus(Duration.ofHours(40)));

    // When / Then
    assertThat(fails(scenario.task("T1"), 3).gates()).hasSize(1);
  }

  @Test
  void theTimeOfTheRecordDecides_notThatOfTheEvent() {
    // Given
    TaskScript<Outputs> late = task.at(EngineScenario.BEGIN.minus(Duration.ofDays(7)));
    startedAfter(Duration.ZERO);

    // When / Then
    assertThat(fails(late, 3).gates()).hasSize(1);
  }

  @Test
  void withoutFirstStart_oldEventsOpenGates() {
    assertThat(fails(task.at(EngineScenario.BEGIN.minus(Duration.ofDays(7))), 3).gates())
        .hasSize(1);
  }

  @Test
  void historicalLoopsOfSubtaskOpenNoGateAtRoot() {
    // Given
    startedAfter(Duration.ofHours(3));
    TaskScript<Outputs> subtask = story.task("T1.1").belowRoot("T1");

    // When
    Outputs fourth = fails(subtask, 4);
    story.advanceTime(Duration.ofHours(3));
    Outputs fresh = fails(subtask, 1);

    // Then
    assertThat(fourth.gates()).isEmpty();
    assertThat(fourth.verdict().getLoopCount()).isEqualTo(3);
    assertThat(fresh.gate().getState()).isEqualTo(GateState.OPENED);
  }

  @Test
  void aHistoricalDecisionAboutAnUnopenedGateStillResets() {
    // Given
    startedAfter(Duration.ofHours(3));
    fails(task, 4);

    // When
    Outputs decided = task.decides(Decision.APPROVE, "a gate of that time", "");

    // Then
    assertThat(decided.reset().getPreviousCount()).isEqualTo(3);
    assertThat(fails(task, 1).records()).isEmpty();
    story.advanceTime(Duration.ofHours(3));
    assertThatThrownBy(() -> task.decides(Decision.APPROVE, "a gate of that time", ""))
        .isInstanceOf(BadInputException.class);
  }

  @Test
  void aDecisionOfThatTimeClosesNoGateOfThisTime() {
    // Given: the decision is read after the loop that opened the gate
    fails(task, 3);
    startedAfter(Duration.ofHours(3));

    // When / Then
    assertThatThrownBy(() -> task.decides(Decision.APPROVE, "a gate of that time", ""))
        .isInstanceOf(BadInputException.class);
    assertThat(task.proposes("fix").verdict().getGateId()).isNotNull();
  }

  @Test
  void aHistoricalRejectionRemainsInEffect() {
    // Given
    startedAfter(Duration.ofHours(3));
    task.decides(Decision.REJECT);
    story.advanceTime(Duration.ofHours(3));

    // When
    LoopVerdict proposalReply = task.proposes("fix").verdict();

    // Then
    assertThat(proposalReply.getAction()).isEqualTo(Action.ABORT);
  }
}
