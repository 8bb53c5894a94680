package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.outcome.OutcomeHistory;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.state.StateParts;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verdicts on calls of a dispatcher that bring nothing, and what they cost in state. */
class StretchVerdictsTest {

  private EngineScenario story = EngineScenario.under("default");
  private final List<Outputs> outputs = new ArrayList<>();
  private int calls;

  /** A search by a tool of its own, so that no other detector has anything to compare. */
  private void search(String arguments) {
    String id = "c" + calls;
    String tool = "registry-" + (char) ('a' + calls++ % 26) + ".search";
    outputs.add(story.task("T").calls(id, tool, arguments));
    outputs.add(story.task("T").returns(id, tool, "no van"));
  }

  private List<LoopVerdict> verdicts() {
    return outputs.stream().flatMap(each -> each.verdicts().stream()).toList();
  }

  @Test
  void theHintListsWhatWasTried() {
    // When
    for (int van = 0; van < 7; van++) {
      search("{\"van\":\"night " + "abcdefg".charAt(van) + "\"}");
    }

    // Then
    LoopVerdict verdict = verdicts().get(0);
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.UNPRODUCTIVE_STRETCH);
    assertThat(verdict.getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(verdict.getReason()).startsWith("7 of the last 7 calls brought nothing");
    assertThat(verdict.getText())
        .startsWith(verdict.getReason())
        .contains("night b", "night g", "registry-b.search", "registry-g.search")
        .doesNotContain("registry-a.search");
    assertThat(verdict.getEvidence()).extracting(Evidence::getEventId).hasSize(6);
    assertThat(verdict.getFirstEventId()).isEqualTo("e2");
    assertThat(verdict.getLastEventId()).isEqualTo("e14");
    assertThat(verdict.getAttempts()).isEqualTo(7);
    assertThat(verdict.getAgents()).containsExactly("agent-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"van\":\"7\",\"password\":\"hunter2\"}",
        "van 7 --password=hunter2",
        "password=hunter2"
      })
  void secretsInWhatWasTriedAreRedacted(String arguments) {
    // When
    for (int van = 0; van < 12; van++) {
      search(arguments);
    }

    // Then
    assertThat(verdicts()).hasSize(2);
    assertThat(verdicts().get(0).getText()).contains("registry-g.search", "<redacted>");
    assertThat(story.published().toString()).doesNotContain("hunter2");
    assertThat(story.memory().taskState("T").part(StateParts.STRETCH).toString())
        .doesNotContain("hunter2");
  }

  @Test
  void longArgumentsAreCut() {
    // When
    for (int van = 0; van < 7; van++) {
      search("{\"route\":\"" + "north ".repeat(500) + "\"}");
    }

    // Then
    assertThat(verdicts().get(0).getEvidence())
        .allMatch(evidence -> evidence.getWhat().length() <= 80);
  }

  @Test
  void theHintIsFollowedByThePlannerAndThenAPerson() {
    // When
    for (int van = 0; van < 26; van++) {
      search("{\"van\":7}");
    }

    // Then
    assertThat(verdicts())
        .extracting(LoopVerdict::getAction)
        .containsExactly(Action.RETRY_WITH_HINT, Action.ESCALATE, Action.ESCALATE);
    assertThat(verdicts())
        .extracting(LoopVerdict::getTarget)
        .containsExactly(null, Target.PLANNER, Target.USER);
    assertThat(verdicts())
        .extracting(LoopVerdict::getLoopId)
        .containsOnly(verdicts().get(0).getLoopId());
    assertThat(outputs.stream().flatMap(each -> each.gates().stream()).toList())
        .singleElement()
        .satisfies(gate -> assertThat(gate.getState()).isEqualTo(GateState.OPENED));
  }

  @Test
  void theDefaultStoresOutcomes() {
    // When
    search("{\"van\":7}");

    // Then
    assertThat(story.memory().taskState("T").part(OutcomeHistory.PART)).isNotNull();
    assertThat(story.memory().taskState("T").part(StateParts.STRETCH)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"autopilot", "judge-worker", "phases"})
  void aPresetWithoutTheDetectorStoresNoOutcomes(String preset) {
    // Given
    story = EngineScenario.under(preset);

    // When
    for (int van = 0; van < 26; van++) {
      search("{\"van\":7}");
    }

    // Then
    assertThat(verdicts()).isEmpty();
    assertThat(story.memory().taskState("T").part(OutcomeHistory.PART)).isNull();
    assertThat(story.memory().taskState("T").part(StateParts.STRETCH)).isNull();
  }

  /** A failure of a command, which another command may have, too. */
  private Outputs fails(String command) {
    String id = "f" + calls++;
    story.task("T").calls(id, "shell", "{\"command\":\"" + command + "\"}");
    return story
        .task("T")
        .returnsError(id, "shell", "Error: the schema registry refused the login");
  }

  @Test
  void oneErrorOfDifferentCommandsIsCountedByItsFailures() {
    // When
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (String command : List.of("subjects", "export", "compat --check", "versions")) {
      verdicts.addAll(fails("registry " + command).verdicts());
    }

    // Then
    assertThat(verdicts)
        .filteredOn(it -> it.getLoopType() == LoopType.UNPRODUCTIVE_STRETCH)
        .singleElement()
        .returns("The same failure 4 times among the last 20 calls", LoopVerdict::getReason)
        .returns(4, LoopVerdict::getAttempts)
        .returns(4.0, LoopVerdict::getMeasured)
        .returns(4.0, LoopVerdict::getLimit);
  }

  @Test
  void errorsBeforeADecisionCountNoMore() {
    // Given
    for (int time = 0; time < 6; time++) {
      fails("registry export");
    }
    story.task("T").decides(Decision.APPROVE);

    // When
    Outputs first = fails("registry export");

    // Then
    assertThat(first.verdicts()).isEmpty();
  }
}
