package dev.eddyline.task;

import static dev.eddyline.schema.TaskStatus.BLOCKED;
import static dev.eddyline.schema.TaskStatus.DONE;
import static dev.eddyline.schema.TaskStatus.IN_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.SessionEvent;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStarted;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One session goes round between a few tasks (document 004, "Future Enhancements"). */
class CrossTaskCycleTest {

  private static final List<String> NONE = List.of();

  private final Story story = Story.underYaml("cross_task_cycle: {}", "gate: {attempts: null}");

  private Outputs goes(Story story, String... tasks) {
    Outputs last = null;
    for (String task : tasks) {
      last = story.task(task).during("s1").attempts(IN_PROGRESS, null, null);
    }
    return last;
  }

  private Outputs goes(String... tasks) {
    return goes(story, tasks);
  }

  @Test
  void doc004_futureEnhancements_aSessionThatCyclesBetweenTwoTasksIsFoundAtTheThirdTime() {
    assertThat(goes("A", "B", "A", "B", "A").verdicts()).isEmpty();

    Outputs sixth = goes("B");

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
  void doc004_futureEnhancements_threeTasksAreACycleToo() {
    assertThat(goes("A", "B", "C", "A", "B", "C", "A", "B").verdicts()).isEmpty();

    LoopVerdict verdict = goes("C").verdict();

    assertThat(verdict.getPeriod()).isEqualTo(3);
    assertThat(verdict.getPattern()).isEqualTo("A→B→C→A");
  }

  @Test
  void fourTasksAreNone() {
    for (int round = 0; round < 6; round++) {
      assertThat(goes("A", "B", "C", "D").verdicts()).isEmpty();
    }
  }

  @Test
  void threeTasksAreNoneWhereThePolicyAllowsTwo() {
    Story two = Story.underYaml("cross_task_cycle: {maxTasks: 2}");
    for (int round = 0; round < 6; round++) {
      assertThat(goes(two, "A", "B", "C").verdicts()).isEmpty();
    }
    assertThat(goes(two, "A", "B", "A", "B", "A", "B").verdicts()).hasSize(1);
  }

  @Test
  void anotherOrderIsNoCycle() {
    assertThat(goes("A", "B", "C", "A", "C", "B", "A", "B", "C", "B", "A", "C").verdicts())
        .isEmpty();
  }

  @Test
  void movesToTheSameTaskInARowAreOne() {
    assertThat(goes("A", "A", "A", "B", "B", "A", "B", "B", "B", "A", "A").verdicts()).isEmpty();

    assertThat(goes("B").verdict().getOccurrences()).isEqualTo(3);
    assertThat(goes("B", "B", "B").verdicts()).isEmpty();
  }

  @Test
  void oneTaskTakenUpManyTimesRunningDoesNotPushTheOthersOut() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 50; i++) {
        goes("A");
      }
      goes("B");
    }

    assertThat(goes("A", "B").verdict().getPattern()).isEqualTo("A→B→A");
  }

  @Test
  void itTripsAgainOnlyAfterOneMoreRound_andThenGoesToAPerson() {
    LoopVerdict first = goes("A", "B", "A", "B", "A", "B").verdict();
    assertThat(goes("A").verdicts()).isEmpty();

    Outputs again = goes("B");

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
      story.task("A").during("s1").starts("Build A");
      story.task("C").during("s1").enters("build");
      story.task("C").during("s1").moves("build", "test");
      if (round < 2) {
        goes("B");
      }
    }

    assertThat(goes("B").verdict().getLoopType()).isEqualTo(LoopType.CROSS_TASK_CYCLE);
  }

  @Test
  void anAttemptThatIsAskedBeforehandIsNoMove() {
    goes("A", "B", "A", "B", "A");
    TaskAttempted proposed = new TaskAttempted(IN_PROGRESS, null, null, true);

    assertThat(story.task("B").during("s1").happens(proposed).signals()).isEmpty();
    assertThat(goes("B").verdicts()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"success", "failure"})
  void toCompleteOneOfThemEndsIt_whateverTheOutcome(String outcome) {
    goes("A", "B", "A", "B", "A");
    story.task("A").during("s1").ends(outcome);

    assertThat(goes("B", "A", "B", "A", "B").verdicts()).isEmpty();
    assertThat(goes("A").verdict().getOccurrences()).isEqualTo(3);
  }

  @Test
  void toCompleteATaskThatTheSessionDidNotMoveToEndsNothing() {
    goes("A", "B", "A", "B", "A");
    story.task("C").during("s1").completes();

    assertThat(goes("B").verdicts()).hasSize(1);
  }

  @Test
  void agentsArePooled_soTheSessionTellsAndNotTheAgent() {
    for (int round = 0; round < 3; round++) {
      for (String task : List.of("A", "B")) {
        String session = "session of round " + round;
        story.task(task).by("agent-1").during(session).attempts(IN_PROGRESS, null, null);
        assertThat(story.task(task).by("agent-1").attempts(IN_PROGRESS, null, null).records())
            .isEmpty();
      }
    }
    story.task("A").by("ann").during("s1").attempts(IN_PROGRESS, null, null);
    story.task("B").by("bob").during("s1").attempts(IN_PROGRESS, null, null);

    assertThat(goes("A", "B", "A", "B").verdict().getAgents())
        .containsExactly("ann", "bob", "agent-1");
  }

  @Test
  void sessionsDoNotMix() {
    for (int round = 0; round < 4; round++) {
      assertThat(goes("A").verdicts()).isEmpty();
      assertThat(story.task("B").during("s2").attempts(IN_PROGRESS, null, null).verdicts())
          .isEmpty();
    }
  }

  @Test
  void aSessionWhoseIdIsThatOfATaskIsStillASession() {
    for (int round = 0; round < 2; round++) {
      story.task("A").during("A").attempts(IN_PROGRESS, null, null);
      story.task("B").during("A").attempts(IN_PROGRESS, null, null);
    }
    story.task("A").during("A").attempts(IN_PROGRESS, null, null);

    assertThat(story.task("B").during("A").attempts(IN_PROGRESS, null, null).verdicts()).hasSize(1);
  }

  @Test
  void eventsThatComeOutOfOrderTakeTheirPlace() {
    Instant begin = story.now().minusSeconds(100);
    List<Integer> coming = List.of(4, 0, 1, 5, 3);
    for (int place : coming) {
      assertThat(move(begin, place).verdicts()).isEmpty();
    }

    LoopVerdict verdict = move(begin, 2).verdict();

    assertThat(verdict.getTaskId()).isEqualTo("A");
    assertThat(verdict.getEventId()).isEqualTo("m2");
    assertThat(verdict.getFirstEventId()).isEqualTo("m0");
    assertThat(verdict.getPattern()).isEqualTo("A→B→A");
    assertThat(verdict.getEvidence()).extracting(Evidence::getEventId).containsExactly("m4", "m5");
  }

  @Test
  void eventsOfOneMomentStandInTheOrderOfTheirIds() {
    Instant moment = story.now();
    for (int place : List.of(5, 1, 3, 0, 2)) {
      String task = place % 2 == 0 ? "A" : "B";
      story.task(task).during("s1").named("m" + (place + 7)).at(moment).attempts(DONE, null, null);
    }

    assertThat(
            story
                .task("A")
                .during("s1")
                .named("m11")
                .at(moment)
                .attempts(DONE, null, null)
                .verdicts())
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.CROSS_TASK_CYCLE);
  }

  @Test
  void aLateCompletionCutsWhereItBelongs() {
    Instant begin = story.now().minusSeconds(100);
    for (int place = 0; place < 6; place++) {
      move(begin, place);
    }
    story.task("A").during("s1").at(begin.plusSeconds(25)).ends("failure");

    assertThat(move(begin, 6).verdicts()).isEmpty();
    assertThat(move(begin, 7).verdicts()).isEmpty();
    assertThat(move(begin, 8).verdict().getOccurrences()).isEqualTo(3);
  }

  private Outputs move(Instant begin, int place) {
    String task = place % 2 == 0 ? "A" : "B";
    return story
        .task(task)
        .during("s1")
        .named("m" + place)
        .at(begin.plusSeconds(10L * place))
        .attempts(IN_PROGRESS, null, null);
  }

  @Test
  void movesOfMoreThanADayAgoDoNotCount() {
    goes("A", "B", "A", "B", "A");
    story.after(Duration.ofHours(25));

    assertThat(goes("B", "A", "B", "A", "B").verdicts()).isEmpty();
    assertThat(goes("A").verdicts()).hasSize(1);
  }

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
    story.task("R").asking().enters("x");
    assertThat(story.task("R").asking().enters("x").verdict().getLoopCount()).isEqualTo(1);
  }

  private Outputs subtask(String task) {
    return story.task(task).under("R").during("s1").attempts(IN_PROGRESS, null, null);
  }

  @Test
  void whatItCostsAcrossTasksIsNotKnown_whatTheTaskCostIs() {
    goes("A", "B", "A", "B", "A");

    LoopVerdict verdict =
        story.task("B").during("s1").costing(10, 1.0).attempts(IN_PROGRESS, null, null).verdict();

    assertThat(verdict.getTaskCost().getTokens()).isEqualTo(10);
    assertThat(verdict.getLoopCost().getTokens()).isZero();
    assertThat(verdict.getLoopCost().getCostUsd()).isZero();
    assertThat(verdict.getLoopCost().getDurationMs()).isEqualTo(5_000);
  }

  @Test
  void theSignalCarriesNoTextButAllNames() {
    TaskScript<Outputs> task = story.task("R.1").under("R").in("build").during("s1");
    task.happens(new TaskStarted("Build the secret thing", "high", "setup"));
    List<String> blockers = List.of("no secret");

    Outputs attempt = story.task("R.1").during("s1").attempts(BLOCKED, blockers, List.of("x"));

    AgentEvent hop = ((SessionEvent) attempt.signals().get(0).getBody()).getEvent();
    assertThat(hop.getRootTaskId()).isEqualTo("R");
    assertThat(hop.getWorkflow()).isEqualTo("build");
    assertThat(hop.getSessionId()).isEqualTo("s1");
    assertThat(hop.getBody()).isEqualTo(new TaskAttempted(BLOCKED, null, null, false));
    assertThat(story.published().toString()).doesNotContain("secret");
  }

  @Test
  void anEventHopsOnlyWhereTheRuleIsOnAndOnlyOnce() {
    Story off = Story.under("phases");
    TaskScript<Outputs> attempt = story.task("A").during("s1").named("x").at(story.now());

    assertThat(goes(off, "A").signals()).isEmpty();
    assertThat(attempt.attempts(DONE, null, null).signals()).hasSize(1);
    assertThat(attempt.attempts(DONE, null, null).signals()).isEmpty();
    assertThat(story.task("A").attempts(DONE, null, null).signals()).isEmpty();
    assertThat(story.task("A").during("").attempts(DONE, null, null).signals()).isEmpty();
    assertThat(story.task("A").during("s1").fails("x").signals()).isEmpty();
  }

  @Test
  void anEventMayCloseALoopOfItsTaskAndOneOfItsSession_eachWithAnIdOfItsOwn() {
    Story both =
        Story.underYaml(
            "cross_task_cycle: {}", "task_attempts: {}", "gate: {loops: 1, attempts: null}");
    for (int round = 0; round < 2; round++) {
      both.task("A").during("s1").attempts(DONE, NONE, NONE);
      both.task("B").during("s1").attempts(DONE, NONE, NONE);
    }
    both.task("A").during("s1").attempts(DONE, NONE, NONE);

    Outputs sixth = both.task("B").during("s1").attempts(DONE, NONE, NONE);

    assertThat(sixth.verdicts())
        .extracting(LoopVerdict::getLoopType)
        .containsExactly(LoopType.COMPLETED_TASK_REVISIT, LoopType.CROSS_TASK_CYCLE);
    assertThat(sixth.verdicts()).extracting(LoopVerdict::getVerdictId).doesNotHaveDuplicates();
    assertThat(sixth.verdicts()).extracting(LoopVerdict::getLoopCount).containsExactly(1, 2);
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
  void aDecisionSetsTheLadderBack_andTheSessionIsStillWatched() {
    goes("A", "B", "A", "B", "A", "B", "A", "B");
    story.task("B").decides(Decision.FALSE_POSITIVE);

    LoopVerdict again = goes("A", "B").verdict();

    assertThat(again.getLoopCount()).isEqualTo(1);
    assertThat(again.getTarget()).isEqualTo(Target.PLANNER);
  }
}
