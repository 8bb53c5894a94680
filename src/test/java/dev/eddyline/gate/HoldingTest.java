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
class HoldingTest {

  private static final Subject SUBJECT = new Subject("e1", "T", "T", "agent-1", null, null, 1);

  private int reads;

  private RootHold read() {
    reads++;
    return new RootHold(new Rejection("e0", 0L), 3L, Epochs.NEVER, List.of(), 0L);
  }

  private RootStanding held() {
    Standing standing = Standings.blank(null);
    standing.setEpoch(3L);
    standing.setHeld(true);
    return RootStanding.held(standing, this::read);
  }

  @Test
  void anEventThatNothingIsRuledOnDoesNotReadIt() {
    RootStanding root = held();

    root.keepWindow(Policies.preset("default"), 1_000);

    assertThat(root.turned()).isFalse();
    assertThat(root.holdChanged()).isFalse();
    assertThat(root.standing(null)).isNull();
    assertThat(reads).isZero();
  }

  @Test
  void itIsReadOnceHoweverOftenItIsAskedFor() {
    RootStanding root = held();

    assertThat(root.rejected()).isTrue();
    assertThat(root.openGate()).isEmpty();
    assertThat(root.turned()).isFalse();
    assertThat(root.holdChanged()).isFalse();
    assertThat(reads).isEqualTo(1);
  }

  @Test
  void whatIsKeptWithItIsNeverMissed() {
    RootStanding reset = held();
    reset.reset(5, false);
    RootStanding signed = held();
    signed.sign(7, 3, 5);

    assertThat(reset.holdChanged()).isTrue();
    assertThat(reset.hold().getEpoch()).isEqualTo(4);
    assertThat(signed.holdChanged()).isTrue();
    assertThat(signed.hold().getPartitions()).containsExactly(7);
  }

  @Test
  void lettingARootGoTurnsItEvenWhereNobodyAskedBefore() {
    RootStanding root = held();

    root.hold(null);

    assertThat(root.turned()).isTrue();
    assertThat(root.holdChanged()).isTrue();
    assertThat(root.hold()).isNull();
  }

  @Test
  void whatOneRootCountsNoOtherHas() {
    RootStanding counting = new RootStanding(null, null);
    RootStanding other = new RootStanding(null, null);

    counting.countLoop(Mode.LIVE, SUBJECT);
    counting.sign(7, 2, 5);

    assertThat(counting.loopCount()).isEqualTo(1);
    assertThat(other.loopCount()).isZero();
    assertThat(other.partitions()).isEmpty();
    assertThat(other.standing(null)).isNull();
    assertThat(new RootStanding(null, null).epoch()).isZero();
  }
}
