package dev.eddyline.task.session;

import static dev.eddyline.schema.TaskStatus.BLOCKED;
import static dev.eddyline.schema.TaskStatus.DONE;
import static dev.eddyline.schema.TaskStatus.IN_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.SessionEvent;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Signals of a session's loop to its root: contents, counting and verdicts. */
class CrossTaskSignalsTest {

  private static final List<String> NONE = List.of();

  private final EngineScenario story =
      EngineScenario.underYaml("cross_task_cycle: {}", "gate: {attempts: null}");
  private final RandomSession session = new RandomSession(story);

  @Test
  void aRootOfEveryTaskCountsItsOwn_andTheRootOfTheClosingEventRules() {
    for (int round = 0; round < 2; round++) {
      subtask("R.1");
      subtask("R.2");
    }
    subtask("R.1");

    Outputs sixth = subtask("R.2");

    assertThat(sixth.verdict().getTaskId()).isEqualTo("R.2");
    assertThat(sixth.verdict().getRootTaskId()).isEqualTo("R");
    story.task("R").requestingReply().enters("x");
    assertThat(story.task("R").requestingReply().enters("x").verdict().getLoopCount()).isEqualTo(1);
  }

  private Outputs subtask(String task) {
    return story.task(task).belowRoot("R").inSession("s1").attempts(IN_PROGRESS, null, null);
  }

  @Test
  void whatItCostsAcrossTasksIsNotKnown_whatTheTaskCostIs() {
    session.goes("A", "B", "A", "B", "A");

    LoopVerdict verdict =
        story
            .task("B")
            .inSession("s1")
            .costing(10, 1.0)
            .attempts(IN_PROGRESS, null, null)
            .verdict();

    assertThat(verdict.getTaskCost().getTokens()).isEqualTo(10);
    assertThat(verdict.getLoopCost().getTokens()).isZero();
    assertThat(verdict.getLoopCost().getCostUsd()).isZero();
    assertThat(verdict.getLoopCost().getDurationMs()).isEqualTo(5_000);
  }

  @Test
  void theCycleStartIsKnownEvenIfItsFirstTransitionIsEvicted() {
    LoopVerdict last = null;
    for (int round = 0; round < 60; round++) {
      List<LoopVerdict> verdicts = session.goes("A", "B").verdicts();
      last = verdicts.isEmpty() ? last : verdicts.get(0);
    }

    assertThat(last.getFirstEventId()).isEqualTo("e1");
    assertThat(last.getLoopCost().getDurationMs())
        .isEqualTo(Duration.between(EngineScenario.BEGIN, last.getOccurredAt()).toMillis())
        .isGreaterThan(64_000);
  }

  @Test
  void aRestartedCycleHasItsOwnStart() {
    session.goes("A", "B", "A", "B", "A", "B");
    session.goes("C");

    LoopVerdict again = session.goes("A", "B", "A", "B", "A", "B").verdict();

    assertThat(again.getFirstEventId()).isEqualTo("e8");
    assertThat(again.getLoopCost().getDurationMs()).isEqualTo(5_000);
  }

  @Test
  void theSignalCarriesNoTextButAllNames() {
    TaskScript<Outputs> task = story.task("R.1").belowRoot("R").inWorkflow("build").inSession("s1");
    task.publishesBody(new TaskStarted("Build the secret thing", "high", "setup"));
    List<String> blockers = List.of("no secret");

    Outputs attempt = story.task("R.1").inSession("s1").attempts(BLOCKED, blockers, List.of("x"));

    AgentEvent forwardedEvent = ((SessionEvent) attempt.signals().get(0).getBody()).getEvent();
    assertThat(forwardedEvent.getRootTaskId()).isEqualTo("R");
    assertThat(forwardedEvent.getWorkflow()).isEqualTo("build");
    assertThat(forwardedEvent.getSessionId()).isEqualTo("s1");
    assertThat(forwardedEvent.getBody()).isEqualTo(new TaskAttempted(BLOCKED, null, null, false));
    assertThat(story.published().toString()).doesNotContain("secret");
  }

  @Test
  void anEventIsForwardedOnlyWhereTheRuleIsOnAndOnlyOnce() {
    EngineScenario off = EngineScenario.under("phases");
    TaskScript<Outputs> attempt = story.task("A").inSession("s1").withEventId("x").at(story.now());

    assertThat(new RandomSession(off).goes("A").signals()).isEmpty();
    assertThat(attempt.attempts(DONE, null, null).signals()).hasSize(1);
    assertThat(attempt.attempts(DONE, null, null).signals()).isEmpty();
    assertThat(story.task("A").attempts(DONE, null, null).signals()).isEmpty();
    assertThat(story.task("A").inSession("").attempts(DONE, null, null).signals()).isEmpty();
    assertThat(story.task("A").inSession("s1").fails("x").signals()).isEmpty();
  }

  @Test
  void anEventMayCloseALoopOfItsTaskAndOneOfItsSession_eachWithAnIdOfItsOwn() {
    EngineScenario both =
        EngineScenario.underYaml(
            "cross_task_cycle: {}",
            "task_attempts: {}",
            "actions: {completed_task_revisit: escalate}",
            "gate: {loops: 1, attempts: null}");
    for (int round = 0; round < 2; round++) {
      both.task("A").inSession("s1").attempts(DONE, NONE, NONE);
      both.task("B").inSession("s1").attempts(DONE, NONE, NONE);
    }
    both.task("A").inSession("s1").attempts(DONE, NONE, NONE);

    Outputs sixth = both.task("B").inSession("s1").attempts(DONE, NONE, NONE);

    assertThat(sixth.verdicts())
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.COMPLETED_TASK_REVISIT, LoopType.CROSS_TASK_CYCLE);
    assertThat(sixth.verdicts()).extracting(LoopVerdict::getVerdictId).doesNotHaveDuplicates();
    assertThat(sixth.verdicts()).extracting(LoopVerdict::getLoopCount).containsExactly(1, 1);
    assertThat(sixth.gates()).extracting("triggerId").doesNotHaveDuplicates().hasSize(2);
    assertThat(sixth.gates())
        .extracting("gateId")
        .hasSize(2)
        .containsOnly(sixth.gates().get(0).getGateId());
    assertThat(sixth.verdicts())
        .extracting(verdict -> verdict.getSource().getNumber())
        .containsExactly(0, 16);
  }

  @Test
  void aDecisionResetsTheLadder_andTheSessionIsStillWatched() {
    session.goes("A", "B", "A", "B", "A", "B", "A", "B");
    story.task("B").decides(Decision.FALSE_POSITIVE);

    LoopVerdict again = session.goes("A", "B").verdict();

    assertThat(again.getLoopCount()).isEqualTo(1);
    assertThat(again.getTarget()).isEqualTo(Target.PLANNER);
  }
}
