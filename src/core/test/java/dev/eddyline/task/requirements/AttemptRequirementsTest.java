package dev.eddyline.task.requirements;

import static dev.eddyline.schema.TaskStatus.BLOCKED;
import static dev.eddyline.schema.TaskStatus.DONE;
import static dev.eddyline.schema.TaskStatus.IN_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Required examples of task attempts under their presets; each name has its section. */
class AttemptRequirementsTest {

  private static final List<String> NONE = List.of();

  private final EngineScenario story = EngineScenario.under("autopilot");

  private static LoopVerdict nth(
      EngineScenario story,
      int times,
      String task,
      TaskStatus status,
      List<String> blockers,
      List<String> work) {
    for (int i = 1; i < times; i++) {
      story.task(task).attempts(status, blockers, work);
    }
    return story.task(task).attempts(status, blockers, work).verdict();
  }

  @Test
  void testing_completedTaskRevisit_isPublishedAtTheThirdOfFourAttempts() {
    List<String> work = List.of("Implemented dashboard.tsx");
    LoopVerdict third = nth(story, 3, "T3.4.2", DONE, NONE, work);

    assertThat(third.getLoopType()).isEqualTo(LoopType.COMPLETED_TASK_REVISIT);
    assertThat(third.getAttempts()).isEqualTo(3);
    assertThat(third.getAction()).isEqualTo(Action.FORCE_NEXT);
    assertThat(third.getSetStatus()).isEqualTo(DONE);
    assertThat(third.getContextTopic()).isEqualTo("loop_recovery");
    assertThat(third.getText())
        .contains("T3.4.2", "attempted 3 times", "Do not take up", "next task");
    assertThat(story.task("T3.4.2").attempts(DONE, NONE, work).records()).isEmpty();
  }

  @Test
  void forceNext_clearsTheAttemptHistory_whileTextsCountSinceTheFirst() {
    nth(story, 3, "T3.4.2", DONE, NONE, NONE);

    LoopVerdict sixth = nth(story, 3, "T3.4.2", DONE, NONE, NONE);

    assertThat(sixth.getAction()).isEqualTo(Action.FORCE_NEXT);
    assertThat(sixth.getText()).contains("attempted 6 times");
    assertThat(sixth.getEvidence())
        .extracting(Evidence::getEventId)
        .containsExactly("e4", "e5", "e6");
  }

  @Test
  void forceNext_aTaskWithoutProgressIsLeftAgainOnlyAfterFiveMoreAttempts() {
    List<String> work = List.of("Read file A", "Parse config");
    assertThat(nth(story, 5, "T7.1.2", IN_PROGRESS, NONE, work).getAction())
        .isEqualTo(Action.FORCE_NEXT);

    LoopVerdict eighth = nth(story, 3, "T7.1.2", IN_PROGRESS, NONE, work);
    LoopVerdict tenth = nth(story, 2, "T7.1.2", IN_PROGRESS, NONE, work);

    assertThat(eighth.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(eighth.getText()).contains("T7.1.2 goes round after 8 attempts");
    assertThat(tenth.getAction()).isEqualTo(Action.FORCE_NEXT);
    assertThat(tenth.getAttempts()).isEqualTo(10);
  }

  @Test
  void unblockAuthorityTextLimitsTheGrantToTheReportedBlockers() {
    String text =
        nth(story, 3, "T7.1.2", BLOCKED, List.of("critic:leakage unavailable"), NONE).getText();

    assertThat(text)
        .contains("T7.1.2", "[critic:leakage unavailable]", "after 3 attempts")
        .contains("exactly these blockers", "work around", "change the design", "leave out")
        .contains("stub", "missing tool", "debt", "mark it done");
  }

  @Test
  void blockersKeepOrderOfFirstEqualAttempt_afterAttemptsWithOtherBlockers() {
    var task = story.task("T7.1.2");
    task.attempts(BLOCKED, List.of("no disk"), NONE);
    task.attempts(BLOCKED, List.of("no disk"), NONE);
    task.attempts(BLOCKED, List.of("no token", "no key"), NONE);

    String text = nth(story, 2, "T7.1.2", BLOCKED, List.of("no key", "no token"), NONE).getText();

    assertThat(text).contains("blocked by [no token, no key] after 5 attempts");
  }

  @Test
  void blockersAreReportedInTheOrderOfTheFirstEqualAttempt_whateverOrderTheOthersHad() {
    var task = story.task("T7.1.2");
    task.attempts(BLOCKED, List.of("no token", "no key"), NONE);
    task.attempts(BLOCKED, List.of("no key", "no token"), NONE);

    String text = task.attempts(BLOCKED, List.of("no token", "no key"), NONE).verdict().getText();

    assertThat(text).contains("blocked by [no token, no key] after 3 attempts");
  }

  @Test
  void escalate_aLoopThatPersistsAfterAuthorityWasGranted_afterSixAttempts() {
    List<String> blockers = List.of("no token");
    assertThat(nth(story, 3, "T6.2.3", BLOCKED, blockers, NONE).getAction())
        .isEqualTo(Action.UNBLOCK_AUTHORITY);
    assertThat(story.task("T6.2.3").attempts(BLOCKED, blockers, NONE).records()).isEmpty();
    assertThat(story.task("T6.2.3").attempts(BLOCKED, blockers, NONE).records()).isEmpty();

    Outputs sixth = story.task("T6.2.3").attempts(BLOCKED, blockers, NONE);

    assertThat(sixth.verdict().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(sixth.verdict().getTarget()).isEqualTo(Target.USER);
    assertThat(sixth.verdict().getSetStatus()).isEqualTo(BLOCKED);
    assertThat(sixth.verdict().getContextTopic()).isEqualTo("loop_escalation");
    assertThat(sixth.verdict().getText())
        .contains("T6.2.3", "after 6 attempts", "a person must decide")
        .contains("Even the authority to remove its blockers has not moved it");
    assertThat(sixth.gate().getReason()).isEqualTo("Loop detected after 6 attempts");
  }

  @Test
  void escalate_otherBlockersAreAnotherLoop_andAreGrantedAuthorityFirst() {
    nth(story, 3, "T", BLOCKED, List.of("no token"), NONE);

    LoopVerdict other = nth(story, 3, "T", BLOCKED, List.of("no network"), NONE);

    assertThat(other.getAction()).isEqualTo(Action.UNBLOCK_AUTHORITY);
    assertThat(other.getText()).contains("[no network]", "after 6 attempts");
  }

  @Test
  void unblockAuthority_clearsTheAttemptHistoryOfASubtaskToo() {
    TaskScript<Outputs> subtask = story.task("R.1").belowRoot("R");
    List<String> blockers = List.of("no token");
    for (int i = 1; i < 6; i++) {
      Outputs attempt = subtask.attempts(BLOCKED, blockers, NONE);
      assertThat(attempt.verdicts()).hasSize(i == 3 ? 1 : 0);
    }

    LoopVerdict sixth = subtask.attempts(BLOCKED, blockers, NONE).verdict();

    assertThat(sixth.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(sixth.getText()).contains("R.1", "after 6 attempts");
  }

  @Test
  void testing_blockedTaskSpin_threeAttempts() {
    LoopVerdict third =
        nth(story, 3, "T3.4.3", BLOCKED, List.of("critic:design_system unavailable"), NONE);

    assertThat(third.getLoopType()).isEqualTo(LoopType.BLOCKED_TASK_SPIN);
    assertThat(third.getAction()).isEqualTo(Action.UNBLOCK_AUTHORITY);
    assertThat(third.getContextTopic()).isEqualTo("unblock_authority");
    assertThat(third.getText()).contains("critic:design_system unavailable");
  }

  @Test
  void testing_noProgressRepeat_fiveAttemptsForceTheNextTask() {
    List<String> work = List.of("Read file A", "Parse config");
    LoopVerdict third = nth(story, 3, "T7.1.2", IN_PROGRESS, NONE, work);
    assertThat(third.getLoopType()).isEqualTo(LoopType.NO_PROGRESS_REPEAT);
    assertThat(third.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(third.getTarget()).isEqualTo(Target.USER);

    LoopVerdict fifth = nth(story, 2, "T7.1.2", IN_PROGRESS, NONE, work);

    assertThat(fifth.getAttempts()).isEqualTo(5);
    assertThat(fifth.getAction()).isEqualTo(Action.FORCE_NEXT);
  }

  @Test
  void tuning_conservativeWaitsForFive_andNeverGrantsAuthority() {
    EngineScenario conservative = EngineScenario.under("conservative");
    List<String> blockers = List.of("no token");
    for (int i = 1; i < 5; i++) {
      assertThat(conservative.task("T").attempts(BLOCKED, blockers, NONE).records()).isEmpty();
    }

    LoopVerdict fifth = conservative.task("T").attempts(BLOCKED, blockers, NONE).verdict();

    assertThat(fifth.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(fifth.getTarget()).isEqualTo(Target.USER);
    assertThat(fifth.getSetStatus()).isEqualTo(BLOCKED);
    assertThat(fifth.getContextTopic()).isEqualTo("loop_escalation");
  }

  @Test
  void tuning_aggressiveActsAtTwo_andLeavesATaskAtThree() {
    EngineScenario aggressive = EngineScenario.under("aggressive");
    List<String> work = List.of("the same");

    assertThat(nth(aggressive, 2, "T", IN_PROGRESS, NONE, work).getAction())
        .isEqualTo(Action.ESCALATE);
    assertThat(nth(aggressive, 1, "T", IN_PROGRESS, NONE, work).getAction())
        .isEqualTo(Action.FORCE_NEXT);
  }

  @Test
  void theOrderOfBlockersIsOfNoMatter_butAnotherBlockerIs() {
    story.task("T").attempts(BLOCKED, List.of("a", "b"), NONE);
    story.task("T").attempts(BLOCKED, List.of("b", "a"), List.of("more"));
    assertThat(story.task("T").attempts(BLOCKED, List.of("a", "b"), null).verdicts()).hasSize(1);

    assertThat(story.task("T").attempts(BLOCKED, List.of("a", "c"), NONE).records()).isEmpty();
  }

  @Test
  void attemptsWithUnknownCompletedWorkAreNeverEqual() {
    for (int i = 0; i < 6; i++) {
      assertThat(story.task("T").attempts(IN_PROGRESS, null, null).records()).isEmpty();
      assertThat(story.task("U").attempts(IN_PROGRESS, NONE, null).records()).isEmpty();
    }
  }

  @Test
  void newWorkIsProgress() {
    for (int i = 0; i < 6; i++) {
      assertThat(story.task("T").attempts(IN_PROGRESS, NONE, List.of("file " + i)).records())
          .isEmpty();
    }
  }

  @Test
  void attemptsOfMoreThanAnHourAgoDoNotCount() {
    story.task("T").attempts(DONE, NONE, NONE);
    story.task("T").attempts(DONE, NONE, NONE);
    story.advanceTime(Duration.ofMinutes(61));

    assertThat(story.task("T").attempts(DONE, NONE, NONE).records()).isEmpty();
  }

  @Test
  void theEvidenceListsTheComparedAttemptsWithStatusAndBlockers() {
    EngineScenario conservative = EngineScenario.under("conservative");
    LoopVerdict verdict = nth(conservative, 5, "T", BLOCKED, List.of("no token"), NONE);

    assertThat(verdict.getEvidence())
        .hasSize(5)
        .extracting(Evidence::getWhat)
        .allMatch(what -> what.contains("BLOCKED") && what.contains("no token"));
  }

  @Test
  void forceNextClosesTheGateThatTheSameLoopOpened_andProposalsGoOn() {
    List<String> work = List.of("Read file A");
    nth(story, 4, "T7.1.2", IN_PROGRESS, NONE, work);

    Outputs fifth = story.task("T7.1.2").attempts(IN_PROGRESS, NONE, work);

    assertThat(fifth.verdict().getAction()).isEqualTo(Action.FORCE_NEXT);
    assertThat(fifth.verdict().getGateId()).isNull();
    assertThat(fifth.gate().getState()).isEqualTo(GateState.CLOSED);
    assertThat(fifth.gate().getReason()).isEqualTo("Superseded by force_next");
    assertThat(fifth.gate().getDecision()).isNull();
    assertThat(story.task("T7.1.2").proposes("s").verdict().getAction()).isEqualTo(Action.CONTINUE);
  }

  @Test
  void forceNextTheSecondTimeLeavesTheGateOpen() {
    List<String> work = List.of("Read file A");
    nth(story, 5, "T7.1.2", IN_PROGRESS, NONE, work);

    Outputs eighth = null;
    for (int i = 0; i < 3; i++) {
      eighth = story.task("T7.1.2").attempts(IN_PROGRESS, NONE, work);
    }
    story.task("T7.1.2").attempts(IN_PROGRESS, NONE, work);
    Outputs tenth = story.task("T7.1.2").attempts(IN_PROGRESS, NONE, work);

    assertThat(eighth.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(tenth.verdict().getAction()).isEqualTo(Action.FORCE_NEXT);
    assertThat(tenth.gates()).extracting(GateTrigger::getState).doesNotContain(GateState.CLOSED);
  }

  @Test
  void forceNextLeavesTheGateOfAnotherLoopOpen() {
    EngineScenario mixed =
        EngineScenario.underYaml(
            "extends: autopilot", "identical_failure: {}", "gate: {loops: 100, attempts: 2}");
    mixed.task("T").fails("Error A");
    mixed.task("T").fails("Error A");
    for (int i = 0; i < 2; i++) {
      mixed.task("T").attempts(DONE, NONE, NONE);
    }

    Outputs third = mixed.task("T").attempts(DONE, NONE, NONE);

    assertThat(third.verdict().getAction()).isEqualTo(Action.FORCE_NEXT);
    assertThat(third.gates()).extracting(GateTrigger::getState).doesNotContain(GateState.CLOSED);
  }

  @Test
  void theFirstReleaseOpensNoGate_theNextOneWithTheThresholdReachedDoes() {
    EngineScenario strict =
        EngineScenario.underYaml("extends: autopilot", "gate: {loops: 1, attempts: null}");
    for (int i = 1; i <= 3; i++) {
      assertThat(strict.task("T").attempts(DONE, NONE, NONE).gates()).isEmpty();
    }
    strict.task("T").attempts(DONE, NONE, NONE);
    strict.task("T").attempts(DONE, NONE, NONE);

    Outputs sixth = strict.task("T").attempts(DONE, NONE, NONE);

    assertThat(sixth.verdict().getAction()).isEqualTo(Action.FORCE_NEXT);
    assertThat(sixth.gate().getState()).isEqualTo(GateState.OPENED);
  }

  @Test
  void anEscalationToTheUserSetsTheStatusBlockedForEveryAttemptRule() {
    assertThat(nth(story, 3, "T1", IN_PROGRESS, NONE, List.of("x")).getSetStatus())
        .isEqualTo(BLOCKED);
    EngineScenario asking =
        EngineScenario.underYaml(
            "extends: autopilot",
            "actions: {completed_task_revisit: escalate, blocked_task_spin: escalate}");
    assertThat(nth(asking, 3, "T2", DONE, NONE, NONE).getSetStatus()).isEqualTo(BLOCKED);
    assertThat(nth(asking, 3, "T3", BLOCKED, List.of("b"), NONE).getSetStatus()).isEqualTo(BLOCKED);
  }
}
