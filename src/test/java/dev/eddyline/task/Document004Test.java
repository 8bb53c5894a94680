package dev.eddyline.task;

import static dev.eddyline.schema.TaskStatus.BLOCKED;
import static dev.eddyline.schema.TaskStatus.DONE;
import static dev.eddyline.schema.TaskStatus.IN_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Document 004's own examples, under its presets; each name tells the section. */
class Document004Test {

  private static final List<String> NONE = List.of();

  private final Story story = Story.under("autopilot");

  private static LoopVerdict nth(
      Story story,
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
  void doc004_testing_completedTaskRevisit_fourAttempts() {
    LoopVerdict fourth = nth(story, 4, "T3.4.2", DONE, NONE, List.of("Implemented dashboard.tsx"));

    assertThat(fourth.getLoopType()).isEqualTo(LoopType.COMPLETED_TASK_REVISIT);
    assertThat(fourth.getAttempts()).isEqualTo(4);
    assertThat(fourth.getAction()).isEqualTo(Action.FORCE_NEXT);
    assertThat(fourth.getSetStatus()).isEqualTo(DONE);
    assertThat(fourth.getContextTopic()).isEqualTo("loop_recovery");
    assertThat(fourth.getText()).contains("T3.4.2");
  }

  @Test
  void doc004_testing_blockedTaskSpin_threeAttempts() {
    LoopVerdict third =
        nth(story, 3, "T3.4.3", BLOCKED, List.of("critic:design_system unavailable"), NONE);

    assertThat(third.getLoopType()).isEqualTo(LoopType.BLOCKED_TASK_SPIN);
    assertThat(third.getAction()).isEqualTo(Action.UNBLOCK_AUTHORITY);
    assertThat(third.getContextTopic()).isEqualTo("unblock_authority");
    assertThat(third.getText()).contains("critic:design_system unavailable");
  }

  @Test
  void doc004_testing_noProgressRepeat_fiveAttemptsForceTheNextTask() {
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
  void doc004_tuning_conservativeWaitsForFive_andNeverGrantsAuthority() {
    Story conservative = Story.under("conservative");
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
  void doc004_tuning_aggressiveActsAtTwo_andLeavesATaskAtThree() {
    Story aggressive = Story.under("aggressive");
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
  void whatIsUnknownEqualsNothing() {
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
    story.after(Duration.ofMinutes(61));

    assertThat(story.task("T").attempts(DONE, NONE, NONE).records()).isEmpty();
  }

  @Test
  void theEvidenceListsTheLastThreeWithStatusAndBlockers() {
    LoopVerdict verdict = nth(story, 5, "T", BLOCKED, List.of("no token"), NONE);

    assertThat(verdict.getEvidence())
        .hasSize(3)
        .extracting(Evidence::getWhat)
        .allMatch(what -> what.contains("BLOCKED") && what.contains("no token"));
  }
}
