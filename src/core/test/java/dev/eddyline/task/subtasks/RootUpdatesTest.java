package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Rejection;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.SubtaskProgress;
import dev.eddyline.task.scenario.PartitionedEngines;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** What the partitions of subtasks learn of their root, on three partitions. */
class RootUpdatesTest extends ThreePartitionsFixture {

  @Test
  void rootUpdatesGoOnceToEachPartition_whenAGateOpensAndWhenItCloses_andNeverForAGateUpdate() {
    // When
    openGate();
    List<RootNews> opened = three.signalled(RootNews.class);
    first.fails("Error A");
    three.deliver();
    List<RootNews> updated = three.signalled(RootNews.class);
    root.decides(Decision.APPROVE);
    three.deliver();
    List<RootNews> closed = three.signalled(RootNews.class).subList(2, 4);

    // Then
    assertThat(opened).extracting(RootNews::getPartition).containsExactly(1, 2);
    assertThat(opened)
        .allMatch(
            rootUpdate -> rootUpdate.getHold() instanceof OpenGate && rootUpdate.getEpoch() == 0);
    // data for the loop memory is stored at the root only
    assertThat(opened)
        .allMatch(rootUpdate -> ((OpenGate) rootUpdate.getHold()).getLooped() == null);
    assertThat(three.published(GateTrigger.class)).hasSize(3);
    assertThat(updated).hasSize(2);
    assertThat(closed).extracting(RootNews::getPartition).containsExactly(1, 2);
    assertThat(closed)
        .allMatch(
            rootUpdate ->
                rootUpdate.getHold() == null
                    && rootUpdate.getEpoch() == 1
                    && rootUpdate.getCleared() == 1);
    assertThat(three.signalled(RootNews.class)).hasSize(4);
  }

  @Test
  void rootWithoutSubtasksSendsNoUpdates() {
    // When
    root.decides(Decision.APPROVE);
    root.decides(Decision.REJECT);

    // Then
    assertThat(three.pendingSignals()).isEmpty();
  }

  @Test
  void subtaskLoopFromBeforeTheResetIsIgnored_whenItArrivesLater() {
    // Given
    first.fails("Error A");
    three.deliver();
    first.fails("Error A");

    // When
    root.decides(Decision.APPROVE);
    three.deliver();

    // Then
    assertThat(verdicts()).isZero();
    assertThat(three.ignoredSignalCount()).isEqualTo(1);
    assertThat(verdict(root.proposes("next")).getLoopCount()).isZero();
  }

  @Test
  void subtaskProgressFromBeforeTheResetIsIgnored_whenItArrivesLater() {
    // Given: the subtask got further, and loops again after the decision
    PartitionedEngines forgiving = new PartitionedEngines(3, Policies.preset("default"));
    TaskScript<List<SpecificRecord>> subtask = forgiving.task("sub1").belowRoot("R0");
    subtask.fails("Error A");
    subtask.fails("Error A");
    forgiving.deliver();
    subtask.completes();
    forgiving.task("R0").decides(Decision.APPROVE);
    forgiving.deliver(1);
    subtask.fails("Error A");
    subtask.fails("Error A");

    // When: the new loop arrives before the old progress
    forgiving.deliver(1);
    forgiving.deliver();

    // Then
    assertThat(forgiving.signalled(SubtaskProgress.class)).hasSize(1);
    assertThat(forgiving.ignoredSignalCount()).isEqualTo(1);
    assertThat(verdict(forgiving.task("R0").proposes("next")).getLoopCount()).isEqualTo(1);
  }

  @Test
  void newPartitionLearnsEpochAfterFirstSignal_andSubtaskLosesNoLoop() {
    // Given
    root.decides(Decision.APPROVE);

    // When
    failTwiceDelivered(first);

    // Then
    assertThat(three.signalled(RootNews.class)).hasSize(1);
    assertThat(three.ignoredSignalCount()).isZero();
    assertThat(lastCount()).isEqualTo(1);
  }

  private void failTwiceDelivered(TaskScript<List<SpecificRecord>> task) {
    task.fails("Error A");
    three.deliver();
    task.fails("Error A");
    three.deliver();
  }

  @Test
  void aPartitionThatIsNewLearnsOfTheOpenGateToo() {
    // Given
    openGate();
    TaskScript<List<SpecificRecord>> late = three.task("sub3").belowRoot("R0");

    // When
    late.enters("a");
    three.deliver();

    // Then
    assertThat(verdict(late.proposes("next")).getAction()).isEqualTo(Action.ESCALATE);
  }

  @Test
  void anUpToDatePartitionGetsNoUpdate() {
    // Given
    first.enters("a");
    three.deliver();
    root.decides(Decision.APPROVE);
    three.deliver();

    // When
    three.task("another1").belowRoot("R0").enters("a");
    three.deliver();

    // Then
    assertThat(three.signalled(RootNews.class)).hasSize(1);
  }

  @Test
  void gateOutlivesRootState_andItsClosingReachesPartitionsInHigherEpoch() {
    // Given
    root.decides(Decision.APPROVE);
    openGate();
    three.advanceTime(Duration.ofDays(40));
    LoopVerdict replyAtGate = verdict(second.proposes("next"));

    // When
    root.decides(Decision.APPROVE);
    three.deliver();

    // Then
    assertThat(replyAtGate.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(verdict(second.proposes("next")).getAction()).isEqualTo(Action.CONTINUE);
    List<RootNews> rootUpdates = three.signalled(RootNews.class);
    assertThat(rootUpdates.subList(rootUpdates.size() - 2, rootUpdates.size()))
        .extracting(RootNews::getEpoch)
        .containsOnly(2L);
  }

  @Test
  void theKnownStateOfAnUnblockedRootExpires_andIsSentAgain() {
    // Given
    first.enters("a");
    root.decides(Decision.APPROVE);
    three.deliver();
    first.enters("b");
    three.advanceTime(Duration.ofHours(26));

    // When
    failTwiceDelivered(first);

    // Then
    assertThat(three.ignoredSignalCount()).isZero();
    assertThat(lastCount()).isEqualTo(1);
  }

  @Test
  void updatesInAnyOrderHaveTheSameResult() {
    // Given
    openGate();
    three.task("R0").decides(Decision.APPROVE);
    three.task("R0").decides(Decision.REJECT);

    // When: the newest first
    while (!three.pendingSignals().isEmpty()) {
      three.deliver(three.pendingSignals().size() - 1);
    }

    // Then
    assertThat(verdict(second.proposes("next")).getAction()).isEqualTo(Action.ABORT);
    assertThat(three.memory(2).knownRoot("R0").getHold()).isInstanceOf(Rejection.class);
    assertThat(three.memory(2).knownRoot("R0").getCleared()).isEqualTo(1);
  }
}
