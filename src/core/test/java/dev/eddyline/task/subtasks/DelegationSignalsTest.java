package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.DelegatedGoal;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.task.scenario.PartitionedEngines;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Starts and ends of subtasks on other partitions than their root's. */
class DelegationSignalsTest {

  private static final String GOAL = "Sort the donated books by language and shelve them";

  private final PartitionedEngines engines = new PartitionedEngines(5, Policies.preset("default"));

  private void start(String task, String parent) {
    engines.task(task).belowRoot("root0").belowParent(parent).starts(GOAL);
  }

  @Test
  void rootPublishesTheVerdictOfSubtasksElsewhere() {
    start("a1", "root0");
    start("b2", "a1");
    start("c3", "b2");
    assertThat(engines.published(LoopVerdict.class)).isEmpty();

    engines.deliver();

    assertThat(engines.published(LoopVerdict.class))
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.getTaskId()).isEqualTo("c3");
              assertThat(verdict.getRootTaskId()).isEqualTo("root0");
            });
  }

  @Test
  void nextLevelFindsLevelsWhoseSignalsCameInAnotherOrder() {
    start("a1", "root0");
    start("b2", "a1");
    start("c3", "b2");
    for (int last = engines.pendingSignals().size() - 1; last >= 0; last--) {
      engines.deliver(last);
    }
    engines.deliver();
    assertThat(engines.published(LoopVerdict.class)).isEmpty();

    start("d4", "c3");
    engines.deliver();

    assertThat(engines.published(LoopVerdict.class))
        .singleElement()
        .satisfies(verdict -> assertThat(verdict.getReason()).endsWith("a1 → b2 → c3 → d4"));
  }

  @Test
  void signalHasAFingerprintOf32BytesAndNoMoreThanAnExcerpt() {
    engines.task("a1").belowRoot("root0").starts((GOAL + ", then dust the shelves. ").repeat(100));

    DelegatedGoal goal =
        engines.signalled(SubtaskLoop.class).stream()
            .map(SubtaskLoop::getGoal)
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();

    assertThat(goal.getFingerprint().remaining()).isLessThanOrEqualTo(32);
    assertThat(goal.getText()).hasSizeLessThanOrEqualTo(200);
  }

  @Test
  void endsOfAnyOutcomeReachTheRoot() {
    start("a1", "root0");
    engines.task("a1").belowRoot("root0").completes();
    engines.task("a1").belowRoot("root0").ends("gave up");

    assertThat(engines.signalled(SubtaskLoop.class))
        .extracting(SubtaskLoop::getEnded)
        .filteredOn(Objects::nonNull)
        .extracting(end -> end.getSuccess())
        .containsExactly(true, false);
  }
}
