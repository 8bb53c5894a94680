package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever asks is answered, also what no rule looks at. */
class RepliesByEventKindTest {

  private final EngineScenario story = EngineScenario.under("default");

  @ParameterizedTest
  @CsvSource({"success, 0, 1", "failure, 1, 0"})
  void theEndOfATaskIsAnswered(String outcome, int loopCount, int resets) {
    // Given
    fails(2);

    // When
    Outputs ended = story.task("T1").requestingReply().ends(outcome);

    // Then
    assertThat(ended.resets()).hasSize(resets);
    assertThat(ended.verdict().getLoopType()).isEqualTo(LoopType.OK);
    assertThat(ended.verdict().getAction()).isEqualTo(Action.CONTINUE);
    assertThat(ended.verdict().getLoopCount()).isEqualTo(loopCount);
  }

  @Test
  void theEndThatClosesAGateIsAnsweredWithoutIt() {
    // Given
    fails(3);

    // When
    Outputs ended = story.task("T1").requestingReply().completes();

    // Then
    assertThat(ended.records()).containsExactly(ended.gate(), ended.reset(), ended.verdict());
    assertThat(ended.verdict().getAction()).isEqualTo(Action.CONTINUE);
    assertThat(ended.verdict().getGateId()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"APPROVE, CONTINUE", "FALSE_POSITIVE, CONTINUE", "REJECT, ABORT"})
  void requestedReplyToDecisionStatesTheResultingAction(Decision decision, Action action) {
    // Given
    fails(3);

    // When
    Outputs decided = story.task("T1").requestingReply().decides(decision);

    // Then
    assertThat(decided.records()).contains(decided.verdict());
    assertThat(decided.verdict().getLoopType()).isEqualTo(LoopType.OK);
    assertThat(decided.verdict().getAction()).isEqualTo(action);
    assertThat(decided.verdict().getGateId()).isNull();
  }

  @Test
  void theEndOfASubtaskIsAnswered() {
    // When
    Outputs ended = story.task("T1.1").belowRoot("T1").requestingReply().completes();

    // Then
    assertThat(ended.recordsWithoutSignals()).containsExactly(ended.verdict());
    assertThat(ended.verdict().getRootTaskId()).isEqualTo("T1");
  }

  @Test
  void anUncountedLoopOfASubtaskIsNamedInTheReply() {
    // Given
    EngineScenario templates =
        EngineScenario.underYaml("identical_failure: {enabled: true, match: template}");
    TaskScript<Outputs> subtask = templates.task("T1.1").belowRoot("T1").requestingReply();
    subtask.fails("Unknown tool: Jira");

    // When
    Outputs again = subtask.fails("Unknown tool: Zoom");

    // Then
    assertThat(again.verdict().getLoopType()).isEqualTo(LoopType.OK);
    assertThat(again.verdict().getTrips()).containsExactly(LoopType.IDENTICAL_FAILURE);
  }

  static Stream<Object> declarations() {
    return Stream.of(
        new WaitingStarted("build", null, true), new WaitingEnded("build", null, true));
  }

  @ParameterizedTest
  @MethodSource("declarations")
  void declaredEventsGetAReplyWithoutALoop(Object declaration) {
    // When
    LoopVerdict answer = story.task("T1").requestingReply().publishesBody(declaration).verdict();

    // Then
    assertThat(answer.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(answer.getReason()).isEqualTo("No loop");
  }

  private void fails(int times) {
    for (int i = 0; i < times; i++) {
      story.task("T1").fails("Error A");
    }
  }
}
