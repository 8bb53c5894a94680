package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The text for a person at a gate: newest evidence, counts, cost and tried actions. */
class BriefingTest {

  private final EngineScenario story = EngineScenario.under("default");

  @Test
  void gateTextReportsCauseCountsCostAndPreviousActions() {
    // Given
    TaskScript<Outputs> task = story.task("T1").costing(20, 0.25);
    task.fails("Error A");
    task.fails("Error A");

    // When
    Outputs third = task.fails("Error A");

    // Then
    assertThat(third.gate().getText())
        .isEqualTo(
            "Exact error message match. Stop here: a person must decide how this task goes on."
                + " Newest: \"Error A\". So far: 3 attempts, 2 loops. This loop: 60 tokens, 0.75 USD, 2 s."
                + " Tried lately: retry with hint.");
    assertThat(third.verdict().getText()).isEqualTo(third.gate().getText());
  }

  @Test
  void unknownValuesAreOmitted_andTimesAreReadable() {
    // Given
    EngineScenario strict =
        EngineScenario.underYaml("identical_failure: {}", "gate: {loops: 1, attempts: null}");
    strict.task("T1").fails("Error A");
    strict.advanceTime(Duration.ofMinutes(3));
    EngineScenario slow =
        EngineScenario.underYaml("identical_failure: {}", "gate: {loops: 1, attempts: null}");
    slow.task("T1").fails("Error A");
    slow.advanceTime(Duration.ofHours(5));

    // When
    String text = strict.task("T1").fails("Error A").gate().getText();
    String later = slow.task("T1").fails("Error A").gate().getText();

    // Then
    assertThat(text)
        .endsWith("So far: 2 attempts, 1 loop. This loop: 3 min. Tried lately: nothing.");
    assertThat(later).contains("1 loop. This loop: 5 h.");
  }

  @Test
  void briefingCountsTriedActions_exceptThoseThatTargetedAPerson() {
    // Given
    EngineScenario strict =
        EngineScenario.underYaml(
            "identical_failure: {}", "transition_pattern: {}", "gate: {loops: 4, attempts: null}");
    TaskScript<Outputs> task = strict.task("T1");
    task.fails("Error A");
    task.fails("Error A");
    task.fails("Error A");
    task.followsSteps("a", "b", "a", "b", "a");

    // When
    String opened = task.fails("Error A").gate().getText();
    String updated = task.fails("Error A").gate().getText();

    // Then
    assertThat(opened).endsWith("Tried lately: retry with hint ×2, escalate to planner.");
    assertThat(updated).endsWith("Tried lately: retry with hint ×2, escalate to planner.");
  }

  @Test
  void aGateWithAnActionWithoutTargetHasTheFullBriefing() {
    // Given
    EngineScenario strict =
        EngineScenario.underYaml(
            "task_attempts: {maxAttempts: 2}", "gate: {loops: 1, attempts: null}");
    for (int i = 0; i < 3; i++) {
      strict.task("T1").attempts(TaskStatus.DONE, List.of(), List.of());
    }

    // When
    Outputs fourth = strict.task("T1").attempts(TaskStatus.DONE, List.of(), List.of());

    // Then
    assertThat(fourth.verdict().getAction()).isEqualTo(Action.FORCE_NEXT);
    assertThat(fourth.verdict().getText()).doesNotContain("So far");
    assertThat(fourth.gate().getText())
        .startsWith(fourth.verdict().getText())
        .endsWith("So far: 4 attempts, 2 loops. This loop: 1 s. Tried lately: force next.");
  }

  @Test
  void everyEscalationBearsTheDocumentsTopic() {
    // Given
    EngineScenario strict = EngineScenario.underYaml("transition_pattern: {}");
    strict.task("T1").fails("Error A");

    // When
    Outputs planner = strict.task("T1").followsSteps("a", "b", "a", "b", "a");

    // Then
    assertThat(planner.verdict().getTarget()).isEqualTo(Target.PLANNER);
    assertThat(planner.verdict().getContextTopic()).isEqualTo("loop_escalation");
  }

  @Test
  void briefingContainsNoSecret() {
    // Given
    story.task("T1").fails("login with password=hunter2 failed");
    story.task("T1").fails("login with password=hunter2 failed");

    // When
    Outputs third = story.task("T1").fails("login with password=hunter2 failed");

    // Then
    assertThat(third.gate().getText()).contains("login with").doesNotContain("hunter2");
  }
}
