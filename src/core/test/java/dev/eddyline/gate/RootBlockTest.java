package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Rejection;
import dev.eddyline.schema.RootHold;
import dev.eddyline.state.StoredRoot;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds a root is read where it matters, and only there. */
class RootBlockTest {

  private static final VerdictSubject SUBJECT =
      new VerdictSubject("e1", null, "T", "T", "agent-1", null, null, null, null, 1, 0);

  private int reads;

  private RootHold read() {
    reads++;
    return new RootHold(
        new Rejection("e0", 0L, ""), 3L, Epochs.NO_RESET_TIME_MILLIS, List.of(), 0L);
  }

  private RootState newBlockedRootState() {
    StoredRoot storedRoot = RootStates.initialState(null);
    storedRoot.setEpoch(3L);
    storedRoot.setBlocked(true);
    return new RootState(storedRoot, this::read, null, null);
  }

  @Test
  void blockIsNotLoadedByAnEventWithoutADecision() {
    RootState root = newBlockedRootState();

    root.removeExpiredLoops(Policies.preset("default"), 1_000);

    assertThat(root.mustNotifySubtasks()).isFalse();
    assertThat(root.hasBlockChanged()).isFalse();
    assertThat(root.changedState()).isEmpty();
    assertThat(reads).isZero();
  }

  @Test
  void blockIsLoadedOnlyOnce() {
    RootState root = newBlockedRootState();

    assertThat(root.rejected()).isTrue();
    assertThat(root.openGate()).isEmpty();
    assertThat(root.mustNotifySubtasks()).isFalse();
    assertThat(root.hasBlockChanged()).isFalse();
    assertThat(reads).isEqualTo(1);
  }

  @Test
  void changesOfFieldsStoredWithTheBlockAreSaved() {
    RootState reset = newBlockedRootState();
    reset.reset(5, false);
    RootState signed = newBlockedRootState();
    signed.recordSubtaskAliveAndCheckUpdateNeeded(7, 3, 5);

    assertThat(reset.hasBlockChanged()).isTrue();
    assertThat(reset.block().getEpoch()).isEqualTo(4);
    assertThat(signed.hasBlockChanged()).isTrue();
    assertThat(signed.block().getPartitions()).containsExactly(7);
  }

  @Test
  void removingBlockNotifiesSubtasksEvenIfItWasNotLoaded() {
    RootState root = newBlockedRootState();

    root.block(null);

    assertThat(root.mustNotifySubtasks()).isTrue();
    assertThat(root.hasBlockChanged()).isTrue();
    assertThat(root.block()).isNull();
  }

  @Test
  void rootStatesCountLoopsIndependently() {
    RootState counting = new RootState(null, null);
    RootState other = new RootState(null, null);

    counting.countLoop(Mode.LIVE, SUBJECT);
    counting.recordSubtaskAliveAndCheckUpdateNeeded(7, 2, 5);

    assertThat(counting.loopCount()).isEqualTo(1);
    assertThat(other.loopCount()).isZero();
    assertThat(other.partitions()).isEmpty();
    assertThat(other.changedState()).isEmpty();
    assertThat(new RootState(null, null).epoch()).isZero();
  }
}
