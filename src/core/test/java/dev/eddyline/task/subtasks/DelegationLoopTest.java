package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.Target;
import dev.eddyline.task.InputOutcome;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goals that are handed down level by level, or given to one subtask after the other. */
class DelegationLoopTest {

  private static final String GOAL = "Find out why the tide gauge at the north pier reads too low";

  private final EngineScenario story = EngineScenario.under("default");

  /** Starts a subtask of this parent. */
  private Outputs start(String task, String parent, String goal) {
    return subtask(task).belowParent(parent).starts(goal);
  }

  private TaskScript<Outputs> subtask(String task) {
    return story.task(task).belowRoot("root");
  }

  /** Starts a subtask of the root and ends it without success. */
  private Outputs tryOnce(String task, String goal) {
    Outputs started = start(task, "root", goal);
    subtask(task).ends("no result");
    return started;
  }

  private List<LoopVerdict> delegationVerdicts() {
    return Outputs.verdicts(story.published()).stream()
        .filter(verdict -> verdict.getLoopType() == LoopType.DELEGATION_LOOP)
        .toList();
  }

  @Test
  void thirdLevelWithOneGoalIsALoopOfTheRoot() {
    start("a", "root", GOAL);
    assertThat(start("b", "a", GOAL).verdicts()).isEmpty();

    LoopVerdict verdict = start("c", "b", GOAL).verdict();

    assertThat(verdict.getLoopType()).isEqualTo(LoopType.DELEGATION_LOOP);
    assertThat(verdict.getRootTaskId()).isEqualTo("root");
    assertThat(verdict.getTaskId()).isEqualTo("c");
    assertThat(verdict.getPattern()).isEqualTo("levels");
    assertThat(verdict.getReason())
        .isEqualTo(
            "3 tasks, each below the one before, were started with the same goal: a → b → c");
    assertThat(verdict.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(verdict.getTarget()).isEqualTo(Target.PLANNER);
    assertThat(verdict.getMeasured()).isEqualTo(3);
    assertThat(verdict.getLimit()).isEqualTo(3);
    assertThat(verdict.getEvidence())
        .extracting(Evidence::getWhat)
        .containsExactly("started a", "started b", GOAL);
    assertThat(delegationVerdicts()).hasSize(1);
  }

  @Test
  void nextLevelIsTheSameLoopAndAsksAPerson() {
    start("a", "root", GOAL);
    start("b", "a", GOAL);
    LoopVerdict first = start("c", "b", GOAL).verdict();

    Outputs next = start("d", "c", GOAL);

    assertThat(next.verdict().getLoopId()).isEqualTo(first.getLoopId());
    assertThat(next.verdict().getTarget()).isEqualTo(Target.USER);
    assertThat(next.verdict().getText()).contains("a → b → c → d");
    assertThat(next.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(next.gate().getRootTaskId()).isEqualTo("root");
  }

  @Test
  void threeLoopsOfDifferentGoalsOpenTheGateOfTheRoot() {
    for (String place : List.of("harbour", "bridge")) {
      String goal = "Count the gulls at the " + place;
      start(place + "1", "root", goal);
      start(place + "2", place + "1", goal);
      assertThat(start(place + "3", place + "2", goal).gates()).isEmpty();
    }
    start("x1", "root", GOAL);
    start("x2", "x1", GOAL);

    Outputs third = start("x3", "x2", GOAL);

    assertThat(third.verdict().getLoopCount()).isEqualTo(3);
    assertThat(third.gate().getState()).isEqualTo(GateState.OPENED);
  }

  @Test
  void goalOfTheRootIsTheFirstLevel() {
    story.task("root").starts(GOAL);
    assertThat(start("a", "root", GOAL).verdicts()).as("delegated once").isEmpty();

    assertThat(start("b", "a", GOAL).verdict().getReason()).endsWith("root → a → b");
  }

  @Test
  void otherGoalsMayStandBetween() {
    String other = "Ask the harbour master for the calibration log";
    start("a", "root", GOAL);
    start("b", "a", other);
    start("c", "b", GOAL);
    assertThat(start("d", "c", other).verdicts()).isEmpty();

    assertThat(start("e", "d", GOAL).verdict().getReason()).endsWith("a → c → e");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Inventory shelf %d of the archive and note missing boxes",
        "Übersetze Kapitel %d der Bedienungsanleitung ins Dänische",
        "第%d章を要約して要点を三つ挙げる"
      })
  void levelsWithAnotherObjectAreSilent(String goal) {
    String parent = "root";
    for (int level = 1; level <= 6; level++) {
      assertThat(start("n" + level, parent, goal.formatted(level)).verdicts()).isEmpty();
      parent = "n" + level;
    }
  }

  @Test
  void parallelSiblingsBelowOneGoalCountOnce() {
    start("a", "root", GOAL);
    start("b", "a", GOAL);
    start("c1", "b", GOAL);
    start("c2", "b", GOAL);
    start("c3", "b", GOAL);

    assertThat(delegationVerdicts()).hasSize(1);
  }

  @Test
  void chainOfAHundredLevelsIsBounded() {
    String parent = "root";
    for (int level = 1; level <= 100; level++) {
      start("n" + level, parent, GOAL);
      parent = "n" + level;
    }

    LoopVerdict newest = delegationVerdicts().get(delegationVerdicts().size() - 1);
    assertThat(newest.getMeasured()).isLessThanOrEqualTo(64);
    assertThat(newest.getReason()).contains("goal: … → n").hasSizeLessThan(140);
    assertThat(newest.getEvidence()).hasSize(5);
    assertThat(delegationVerdicts())
        .extracting(LoopVerdict::getLoopId)
        .containsOnly(newest.getLoopId());
  }

  @Test
  void fifthOneAfterTheOtherIsALoop() {
    for (String task : List.of("a", "b", "c", "d")) {
      assertThat(tryOnce(task, GOAL).verdicts()).isEmpty();
    }

    LoopVerdict verdict = tryOnce("e", GOAL).verdict();

    assertThat(verdict.getLoopType()).isEqualTo(LoopType.DELEGATION_LOOP);
    assertThat(verdict.getPattern()).isEqualTo("row");
    assertThat(verdict.getReason())
        .isEqualTo("5 subtasks were started one after the other with the same goal: a, b, c, d, e");
    assertThat(verdict.getTarget()).isEqualTo(Target.PLANNER);
    assertThat(tryOnce("f", GOAL).verdict().getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void parallelSiblingsAreSilent() {
    for (int task = 1; task <= 12; task++) {
      assertThat(start("p" + task, "root", GOAL).verdicts()).isEmpty();
    }
    for (int task = 1; task <= 12; task++) {
      subtask("p" + task).ends("no result");
    }

    assertThat(delegationVerdicts()).isEmpty();
  }

  @Test
  void parallelSiblingsOfARoundCountOnce() {
    for (int round = 1; round <= 5; round++) {
      String first = "r" + round + "a";
      String second = "r" + round + "b";
      start(first, "root", GOAL);
      start(second, "root", GOAL);
      subtask(first).ends("no result");
      subtask(second).ends("no result");
    }

    assertThat(delegationVerdicts()).hasSize(1);
    assertThat(delegationVerdicts().get(0).getMeasured()).isEqualTo(5);
  }

  @Test
  void siblingThatNeverEndsDoesNotHideTheOthers() {
    start("stuck", "root", GOAL);

    IntStream.rangeClosed(1, 5).forEach(task -> tryOnce("t" + task, GOAL));

    assertThat(delegationVerdicts()).hasSize(1);
  }

  @Test
  void itemsOfAListAreDifferentGoals() {
    for (int item = 1; item <= 12; item++) {
      tryOnce("i" + item, "Repair pump " + item + " of the eastern polder");
    }

    assertThat(delegationVerdicts()).isEmpty();
  }

  @Test
  void oneTaskStartedAgainAndAgainIsARowToo() {
    for (int run = 1; run <= 4; run++) {
      assertThat(tryOnce("same", GOAL).verdicts()).isEmpty();
    }

    assertThat(tryOnce("same", GOAL).verdict().getMeasured()).isEqualTo(5);
  }

  @Test
  void successWithoutAnythingNewCounts() {
    for (int task = 1; task <= 4; task++) {
      start("s" + task, "root", GOAL);
      subtask("s" + task).completes();
    }

    assertThat(start("s5", "root", GOAL).verdict().getPattern()).isEqualTo("row");
  }

  @Test
  void successThatFoundSomethingIsWork() {
    // When
    for (int ticket = 0; ticket < 8; ticket++) {
      String task = "T." + ticket;
      start(task, "root", "Process the next open ticket of the harbour office");
      subtask(task).calls("c", "read_ticket", "{}");
      subtask(task)
          .returns("c", "read_ticket", "ticket " + ticket + " is about buoy " + 7 * ticket);
      subtask(task).completes();
    }

    // Then
    assertThat(delegationVerdicts()).isEmpty();
  }

  @Test
  void startThatIsOlderThanAllStoredOnesIsTaken() {
    // Given
    for (int number = 0; number < 70; number++) {
      start("T." + number, "root", "Sound the depth of basin " + number);
    }

    // When
    Outputs late =
        subtask("T.late")
            .belowParent("root")
            .at(EngineScenario.BEGIN.minusSeconds(60))
            .starts(GOAL);

    // Then
    assertThat(late.outcome()).isEqualTo(InputOutcome.TAKEN);
    assertThat(delegationVerdicts()).isEmpty();
  }

  @Test
  void reachedGoalIsGivenAnewAfterWorkOfTheRoot() {
    for (int task = 1; task <= 12; task++) {
      start("s" + task, "root", "Review the change and list what is wrong");
      subtask("s" + task).completes();
      story.task("root").calls("c" + task, "read", "src/part%d.c".formatted(task));
      story.task("root").returns("c" + task, "read", "int part%d = %d;".formatted(task, 7 * task));
    }

    assertThat(delegationVerdicts()).isEmpty();
  }

  @Test
  void workOfTheRootDoesNotExcuseFailedAttempts() {
    for (int task = 1; task <= 5; task++) {
      tryOnce("s" + task, GOAL);
      story.task("root").calls("c" + task, "read", "log%d.txt".formatted(task));
      story.task("root").returns("c" + task, "read", "level %d m".formatted(7 * task));
    }

    assertThat(delegationVerdicts()).hasSize(1);
  }

  @Test
  void reachedGoalOfAScheduleIsSilent() {
    for (int task = 1; task <= 12; task++) {
      start("s" + task, "root", "Fetch the weather report and post it");
      subtask("s" + task).completes();
      story.advanceTime(Duration.ofMinutes(15));
    }

    assertThat(delegationVerdicts()).isEmpty();
  }

  @Test
  void progressOfTheRootOrOfASubtaskBeginsARowAnew() {
    for (int task = 1; task <= 4; task++) {
      tryOnce("s" + task, GOAL);
    }
    improve(story.task("root"));

    assertThat(tryOnce("s5", GOAL).verdicts()).as("after progress of the root").isEmpty();
    IntStream.rangeClosed(6, 7).forEach(task -> tryOnce("s" + task, GOAL));
    start("s8", "root", GOAL);
    improve(subtask("s8"));
    subtask("s8").ends("no result");

    assertThat(tryOnce("s9", GOAL).verdicts()).as("after progress of a subtask").isEmpty();
    assertThat(delegationVerdicts()).isEmpty();
  }

  private static void improve(TaskScript<Outputs> task) {
    for (double coverage : List.of(40.0, 60.0)) {
      task.publishesBody(ProgressReported.newBuilder().setCoveragePercent(coverage).build());
    }
  }

  @Test
  void redeliveredEventCountsOnce() {
    for (int delivery = 1; delivery <= 3; delivery++) {
      for (String task : List.of("a", "b", "c", "d")) {
        subtask(task).belowParent("root").withEventId(task + "-start").starts(GOAL);
        subtask(task).withEventId(task + "-end").ends("no result");
      }
    }

    assertThat(delegationVerdicts()).isEmpty();
    assertThat(tryOnce("e", GOAL).verdict().getMeasured()).isEqualTo(5);
  }

  @Test
  void runningTaskThatIsReportedAgainIsNoFurtherLevel() {
    start("a", "root", GOAL);
    start("b", "a", GOAL);
    start("b", "a", GOAL);

    assertThat(delegationVerdicts()).isEmpty();
  }

  @Test
  void kindOfAgentIsNoGoal() {
    for (int task = 1; task <= 6; task++) {
      subtask("k" + task).byAgent("general-purpose").belowParent("root").starts("general-purpose");
      subtask("k" + task).byAgent("general-purpose").completes();
    }

    assertThat(delegationVerdicts()).isEmpty();
  }

  @Test
  void secretsOfAGoalArePublishedNowhere() {
    String goal = "Log in with password=Hunter2Hunter2 and read all letters. ".repeat(20);
    start("a", "root", goal);
    start("b", "a", goal);

    LoopVerdict verdict = start("c", "b", goal).verdict();

    assertThat(story.published().toString()).doesNotContain("Hunter2");
    assertThat(verdict.getEvidence())
        .allSatisfy(it -> assertThat(it.getWhat()).hasSizeLessThanOrEqualTo(200));
    assertThat(verdict.getReason()).doesNotContain("letters");
  }

  @Test
  void decisionOfAPersonBeginsAnew() {
    start("a", "root", GOAL);
    start("b", "a", GOAL);
    start("c", "b", GOAL);
    String gate = start("d", "c", GOAL).gate().getGateId();
    story.task("root").decides(Decision.APPROVE, gate, "go on");

    assertThat(start("e", "d", GOAL).verdicts()).isEmpty();
    assertThat(start("f", "e", GOAL).verdicts()).isEmpty();
    assertThat(start("g", "f", GOAL).verdict().getLoopType()).isEqualTo(LoopType.DELEGATION_LOOP);
  }

  @Test
  void parentsThatNameEachOtherEnd() {
    start("a", "b", GOAL);
    start("b", "a", GOAL);

    assertThat(start("c", "a", GOAL).verdicts()).as("b is a parallel sibling").isEmpty();
    assertThat(start("d", "c", GOAL).verdict().getMeasured()).isEqualTo(4);
  }

  @Test
  void levelsAndTimesAreThePolicys() {
    EngineScenario strict =
        EngineScenario.underYaml("delegation_loop:", "  levels: 2", "  times: 2");
    strict.task("a").belowRoot("root").starts(GOAL);

    assertThat(strict.task("b").belowRoot("root").belowParent("a").starts(GOAL).verdicts())
        .hasSize(1);
  }

  @Test
  void requestedReplyIsTheVerdictOfTheRoot() {
    start("a", "root", GOAL);
    assertThat(subtask("b").belowParent("a").requestingReply().starts(GOAL).verdict().getLoopType())
        .isEqualTo(LoopType.OK);

    LoopVerdict reply = subtask("c").belowParent("b").requestingReply().starts(GOAL).verdict();

    assertThat(reply.getLoopType()).isEqualTo(LoopType.DELEGATION_LOOP);
  }

  @Test
  void mutedAgentIsNotCompared() {
    EngineScenario muted =
        EngineScenario.underYaml(
            "delegation_loop: {}",
            "mutes: [{agent: agent-1, reason: it recurses, until: 2030-01-01T00:00:00Z}]");
    for (String task : List.of("a", "b", "c", "d", "e")) {
      TaskScript<Outputs> script = muted.task(task).belowRoot("root");
      assertThat(script.starts(GOAL).verdicts()).isEmpty();
      assertThat(script.ends("no result").signalled(SubtaskLoop.class)).isEmpty();
    }
  }

  @Test
  void startsBeforeTheWindowDoNotCount() {
    EngineScenario brief =
        EngineScenario.underYaml("delegation_loop:", "  times: 3", "  window: 1h");
    for (String task : List.of("a", "b", "c", "d", "e")) {
      TaskScript<Outputs> script = brief.task(task).belowRoot("root");
      assertThat(script.starts(GOAL).verdicts()).isEmpty();
      script.ends("no result");
      brief.advanceTime(Duration.ofMinutes(40));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"failures", "judge-worker", "autopilot", "like-opencode"})
  void otherPresetsHaveItOff(String preset) {
    EngineScenario other = EngineScenario.under(preset);
    String parent = "root";
    for (int level = 1; level <= 5; level++) {
      Outputs outputs = other.task("n" + level).belowRoot("root").belowParent(parent).starts(GOAL);
      assertThat(outputs.verdicts()).isEmpty();
      assertThat(outputs.signalled(SubtaskLoop.class)).isEmpty();
      parent = "n" + level;
    }
  }
}
