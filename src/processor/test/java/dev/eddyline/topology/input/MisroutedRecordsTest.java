package dev.eddyline.topology.input;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.failureBelow;
import static dev.eddyline.topology.TopologyEvents.step;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.metrics.Metric;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyRig;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records that a foreign partitioner put on the wrong partition are re-routed. */
class MisroutedRecordsTest {

  private static final int PARTITIONS = 4;
  private static final String MISROUTED_TASK_ID = keyOf(2, PARTITIONS);
  private static final String AT_HOME = keyOf(0, PARTITIONS);

  private final TopologyRig rig = new TopologyRig(PARTITIONS, StoreType.IN_MEMORY);

  @BeforeEach
  void advanceInputOffsets() {
    rig.pipe(step(AT_HOME, "h-1", seconds(0)), step(AT_HOME, "h-2", seconds(0)));
  }

  @AfterEach
  void close() {
    assertThat(rig.deadLetters()).isEmpty();
    rig.close();
  }

  private double misroutedCount(String topic) {
    return rig.counterValue(Metric.MISROUTED_RECORDS.id(), "topic", topic);
  }

  private List<StrayRecord> forwarded() {
    return rig.signals().stream().map(signal -> (StrayRecord) signal.getBody()).toList();
  }

  @Test
  void reroutedEventKeepsItsSourceCoordinates() {
    // Given
    rig.pipe(failure(MISROUTED_TASK_ID, "e-1", seconds(1)));

    // When
    rig.pipe(failure(MISROUTED_TASK_ID, "e-2", seconds(2)));

    // Then
    LoopVerdict verdict = rig.verdicts().get(0);
    assertThat(verdict.getTaskId()).isEqualTo(MISROUTED_TASK_ID);
    assertThat(verdict.getAttempts()).isEqualTo(2);
    assertThat(verdict.getSource())
        .isEqualTo(new Source(TOPICS.name(TopicRole.AGENT_EVENTS), 0, 3L, 0));
    assertThat(verdict.getEvidence()).extracting("offset").containsExactly(2L, 3L);
  }

  @Test
  void aMisroutedEventIsForwardedAsASignalAndCounted() {
    // Given
    AgentEvent event = failure(MISROUTED_TASK_ID, "e-1", seconds(1));

    // When
    rig.at(seconds(7)).pipe(event);

    // Then
    List<TestRecord<String, Signal>> signals =
        rig.published(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), Signal.class);
    assertThat(signals).extracting(TestRecord::key).containsExactly(MISROUTED_TASK_ID);
    assertThat(signals.get(0).value().getBody())
        .isEqualTo(
            new StrayRecord(TOPICS.name(TopicRole.AGENT_EVENTS), 0, 2L, seconds(7), event, null));
    assertThat(misroutedCount(TOPICS.name(TopicRole.AGENT_EVENTS))).isEqualTo(1);
    assertThat(rig.counterValue(Metric.EVENTS.id(), "outcome", "taken")).isEqualTo(3);
  }

  @Test
  void reroutedDecisionKeepsItsSourceCoordinates() {
    // Given
    for (int failure = 1; failure <= 3; failure++) {
      rig.pipe(failure(MISROUTED_TASK_ID, "e-" + failure, seconds(failure)));
    }
    String gateId = rig.gates().get(0).getGateId();

    // When
    rig.pipe(decision(MISROUTED_TASK_ID, "d-1", seconds(4), Decision.APPROVE, gateId));

    // Then
    GateTrigger closed = rig.gates().get(0);
    assertThat(closed.getState()).isEqualTo(GateState.CLOSED);
    assertThat(closed.getSource())
        .isEqualTo(new Source(TOPICS.name(TopicRole.GATE_DECISIONS), 0, 0L, 0));
    assertThat(rig.resets()).extracting(LoopReset::getPreviousCount).containsExactly(2);
    assertThat(misroutedCount(TOPICS.name(TopicRole.GATE_DECISIONS))).isEqualTo(1);
    assertThat(forwarded())
        .last()
        .matches(it -> it.getTopic().equals(TOPICS.name(TopicRole.GATE_DECISIONS)));
  }

  @Test
  void aDecisionKeyedByASubtaskIsReroutedToTheRoot() {
    // Given
    rig.pipe(failureBelow(MISROUTED_TASK_ID, AT_HOME, "s-1", seconds(1)));
    AgentEvent decision = decision(AT_HOME, "d-1", seconds(2), Decision.REJECT, null);
    decision.setRootTaskId(MISROUTED_TASK_ID);

    // When
    rig.pipe(decision);

    // Then
    List<TestRecord<String, Signal>> signals =
        rig.published(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), Signal.class);
    assertThat(signals)
        .filteredOn(signal -> signal.value().getBody() instanceof StrayRecord)
        .extracting(TestRecord::key)
        .containsExactly(MISROUTED_TASK_ID);
  }

  @Test
  void aRecordOnItsHomePartitionIsNotForwarded() {
    // Given
    rig.pipe(failure(AT_HOME, "e-1", seconds(1)));

    // When
    rig.pipe(failure(AT_HOME, "e-2", seconds(2)));

    // Then
    assertThat(rig.verdicts()).hasSize(1);
    assertThat(rig.signals()).isEmpty();
    assertThat(misroutedCount(TOPICS.name(TopicRole.AGENT_EVENTS))).isZero();
  }

  @Test
  void theTimeOfAMisroutedEventIsBoundedByItsOwnRecord() {
    // Given
    rig.at(seconds(1)).pipe(failure(MISROUTED_TASK_ID, "e-1", seconds(1)));

    // When
    rig.at(seconds(2)).pipe(failure(MISROUTED_TASK_ID, "e-2", seconds(9_999_999)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getOccurredAt).containsExactly(seconds(2));
  }
}
