package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.SubtaskProgress;
import dev.eddyline.task.scenario.PartitionedEngines;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** What subtasks do after a reset of their root, and before they hear of it. */
class DelayedRootUpdatesTest extends ThreePartitionsFixture {

  private static void failTimes(int times, TaskScript<List<SpecificRecord>> task) {
    for (int i = 0; i < times; i++) {
      task.fails("Error A");
    }
  }

  private int loopCount() {
    return three.memory(0).taskState("R0").getStoredRoot().getLoopCount();
  }

  @Test
  void subtaskLoopsAllCount_whenItsPartitionDoesNotKnowTheRoot() {
    // Given
    root.decides(Decision.APPROVE);

    // When
    failTimes(6, first);
    three.deliver();

    // Then
    assertThat(three.ignoredSignalCount()).isZero();
    assertThat(loopCount()).isEqualTo(5);
    assertThat(three.published(GateTrigger.class))
        .filteredOn(gate -> gate.getState() == GateState.OPENED)
        .hasSize(1);
  }

  @Test
  void subtaskStartedAfterRootCompletionCountsAllLoops_whenPartitionKnowsRoot() {
    // Given
    three.task("another1").belowRoot("R0").enters("a");
    three.deliver();
    root.completes();

    // When
    failTimes(5, first);
    three.deliver();

    // Then
    assertThat(three.ignoredSignalCount()).isZero();
    assertThat(loopCount()).isEqualTo(4);
  }

  @Test
  void aLoopStartedBeforeTheResetIsIgnored() {
    // Given
    first.fails("Error A");
    three.deliver();
    root.completes();

    // When
    first.fails("Error A");
    three.deliver();

    // Then
    assertThat(three.ignoredSignalCount()).isEqualTo(1);
    assertThat(verdicts()).isZero();
  }

  @Test
  void subtaskProgressAfterRootResetUncountsItsLoops_despiteStaleEpoch() {
    // Given
    PartitionedEngines forgiving = new PartitionedEngines(3, Policies.preset("default"));
    TaskScript<List<SpecificRecord>> subtask = forgiving.task("sub1").belowRoot("R0");
    forgiving.task("R0").decides(Decision.APPROVE);

    // When
    failTimes(2, subtask);
    subtask.completes();
    forgiving.deliver();

    // Then
    assertThat(forgiving.signalled(SubtaskProgress.class))
        .extracting(SubtaskProgress::getEpoch)
        .containsExactly(0L);
    assertThat(forgiving.ignoredSignalCount()).isZero();
    assertThat(forgiving.published(LoopVerdict.class)).hasSize(1);
    assertThat(forgiving.memory(0).taskState("R0").getStoredRoot().getLoopCount()).isZero();
  }

  @Test
  void progressIsPublishedOnceTheUpdateArrived() {
    // Given
    PartitionedEngines forgiving = new PartitionedEngines(3, Policies.preset("default"));
    TaskScript<List<SpecificRecord>> subtask = forgiving.task("sub1").belowRoot("R0");
    forgiving.task("R0").decides(Decision.APPROVE);
    failTimes(2, subtask);
    forgiving.deliver();
    assertThat(forgiving.memory(0).taskState("R0").getStoredRoot().getLoopCount()).isEqualTo(1);

    // When
    subtask.completes();
    forgiving.deliver();

    // Then
    assertThat(forgiving.memory(0).taskState("R0").getStoredRoot().getLoopCount()).isZero();
  }

  @Test
  void aRequestInterruptedByAResetStillGetsAReply() {
    // Given
    first.fails("Error A");
    three.deliver();
    first.requestingReply().fails("Error A");

    // When
    root.completes();
    three.deliver();

    // Then
    assertThat(three.ignoredSignalCount()).isEqualTo(1);
    LoopVerdict answer = three.published(LoopVerdict.class).get(0);
    assertThat(verdicts()).isEqualTo(1);
    assertThat(answer.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(answer.getReason()).isEqualTo("Of before the last reset");
    assertThat(answer.getLoopCount()).isZero();
    assertThat(loopCount()).isZero();
  }

  @Test
  void rootDecisionClearsSubtaskHistory_whenFirstSubtaskSignalArrivesAfterIt() {
    // Given
    first.fails("Error A");
    root.decides(Decision.APPROVE);
    three.deliver();

    // When
    first.fails("Error A");
    three.deliver();

    // Then
    assertThat(verdicts()).isZero();
  }

  @Test
  void rootDecisionClearsSubtaskHistory_alsoIfTheRootThenSucceeds() {
    // Given
    first.fails("Error A");
    root.decides(Decision.APPROVE);
    root.completes();
    three.deliver();

    // When
    first.fails("Error A");
    three.deliver();

    // Then
    assertThat(verdicts()).isZero();
  }

  @Test
  void subtaskStartedAfterDecisionKeepsHistory_whenRootUpdateArrives() {
    // Given
    three.task("another1").belowRoot("R0").enters("a");
    three.deliver();
    root.decides(Decision.APPROVE);
    first.fails("Error A");
    three.deliver();

    // When
    first.fails("Error A");
    three.deliver();

    // Then
    assertThat(three.memory(1).taskState("sub1").getEpoch()).isEqualTo(1);
    assertThat(lastCount()).isEqualTo(1);
  }

  @Test
  void loopFromBeforeTheResetIsIgnored_afterBlockedRootStateExpired() {
    // Given
    first.fails("Error A");
    three.deliver();
    first.fails("Error A");
    root.decides(Decision.APPROVE);
    failTimes(3, root);
    int before = verdicts();

    // When
    three.advanceTime(Duration.ofDays(40)).deliver();

    // Then
    assertThat(three.published(GateTrigger.class)).hasSize(1);
    assertThat(three.ignoredSignalCount()).isEqualTo(1);
    assertThat(verdicts()).isEqualTo(before);
  }
}
