package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Rejection;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Standing;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds a root is read where it matters, and only there. */
class RootBlockTest {

  private static final VerdictSubject SUBJECT =
      new VerdictSubject("e1", "T", "T", "agent-1", null, null, 1);

  private int reads;

  private RootHold read() {
    reads++;
    return new RootHold(new Rejection("e0", 0L), 3L, Epochs.NO_RESET, List.of(), 0L);
  }

  private RootState held() {
    Standing standing = RootStates.initial(null);
    standing.setEpoch(3L);
    standing.setHeld(true);
    return RootState.withLazyBlock(standing, this::read);
  }

  @Test
  void anEventWithoutADecisionDoesNotLoadIt() {
    RootState root = held();

    root.expireLoops(Policies.preset("default"), 1_000);

    assertThat(root.mustNotifySubtasks()).isFalse();
    assertThat(root.blockChanged()).isFalse();
    assertThat(root.state(null)).isNull();
    assertThat(reads).isZero();
  }

  @Test
  void itIsLoadedOnlyOnce() {
    RootState root = held();

    assertThat(root.rejected()).isTrue();
    assertThat(root.openGate()).isEmpty();
    assertThat(root.mustNotifySubtasks()).isFalse();
    assertThat(root.blockChanged()).isFalse();
    assertThat(reads).isEqualTo(1);
  }

  @Test
  void changesOfFieldsStoredWithItAreSaved() {
    RootState reset = held();
    reset.reset(5, false);
    RootState signed = held();
    signed.recordSubtaskAlive(7, 3, 5);

    assertThat(reset.blockChanged()).isTrue();
    assertThat(reset.block().getEpoch()).isEqualTo(4);
    assertThat(signed.blockChanged()).isTrue();
    assertThat(signed.block().getPartitions()).containsExactly(7);
  }

  @Test
  void removingABlockNotifiesSubtasksEvenIfItWasNotLoaded() {
    RootState root = held();

    root.block(null);

    assertThat(root.mustNotifySubtasks()).isTrue();
    assertThat(root.blockChanged()).isTrue();
    assertThat(root.block()).isNull();
  }

  @Test
  void whatOneRootCountsNoOtherHas() {
    RootState counting = new RootState(null, null);
    RootState other = new RootState(null, null);

    counting.countLoop(Mode.LIVE, SUBJECT);
    counting.recordSubtaskAlive(7, 2, 5);

    assertThat(counting.loopCount()).isEqualTo(1);
    assertThat(other.loopCount()).isZero();
    assertThat(other.partitions()).isEmpty();
    assertThat(other.state(null)).isNull();
    assertThat(new RootState(null, null).epoch()).isZero();
  }
}
