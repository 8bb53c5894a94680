package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.RootHold;
import dev.eddyline.state.TaskState;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The leader context between verdicts. */
class LeaderContextTest {

  private EngineScenario story = EngineScenario.under("default");

  private LeaderContext storedLeaderContext(String task) {
    return story.memory().taskState(task).getLeaderContext();
  }

  private RootView viewOf(String task) {
    Optional<TaskState> state = Optional.ofNullable(story.memory().taskState(task));
    Optional<RootHold> hold = Optional.ofNullable(story.memory().rootBlock(task));
    return RootView.fromStoredState(state, hold);
  }

  /** The leader context of the verdict that was published last, of those that have one. */
  private LeaderContext lastPublishedLeaderContext() {
    List<LeaderContext> publishedContexts =
        story.published().stream()
            .filter(LoopVerdict.class::isInstance)
            .map(record -> ((LoopVerdict) record).getLeaderContext())
            .filter(Objects::nonNull)
            .toList();
    return publishedContexts.get(publishedContexts.size() - 1);
  }

  @Test
  void aTaskWithoutALoopHasNone() {
    story.task("T1").fails("Error A");

    assertThat(viewOf("T1"))
        .isEqualTo(new RootView(0, Optional.empty(), Optional.empty(), Optional.empty()));
  }

  @Test
  void afterManyLoopsItIsWordForWordThatOfTheLastVerdict() {
    // Given: many answers, none of them damped by a gate
    story =
        EngineScenario.underYaml("identical_failure: {enabled: true}", "gate: {humanGates: false}");
    TaskScript<Outputs> task = story.task("T1");

    // When
    for (int i = 0; i < 15; i++) {
      task.fails("Error A");
    }

    // Then
    assertThat(storedLeaderContext("T1")).isEqualTo(lastPublishedLeaderContext());
    assertThat(storedLeaderContext("T1").getHistory()).hasSize(10);
    assertThat(viewOf("T1").loopCount()).isEqualTo(14);
  }

  @Test
  void eventsBetweenVerdictsLeaveIt() {
    TaskScript<Outputs> task = story.task("T1");
    task.fails("Error A");
    task.fails("Error A");

    task.requestingReply().starts("go on");

    assertThat(storedLeaderContext("T1")).isEqualTo(lastPublishedLeaderContext());
    assertThat(storedLeaderContext("T1").getCurrent().getLoopType())
        .isEqualTo(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void shadowVerdictsAreReportedAndNotStored() {
    // Given
    story = EngineScenario.underYaml("mode: shadow", "identical_failure: {enabled: true}");
    TaskScript<Outputs> watched = story.task("T1");

    // When
    for (int i = 0; i < 3; i++) {
      watched.fails("Error A");
    }

    // Then
    assertThat(lastPublishedLeaderContext().getCurrent().getLoopType())
        .isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(storedLeaderContext("T1")).isNull();
  }

  @Test
  void aProposalThatIsForbiddenIsReportedAndNotStored() {
    // Given
    story = EngineScenario.underYaml("step_iteration_exceeded: {max: 1}");
    TaskScript<Outputs> task = story.task("T1");
    task.enters("build");

    // When
    task.proposes("build");

    // Then
    assertThat(lastPublishedLeaderContext().getCurrent().getLoopType())
        .isEqualTo(LoopType.STEP_ITERATION_EXCEEDED);
    assertThat(storedLeaderContext("T1")).isNull();
  }

  @Test
  void leaderContextOfSubtaskLoopIsStoredAtItsRoot() {
    TaskScript<Outputs> subtask = story.task("R.1").belowRoot("R");
    subtask.fails("Error A");

    LoopVerdict verdict = subtask.fails("Error A").verdict();

    assertThat(storedLeaderContext("R")).isEqualTo(verdict.getLeaderContext());
    assertThat(storedLeaderContext("R.1")).isNull();
    assertThat(viewOf("R").loopCount()).isEqualTo(1);
  }

  @Test
  void aResetByCompletionOrDecisionLeavesNone() {
    // Given
    for (String task : List.of("done", "decided")) {
      for (int i = 0; i < 3; i++) {
        story.task(task).fails("Error A");
      }
    }
    assertThat(viewOf("decided").openGate()).isPresent();

    // When
    story.task("done").completes();
    story.task("decided").decides(Decision.APPROVE);

    // Then
    assertThat(storedLeaderContext("done")).isNull();
    assertThat(viewOf("decided"))
        .isEqualTo(new RootView(0, Optional.empty(), Optional.empty(), Optional.empty()));
  }

  @Test
  void aRejectionIsReportedWithTheLastContext() {
    // Given
    for (int i = 0; i < 3; i++) {
      story.task("T1").fails("Error A");
    }

    // When
    story.task("T1").decides(Decision.REJECT);

    // Then
    assertThat(viewOf("T1").rejection()).isPresent();
    assertThat(viewOf("T1").openGate()).isEmpty();
    assertThat(viewOf("T1").leaderContext().map(LeaderContext::getCurrent))
        .map(ActionTaken::getLoopType)
        .contains(LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void taskStateExpiresAfter24Hours_forRootWithSubtasksAfter25() {
    // Given
    story.task("T1").fails("Error A");
    story.task("R.1").belowRoot("R").fails("Error A");
    Policies policies = Policies.ofSinglePolicy(Policies.preset("default"));

    // When
    long day = Duration.ofHours(24).toMillis();
    long hour = Duration.ofHours(1).toMillis();

    // Then
    assertThat(remembered("T1", policies, day)).isTrue();
    assertThat(remembered("T1", policies, day + 1)).isFalse();
    assertThat(remembered("R", policies, day + hour)).isTrue();
    assertThat(remembered("R", policies, day + hour + 1)).isFalse();
  }

  private boolean remembered(String task, Policies policies, long later) {
    TaskState storedState = story.memory().taskState(task);
    return RootView.stateUnlessExpired(
            Optional.of(storedState), policies, storedState.getStoredAt() + later)
        .isPresent();
  }
}
