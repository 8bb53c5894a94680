package dev.eddyline.topology;

import static dev.eddyline.topology.Events.decision;
import static dev.eddyline.topology.Events.failure;
import static dev.eddyline.topology.Events.failureBelow;
import static dev.eddyline.topology.Events.question;
import static dev.eddyline.topology.Events.step;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.metrics.Metric;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopVerdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Duplicate and late records. */
class RepeatsTest {

  private final TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    rig.close();
  }

  private double counted(String outcome) {
    return rig.counted(Metric.EVENTS.id(), "outcome", outcome);
  }

  @Test
  void aRedeliveredEventIsDroppedCountedAndChangesNothing() {
    // Given
    AgentEvent failure = failure("T1", "e-1", seconds(1));
    rig.take(failure);
    Map<String, Object> before = Stored.all(rig.driver());

    // When
    rig.take(failure, failure);

    // Then
    assertThat(rig.verdicts()).isEmpty();
    assertThat(counted("repeated")).isEqualTo(2);
    assertThat(counted("taken")).isEqualTo(1);
    Map<String, Object> after = Stored.all(rig.driver());
    String position = EddylineTopology.PARTITION_STORE + " self";
    assertThat(after.remove(position)).isNotEqualTo(before.remove(position));
    assertThat(after).isEqualTo(before);
  }

  @Test
  void theSameIdInAnotherTaskIsNoRepeat() {
    // Given
    rig.take(failure("T1", "e-1", seconds(1)));

    // When
    rig.take(failure("T2", "e-1", seconds(1)));

    // Then
    assertThat(counted("repeated")).isZero();
    assertThat(counted("taken")).isEqualTo(2);
  }

  @Test
  void aRedeliveredLoopOfASubtaskCountsOnceAtItsRoot() {
    // Given
    AgentEvent second = failureBelow("root", "sub", "s-2", seconds(2));
    rig.take(failureBelow("root", "sub", "s-1", seconds(1)), second);

    // When
    rig.take(second, failureBelow("root", "sub", "s-3", seconds(3)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getLoopCount).containsExactly(1, 2);
  }

  @Test
  void aRedeliveredDecisionHasOneEffect() {
    // Given
    rig.take(failure("T1", "e-1", seconds(1)), failure("T1", "e-2", seconds(2)));
    AgentEvent decision = decision("T1", "d-1", seconds(3), Decision.APPROVE, null);
    rig.take(decision);

    // When
    rig.take(decision);

    // Then
    assertThat(rig.resets()).hasSize(1);
    assertThat(counted("repeated")).isEqualTo(1);
    assertThat(rig.deadLetters()).isEmpty();
  }

  @Test
  void aRedeliveredDecisionThatNamesItsClosedGateIsARepeatAndNoDeadLetter() {
    // Given
    for (int failure = 1; failure <= 3; failure++) {
      rig.take(failure("T1", "e-" + failure, seconds(failure)));
    }
    String gateId = rig.gates().get(0).getGateId();
    AgentEvent decision = decision("T1", "d-1", seconds(4), Decision.REJECT, gateId);
    rig.take(decision);

    // When
    rig.take(decision);

    // Then
    assertThat(rig.gates()).hasSize(1);
    assertThat(counted("repeated")).isEqualTo(1);
    assertThat(rig.deadLetters()).isEmpty();
  }

  @Test
  void aLateQuestionIsAnsweredAndCounted() {
    // Given
    for (int event = 0; event < 40; event++) {
      rig.take(step("T1", "e-" + event, seconds(event)));
    }

    // When
    rig.take(question("T1", "old", seconds(1)));

    // Then
    List<LoopVerdict> verdicts = rig.verdicts();
    assertThat(verdicts).extracting(LoopVerdict::getReason).containsExactly("Too late to count");
    assertThat(counted("late")).isEqualTo(1);
  }
}
