package dev.eddyline.task;

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
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** What the partitions of subtasks learn of their root, on three partitions. */
class RootNewsTest extends ThreePartitions {

  @Test
  void newsGoOnceToEachPartition_whenAGateOpensAndWhenItCloses_andNeverForAnUpdate() {
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
    assertThat(opened).allMatch(news -> news.getHold() instanceof OpenGate && news.getEpoch() == 0);
    // data for the loop memory is stored at the root only
    assertThat(opened).allMatch(news -> ((OpenGate) news.getHold()).getLooped() == null);
    assertThat(three.published(GateTrigger.class)).hasSize(3);
    assertThat(updated).hasSize(2);
    assertThat(closed).extracting(RootNews::getPartition).containsExactly(1, 2);
    assertThat(closed)
        .allMatch(news -> news.getHold() == null && news.getEpoch() == 1 && news.getCleared() == 1);
    assertThat(three.signalled(RootNews.class)).hasSize(4);
  }

  @Test
  void aRootWithoutSubtasksTellsNobody() {
    // When
    root.decides(Decision.APPROVE);
    root.decides(Decision.REJECT);

    // Then
    assertThat(three.waiting()).isEmpty();
  }

  @Test
  void aLoopOfBeforeTheResetThatComesAfterItIsIgnored() {
    // Given
    first.fails("Error A");
    three.deliver();
    first.fails("Error A");

    // When
    root.decides(Decision.APPROVE);
    three.deliver();

    // Then
    assertThat(verdicts()).isZero();
    assertThat(three.ignored()).isEqualTo(1);
    assertThat(verdict(root.proposes("next")).getLoopCount()).isZero();
  }

  @Test
  void soIsASubtasksProgress() {
    // Given: the subtask got further, and loops again after the decision
    Partitions forgiving = new Partitions(3, Policies.preset("default"));
    TaskScript<List<SpecificRecord>> subtask = forgiving.task("sub1").under("R0");
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
    assertThat(forgiving.ignored()).isEqualTo(1);
    assertThat(verdict(forgiving.task("R0").proposes("next")).getLoopCount()).isEqualTo(1);
  }

  @Test
  void aPartitionThatIsNewLearnsTheEpochByItsFirstSign_andItsSubtaskLosesNothing() {
    // Given
    root.decides(Decision.APPROVE);

    // When
    failTwiceDelivered(first);

    // Then
    assertThat(three.signalled(RootNews.class)).hasSize(1);
    assertThat(three.ignored()).isZero();
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
    TaskScript<List<SpecificRecord>> late = three.task("sub3").under("R0");

    // When
    late.enters("a");
    three.deliver();

    // Then
    assertThat(verdict(late.proposes("next")).getAction()).isEqualTo(Action.ESCALATE);
  }

  @Test
  void aPartitionThatKnowsAllIsNotToldAgain() {
    // Given
    first.enters("a");
    three.deliver();
    root.decides(Decision.APPROVE);
    three.deliver();

    // When
    three.task("another1").under("R0").enters("a");
    three.deliver();

    // Then
    assertThat(three.signalled(RootNews.class)).hasSize(1);
  }

  @Test
  void aGateOutlivesTheRootsState_andItsEndStillReachesAllPartitionsInAHigherEpoch() {
    // Given
    root.decides(Decision.APPROVE);
    openGate();
    three.after(Duration.ofDays(40));
    LoopVerdict held = verdict(second.proposes("next"));

    // When
    root.decides(Decision.APPROVE);
    three.deliver();

    // Then
    assertThat(held.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(verdict(second.proposes("next")).getAction()).isEqualTo(Action.CONTINUE);
    List<RootNews> news = three.signalled(RootNews.class);
    assertThat(news.subList(news.size() - 2, news.size()))
        .extracting(RootNews::getEpoch)
        .containsOnly(2L);
  }

  @Test
  void whatHoldsNoRootIsForgottenWithIt_andLearnedAnew() {
    // Given
    first.enters("a");
    root.decides(Decision.APPROVE);
    three.deliver();
    first.enters("b");
    three.after(Duration.ofHours(26));

    // When
    failTwiceDelivered(first);

    // Then
    assertThat(three.ignored()).isZero();
    assertThat(lastCount()).isEqualTo(1);
  }

  @Test
  void anyOrderOfNewsEndsInTheSame() {
    // Given
    openGate();
    three.task("R0").decides(Decision.APPROVE);
    three.task("R0").decides(Decision.REJECT);

    // When: the newest first
    while (!three.waiting().isEmpty()) {
      three.deliver(three.waiting().size() - 1);
    }

    // Then
    assertThat(verdict(second.proposes("next")).getAction()).isEqualTo(Action.ABORT);
    assertThat(three.memory(2).root("R0").getHold()).isInstanceOf(Rejection.class);
    assertThat(three.memory(2).root("R0").getCleared()).isEqualTo(1);
  }
}
