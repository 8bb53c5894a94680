package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Rejection;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.SubtaskProgress;
import dev.eddyline.schema.Target;
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What the partitions of subtasks learn of their root, on three partitions. */
class RootNewsTest {

  /** Nothing leaves the counter by itself. */
  private final Partitions three = new Partitions(3, Policies.preset("failures"));

  private final TaskScript<List<SpecificRecord>> root = three.task("R0");
  private final TaskScript<List<SpecificRecord>> first = three.task("sub1").under("R0");
  private final TaskScript<List<SpecificRecord>> second = three.task("sub2").under("R0");

  private void failTwice(TaskScript<List<SpecificRecord>> task) {
    task.fails("Error A");
    task.fails("Error A");
    three.deliver();
  }

  private void openGate() {
    second.enters("a");
    failTwice(first);
    first.fails("Error A");
    three.deliver();
    assertThat(three.published(GateTrigger.class)).hasSize(1);
  }

  private static LoopVerdict verdict(List<SpecificRecord> records) {
    assertThat(records).hasSize(1).first().isInstanceOf(LoopVerdict.class);
    return (LoopVerdict) records.get(0);
  }

  private int verdicts() {
    return three.published(LoopVerdict.class).size();
  }

  private int lastCount() {
    return three.published(LoopVerdict.class).get(verdicts() - 1).getLoopCount();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"REJECT", "UNKNOWN"})
  void aDecisionClearsTheHistoriesOfAllSubtasks(Decision decision) {
    // Given
    failTwice(first);
    second.fails("Error B");
    three.deliver();

    // When
    root.decides(decision);
    three.deliver();
    first.fails("Error A");
    second.fails("Error B");
    three.deliver();

    // Then
    assertThat(verdicts()).isEqualTo(1);
    failTwice(first);
    assertThat(lastCount()).isEqualTo(2);
  }

  @Test
  void aDecisionClearsTheHistoriesOfASubtaskOnce() {
    // Given
    second.fails("Error B");
    three.deliver();
    root.decides(Decision.APPROVE);
    three.deliver();

    // When
    failTwice(second);

    // Then
    assertThat(lastCount()).isEqualTo(1);
  }

  @Test
  void twoDecisionsAndASuccessInARowStillClearThem() {
    // Given
    second.fails("Error B");
    three.deliver();

    // When
    root.decides(Decision.APPROVE);
    root.completes();
    three.deliver();
    second.fails("Error B");
    three.deliver();

    // Then
    assertThat(verdicts()).isZero();
  }

  @Test
  void theRootsSuccessLeavesTheHistoriesOfItsSubtasks_andTheirNextLoopIsTheFirst() {
    // Given
    failTwice(first);
    second.fails("Error B");
    three.deliver();

    // When
    root.completes();
    three.deliver();
    second.fails("Error B");
    three.deliver();

    // Then
    assertThat(three.published(LoopReset.class)).hasSize(1);
    assertThat(verdicts()).isEqualTo(2);
    assertThat(lastCount()).isEqualTo(1);
  }

  @Test
  void aRejectionLeavesThem() {
    // Given
    second.fails("Error B");
    three.deliver();

    // When
    root.decides(Decision.REJECT);
    three.deliver();
    second.fails("Error B");
    three.deliver();

    // Then
    LoopVerdict verdict = three.published(LoopVerdict.class).get(0);
    assertThat(verdict.getLoopCount()).isEqualTo(1);
    assertThat(verdict.getAction()).isEqualTo(Action.ABORT);
  }

  @Test
  void whatASubtaskProposesWhileTheRootsGateIsOpenIsAnsweredWithTheGate() {
    // Given
    openGate();
    String gateId = three.published(GateTrigger.class).get(0).getGateId();

    // When
    LoopVerdict held = verdict(second.proposes("next"));
    root.decides(Decision.APPROVE, gateId, "go on");
    three.deliver();
    LoopVerdict free = verdict(second.proposes("next"));

    // Then
    assertThat(held.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(held.getTarget()).isEqualTo(Target.USER);
    assertThat(held.getGateId()).isEqualTo(gateId);
    assertThat(held.getText()).contains("open gate");
    assertThat(held.getRootTaskId()).isEqualTo("R0");
    assertThat(free.getAction()).isEqualTo(Action.CONTINUE);
    assertThat(free.getGateId()).isNull();
  }

  @Test
  void afterARejectionItIsAnsweredWithAbort_andWithContinueOnceThatIsTakenBack() {
    // Given
    second.enters("a");
    three.deliver();

    // When
    root.decides(Decision.REJECT);
    three.deliver();
    LoopVerdict rejected = verdict(second.proposes("next"));
    root.decides(Decision.APPROVE);
    three.deliver();

    // Then
    assertThat(rejected.getAction()).isEqualTo(Action.ABORT);
    assertThat(verdict(second.proposes("next")).getAction()).isEqualTo(Action.CONTINUE);
  }

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
    assertThat(three.published(GateTrigger.class)).hasSize(3);
    assertThat(updated).hasSize(2);
    assertThat(closed).extracting(RootNews::getPartition).containsExactly(1, 2);
    assertThat(closed)
        .allMatch(news -> news.getHold() == null && news.getEpoch() == 1 && news.getClears());
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
