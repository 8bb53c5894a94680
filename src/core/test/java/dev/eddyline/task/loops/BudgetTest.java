package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.policy.InvalidPolicyException;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A task that loops may spend its budget, and no more (specification, section 2). */
class BudgetTest {

  private static final String LOOPS = "identical_failure: {}";
  private static final String FAR = "gate: {loops: 100, attempts: null}";

  private final EngineScenario story =
      EngineScenario.underYaml(LOOPS, "budget_exceeded: {tokens: 100}", FAR);
  private final TaskScript<Outputs> task = story.task("T1");

  private static void loops(TaskScript<Outputs> task) {
    task.fails("Error A");
    task.fails("Error A");
  }

  /** Steps, counted from 1, at which an exceeded budget was reported. */
  private static List<Integer> enterStepsAndCollectPublishedStepNumbers(
      TaskScript<Outputs> task, int steps) {
    List<Integer> publishedStepNumbers = new ArrayList<>();
    for (int step = 1; step <= steps; step++) {
      for (LoopVerdict verdict : task.enters("step").verdicts()) {
        assertThat(verdict.getLoopType()).isEqualTo(LoopType.BUDGET_EXCEEDED);
        publishedStepNumbers.add(step);
      }
    }
    return publishedStepNumbers;
  }

  @Test
  void costSinceTheFirstLoopExceedsTheBudget_onceForEachFullBudget() {
    // Given
    loops(task.costing(1_000, 0));

    // When
    List<Integer> publishedStepNumbers =
        enterStepsAndCollectPublishedStepNumbers(task.costing(20, 0), 16);

    // Then: 120, 220 and 320 tokens; 100, 200 and 300 are not yet more
    assertThat(publishedStepNumbers).containsExactly(6, 11, 16);
  }

  @Test
  void theVerdictContainsTheCostSinceTheFirstLoop() {
    // Given
    loops(task.costing(1_000, 0));

    // When
    Outputs passed = task.costing(101, 2).enters("build");

    // Then
    LoopVerdict verdict = passed.verdict();
    assertThat(verdict.getReason())
        .isEqualTo("The task spent 101 tokens since its first loop, its budget is 100");
    assertThat(verdict.getMeasured()).isEqualTo(101);
    assertThat(verdict.getLimit()).isEqualTo(100);
    assertThat(verdict.getLoopCount()).isEqualTo(2);
    assertThat(verdict.getLoopCost().getTokens()).isEqualTo(101);
    assertThat(verdict.getEvidence()).extracting(Evidence::getEventId).containsExactly("e2", "e3");
    assertThat(verdict.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(verdict.getTarget()).isEqualTo(Target.USER);
    assertThat(passed.gates()).hasSize(1);
    assertThat(passed.gate().getReason()).isEqualTo(verdict.getReason());
  }

  @Test
  void withoutALoopAnythingMayBeSpent() {
    // Given
    task.costing(1_000_000, 0).fails("Error A");

    // When / Then
    assertThat(enterStepsAndCollectPublishedStepNumbers(task.costing(1_000, 0), 5)).isEmpty();
  }

  @Test
  void dollarsAreCountedToo_withoutTheErrorsOfTheirSums() {
    // Given
    EngineScenario dear =
        EngineScenario.underYaml(LOOPS, "budget_exceeded: {tokens: 1000, costUsd: 0.3}", FAR);
    loops(dear.task("T1"));

    // When
    List<Integer> publishedStepNumbers =
        enterStepsAndCollectPublishedStepNumbers(dear.task("T1").costing(1, 0.1), 7);
    LoopVerdict third = dear.task("T1").costing(0, 0.3).enters("step").verdict();

    // Then: 0.1 three times is 0.3, whatever a sum of fractions says
    assertThat(publishedStepNumbers).containsExactly(4, 7);
    assertThat(third.getReason())
        .isEqualTo("The task spent 1.00 USD since its first loop, its budget is 0.30 USD");
    assertThat(third.getAttempts()).isEqualTo(3);
  }

  @Test
  void aResetStartsANewBudget() {
    // Given
    loops(task);
    assertThat(enterStepsAndCollectPublishedStepNumbers(task.costing(200, 0), 1)).hasSize(1);
    task.completes();

    // When
    List<Integer> publishedStepNumbers =
        enterStepsAndCollectPublishedStepNumbers(task.costing(200, 0), 3);
    loops(task);

    // Then
    assertThat(publishedStepNumbers).isEmpty();
    assertThat(enterStepsAndCollectPublishedStepNumbers(task.costing(60, 0), 2)).containsExactly(2);
  }

  @Test
  void aSubtaskHasItsOwnBudget() {
    // Given
    TaskScript<Outputs> subtask = story.task("T1.1").belowRoot("T1");
    loops(subtask);
    task.costing(500, 0).enters("build");

    // When
    LoopVerdict passed = subtask.costing(101, 0).enters("build").verdict();

    // Then
    assertThat(passed.getTaskId()).isEqualTo("T1.1");
    assertThat(passed.getLoopCount()).isEqualTo(2);
  }

  @Test
  void itIsOffUntilItIsSet_inEveryPreset() {
    assertThat(Policies.PRESETS)
        .allSatisfy(
            preset ->
                assertThat(Policies.preset(preset).enabledRuleNames())
                    .doesNotContain("budget_exceeded"));
  }

  @Test
  void anEmptyBudgetIsRejected() {
    assertThatThrownBy(() -> EngineScenario.underYaml("budget_exceeded: {enabled: true}"))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContaining("budget_exceeded.tokens: or costUsd must be set");
  }

  @Test
  void underJudgeWorkersActionsTheTaskIsAborted() {
    // Given
    EngineScenario aborting =
        EngineScenario.underYaml(
            LOOPS, "budget_exceeded: {tokens: 100}", "actions: {budget_exceeded: abort}", FAR);
    loops(aborting.task("T1"));

    // When
    Outputs passed = aborting.task("T1").costing(101, 0).enters("build");

    // Then
    assertThat(passed.verdict().getAction()).isEqualTo(Action.ABORT);
    assertThat(passed.gates()).isEmpty();
  }
}
