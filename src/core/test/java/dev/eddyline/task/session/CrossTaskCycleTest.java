package dev.eddyline.task.session;

import static dev.eddyline.schema.TaskStatus.IN_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session that switches between a few tasks in a cycle. */
class CrossTaskCycleTest {

  private final EngineScenario story =
      EngineScenario.underYaml("cross_task_cycle: {}", "gate: {attempts: null}");
  private final RandomSession session = new RandomSession(story);

  @Test
  void futureEnhancements_aSessionThatCyclesBetweenTwoTasksIsFoundAtTheThirdTime() {
    assertThat(session.goes("A", "B", "A", "B", "A").verdicts()).isEmpty();

    Outputs sixth = session.goes("B");

    LoopVerdict verdict = sixth.verdict();
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.CROSS_TASK_CYCLE);
    assertThat(verdict.getTaskId()).isEqualTo("B");
    assertThat(verdict.getRootTaskId()).isEqualTo("B");
    assertThat(verdict.getSessionId()).isEqualTo("s1");
    assertThat(verdict.getPeriod()).isEqualTo(2);
    assertThat(verdict.getOccurrences()).isEqualTo(3);
    assertThat(verdict.getAttempts()).isEqualTo(3);
    assertThat(verdict.getMeasured()).isEqualTo(3);
    assertThat(verdict.getLimit()).isEqualTo(3);
    assertThat(verdict.getPattern()).isEqualTo("A→B→A");
    assertThat(verdict.getFirstEventId()).isEqualTo("e1");
    assertThat(verdict.getLastEventId()).isEqualTo("e6");
    assertThat(verdict.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(verdict.getTarget()).isEqualTo(Target.PLANNER);
    assertThat(verdict.getEvidence())
        .extracting(Evidence::getEventId, Evidence::getWhat)
        .containsExactly(tuple("e5", "attempted A"), tuple("e6", "attempted B"));
    assertThat(sixth.gates()).isEmpty();
  }

  @Test
  void futureEnhancements_threeTasksAreACycleToo() {
    assertThat(session.goes("A", "B", "C", "A", "B", "C", "A", "B").verdicts()).isEmpty();

    LoopVerdict verdict = session.goes("C").verdict();

    assertThat(verdict.getPeriod()).isEqualTo(3);
    assertThat(verdict.getPattern()).isEqualTo("A→B→C→A");
  }

  /** Attempts of A and B in turn; before each from the second round on, something happens. */
  private List<LoopVerdict> takesTurns(
      int rounds, BiConsumer<TaskScript<Outputs>, Integer> before) {
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (String name : List.of("A", "B")) {
        TaskScript<Outputs> task = story.task(name).inSession("s1");
        if (round > 0) {
          before.accept(task, round);
        }
        verdicts.addAll(task.attempts(TaskStatus.IN_PROGRESS, List.of(), List.of("w")).verdicts());
        story.advanceTime(Duration.ofMinutes(1));
      }
    }
    return verdicts;
  }

  @Test
  void completedWorkThatGrewForgives() {
    List<LoopVerdict> verdicts = new ArrayList<>();
    List<String> work = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      for (String name : List.of("A", "B")) {
        work.add("w" + work.size());
        verdicts.addAll(
            story
                .task(name)
                .inSession("s1")
                .attempts(TaskStatus.IN_PROGRESS, List.of(), List.copyOf(work))
                .verdicts());
        story.advanceTime(Duration.ofMinutes(1));
      }
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void progressReportedInOneOfTheTasksForgives() {
    assertThat(
            takesTurns(
                4,
                (task, round) ->
                    task.publishesBody(
                        new ProgressReported(null, null, null, round, null, null, null))))
        .isEmpty();
  }

  @Test
  void aNewToolResultForgives() {
    assertThat(
            takesTurns(
                4,
                (task, round) -> {
                  String call = "c" + round + story.now();
                  task.calls(call, "read", "file " + call);
                  task.returns(call, "read", "content number " + story.now() + call);
                }))
        .isEmpty();
  }

  @Test
  void withoutProgressTheSameTurnsAreACycle() {
    assertThat(takesTurns(3, (task, round) -> task.enters("plan")))
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.CROSS_TASK_CYCLE);
  }

  @Test
  void afterProgressTheCycleIsCountedAnew() {
    List<LoopVerdict> verdicts =
        takesTurns(
            5,
            (task, round) -> {
              if (round == 1) {
                task.publishesBody(new ProgressReported(null, null, null, 1, null, null, null));
              }
            });

    assertThat(verdicts).isNotEmpty();
    assertThat(verdicts.get(0).getOccurrences()).isEqualTo(3);
    assertThat(verdicts.get(0).getFirstEventId()).isNotEqualTo("e1");
  }

  @Test
  void fourTasksAreNone() {
    for (int round = 0; round < 6; round++) {
      assertThat(session.goes("A", "B", "C", "D").verdicts()).isEmpty();
    }
  }

  @Test
  void threeTasksAreNoneWhereThePolicyAllowsTwo() {
    EngineScenario two = EngineScenario.underYaml("cross_task_cycle: {maxTasks: 2}");
    for (int round = 0; round < 6; round++) {
      assertThat(new RandomSession(two).goes("A", "B", "C").verdicts()).isEmpty();
    }
    assertThat(new RandomSession(two).goes("A", "B", "A", "B", "A", "B").verdicts()).hasSize(1);
  }

  @Test
  void aDifferentTaskOrderIsNotACycle() {
    assertThat(session.goes("A", "B", "C", "A", "C", "B", "A", "B", "C", "B", "A", "C").verdicts())
        .isEmpty();
  }

  @Test
  void consecutiveTransitionsToTheSameTaskAreOne() {
    assertThat(session.goes("A", "A", "A", "B", "B", "A", "B", "B", "B", "A", "A").verdicts())
        .isEmpty();

    assertThat(session.goes("B").verdict().getOccurrences()).isEqualTo(3);
    assertThat(session.goes("B", "B", "B").verdicts()).isEmpty();
  }

  @Test
  void consecutiveAttemptsOnOneTaskDoNotEvictOthersFromSessionHistory() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 50; i++) {
        session.goes("A");
      }
      session.goes("B");
    }

    assertThat(session.goes("A", "B").verdict().getPattern()).isEqualTo("A→B→A");
  }

  @Test
  void theCycleIsDetectedAgainOnlyAfterOneMoreFullCycle_andThenEscalatesToAPerson() {
    LoopVerdict first = session.goes("A", "B", "A", "B", "A", "B").verdict();
    assertThat(session.goes("A").verdicts()).isEmpty();

    Outputs again = session.goes("B");

    assertThat(again.verdict().getLoopId()).isEqualTo(first.getLoopId());
    assertThat(again.verdict().getOccurrences()).isEqualTo(4);
    assertThat(again.verdict().getLoopCount()).isEqualTo(2);
    assertThat(again.verdict().getTarget()).isEqualTo(Target.USER);
    assertThat(again.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(again.gate().getReason()).isEqualTo("Loop detected after 4 attempts");
  }

  @Test
  void startsAndAttemptsAreMoves_otherEventsAreNot() {
    for (int round = 0; round < 3; round++) {
      story.task("A").inSession("s1").starts("Build A");
      story.task("C").inSession("s1").enters("build");
      story.task("C").inSession("s1").moves("build", "test");
      if (round < 2) {
        session.goes("B");
      }
    }

    assertThat(session.goes("B").verdict().getLoopType()).isEqualTo(LoopType.CROSS_TASK_CYCLE);
  }

  @Test
  void anAttemptThatIsProposedIsNotATransition() {
    session.goes("A", "B", "A", "B", "A");
    TaskAttempted proposed = new TaskAttempted(IN_PROGRESS, null, null, true);

    assertThat(story.task("B").inSession("s1").publishesBody(proposed).signals()).isEmpty();
    assertThat(session.goes("B").verdicts()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"success", "failure"})
  void toCompleteOneOfThemEndsIt_whateverTheOutcome(String outcome) {
    session.goes("A", "B", "A", "B", "A");
    story.task("A").inSession("s1").ends(outcome);

    assertThat(session.goes("B", "A", "B", "A", "B").verdicts()).isEmpty();
    assertThat(session.goes("A").verdict().getOccurrences()).isEqualTo(3);
  }

  @Test
  void completionOfTaskOutsideTheCycleDoesNotResetTheSessionHistory() {
    session.goes("A", "B", "A", "B", "A");
    story.task("C").inSession("s1").completes();

    assertThat(session.goes("B").verdicts()).hasSize(1);
  }

  @Test
  void cycleIsDetectedPerSession_notPerAgent() {
    for (int round = 0; round < 3; round++) {
      for (String task : List.of("A", "B")) {
        String session = "session of round " + round;
        story.task(task).byAgent("agent-1").inSession(session).attempts(IN_PROGRESS, null, null);
        assertThat(story.task(task).byAgent("agent-1").attempts(IN_PROGRESS, null, null).records())
            .isEmpty();
      }
    }
    story.task("A").byAgent("ann").inSession("s1").attempts(IN_PROGRESS, null, null);
    story.task("B").byAgent("bob").inSession("s1").attempts(IN_PROGRESS, null, null);

    assertThat(session.goes("A", "B", "A", "B").verdict().getAgents())
        .containsExactly("ann", "bob", "agent-1");
  }

  @Test
  void sessionsDoNotMix() {
    for (int round = 0; round < 4; round++) {
      assertThat(session.goes("A").verdicts()).isEmpty();
      assertThat(story.task("B").inSession("s2").attempts(IN_PROGRESS, null, null).verdicts())
          .isEmpty();
    }
  }

  @Test
  void cycleIsDetected_whenSessionIdEqualsATaskId() {
    for (int round = 0; round < 2; round++) {
      story.task("A").inSession("A").attempts(IN_PROGRESS, null, null);
      story.task("B").inSession("A").attempts(IN_PROGRESS, null, null);
    }
    story.task("A").inSession("A").attempts(IN_PROGRESS, null, null);

    assertThat(story.task("B").inSession("A").attempts(IN_PROGRESS, null, null).verdicts())
        .hasSize(1);
  }
}
