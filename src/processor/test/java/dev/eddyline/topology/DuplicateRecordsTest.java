package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.failureBelow;
import static dev.eddyline.topology.TopologyEvents.question;
import static dev.eddyline.topology.TopologyEvents.step;
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
class DuplicateRecordsTest {

  private final TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    rig.close();
  }

  private double counted(String outcome) {
    return rig.counterValue(Metric.EVENTS.id(), "outcome", outcome);
  }

  @Test
  void aDuplicateEventIsDroppedAndCounted() {
    // Given
    AgentEvent failure = failure("T1", "e-1", seconds(1));
    rig.pipe(failure);
    Map<String, Object> before = StoreContents.all(rig.driver());

    // When
    rig.pipe(failure, failure);

    // Then
    assertThat(rig.verdicts()).isEmpty();
    assertThat(counted("repeated")).isEqualTo(2);
    assertThat(counted("taken")).isEqualTo(1);
    Map<String, Object> after = StoreContents.all(rig.driver());
    String position = EddylineTopology.PARTITION_STORE + " self";
    assertThat(after.remove(position)).isNotEqualTo(before.remove(position));
    assertThat(after).isEqualTo(before);
  }

  @Test
  void theSameIdInAnotherTaskIsNotADuplicate() {
    // Given
    rig.pipe(failure("T1", "e-1", seconds(1)));

    // When
    rig.pipe(failure("T2", "e-1", seconds(1)));

    // Then
    assertThat(counted("repeated")).isZero();
    assertThat(counted("taken")).isEqualTo(2);
  }

  @Test
  void aDuplicateSubtaskLoopCountsOnceAtItsRoot() {
    // Given
    AgentEvent second = failureBelow("root", "sub", "s-2", seconds(2));
    rig.pipe(failureBelow("root", "sub", "s-1", seconds(1)), second);

    // When
    rig.pipe(second, failureBelow("root", "sub", "s-3", seconds(3)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getLoopCount).containsExactly(1, 2);
  }

  @Test
  void aDuplicateDecisionHasOneEffect() {
    // Given
    rig.pipe(failure("T1", "e-1", seconds(1)), failure("T1", "e-2", seconds(2)));
    AgentEvent decision = decision("T1", "d-1", seconds(3), Decision.APPROVE, null);
    rig.pipe(decision);

    // When
    rig.pipe(decision);

    // Then
    assertThat(rig.resets()).hasSize(1);
    assertThat(counted("repeated")).isEqualTo(1);
    assertThat(rig.deadLetters()).isEmpty();
  }

  @Test
  void aDuplicateDecisionOnAClosedGateIsNotDeadLettered() {
    // Given
    for (int failure = 1; failure <= 3; failure++) {
      rig.pipe(failure("T1", "e-" + failure, seconds(failure)));
    }
    String gateId = rig.gates().get(0).getGateId();
    AgentEvent decision = decision("T1", "d-1", seconds(4), Decision.REJECT, gateId);
    rig.pipe(decision);

    // When
    rig.pipe(decision);

    // Then
    assertThat(rig.gates()).hasSize(1);
    assertThat(counted("repeated")).isEqualTo(1);
    assertThat(rig.deadLetters()).isEmpty();
  }

  @Test
  void aLateRequestGetsAReplyAndIsCounted() {
    // Given
    for (int event = 0; event < 40; event++) {
      rig.pipe(step("T1", "e-" + event, seconds(event)));
    }

    // When
    rig.pipe(question("T1", "old", seconds(1)));

    // Then
    List<LoopVerdict> verdicts = rig.verdicts();
    assertThat(verdicts).extracting(LoopVerdict::getReason).containsExactly("Too late to count");
    assertThat(counted("late")).isEqualTo(1);
  }
}
