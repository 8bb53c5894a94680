package dev.eddyline.topology;

import static dev.eddyline.topology.TakeOverRig.EVENTS;
import static dev.eddyline.topology.TakeOverRig.rig;
import static dev.eddyline.topology.TakeOverRig.takeOverAtEventOffset;
import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.step;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.PartitionState;
import dev.eddyline.schema.RootHold;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** A partition that takes over from a predecessor. */
class TakeOverTest {

  private static final String DECISIONS = TOPICS.name(TopicRole.GATE_DECISIONS);

  @Test
  void predecessorRecordsUpdateStateButPublishNoOutput() {
    // Given
    try (TopologyRig rig = rig(1, takeOverAtEventOffset(2, Map.of()))) {
      rig.pipe(failure("T1", "e-1", seconds(1)), failure("T1", "e-2", seconds(2)));
      rig.driver().advanceWallClockTime(Duration.ofMinutes(1));
      assertThat(rig.verdicts()).isEmpty();
      assertThat(rig.wholeJournal()).isEmpty();

      // When
      rig.pipe(failure("T1", "e-3", seconds(3)));

      // Then
      assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(3);
      assertThat(rig.gates()).extracting(GateTrigger::getState).containsExactly(GateState.OPENED);
      assertThat(rig.wholeJournal())
          .singleElement()
          .matches(entry -> entry.getKind() == JournalKind.START)
          .matches(entry -> entry.getAfterOffset() == 1);
    }
  }

  @Test
  void openGateIsTakenOverWithItsId_andCanBeDecided() {
    // Given: a gate that the predecessor opened for events that are not reprocessed
    Map<String, RootHold> gateOrRejectionByRoot = new HashMap<>();
    String gateId;
    try (TopologyRig other = rig(1, TakeOver.NONE)) {
      for (int number = 1; number <= 3; number++) {
        other.pipe(failure("T1", "e-" + number, seconds(number)));
      }
      gateId = other.gates().get(0).getGateId();
      KeyValueStore<String, RootHold> gates =
          other.driver().getKeyValueStore(EddylineTopology.GATE_STORE);
      gateOrRejectionByRoot.put("T1", gates.get("T1"));
    }
    try (TopologyRig rig = rig(1, takeOverAtEventOffset(1, gateOrRejectionByRoot))) {
      rig.pipe(failure("T2", "e-9", seconds(10)));

      // When
      rig.pipe(decision("T1", "d-1", seconds(20), Decision.APPROVE, gateId));

      // Then
      assertThat(rig.gates())
          .singleElement()
          .matches(gate -> gate.getState() == GateState.CLOSED)
          .matches(gate -> gate.getGateId().equals(gateId));
      assertThat(rig.resets()).hasSize(1);
    }
  }

  @Test
  void aRootTaskWarmedUpWithoutItsLoopStillHasItsGate() {
    // Given
    Map<String, RootHold> gateOrRejectionByRoot = new HashMap<>();
    try (TopologyRig other = rig(1, TakeOver.NONE)) {
      for (int number = 1; number <= 3; number++) {
        other.pipe(failure("T1", "e-" + number, seconds(number)));
      }
      KeyValueStore<String, RootHold> gates =
          other.driver().getKeyValueStore(EddylineTopology.GATE_STORE);
      gateOrRejectionByRoot.put("T1", gates.get("T1"));
    }
    try (TopologyRig rig = rig(1, takeOverAtEventOffset(1, gateOrRejectionByRoot))) {
      rig.pipe(step("T1", "e-4", seconds(4)));

      // When: a decision on it, after another event of the root
      rig.pipe(step("T1", "e-5", seconds(5)));
      rig.pipe(decision("T1", "d-1", seconds(20), Decision.APPROVE, null));

      // Then
      assertThat(rig.gates()).extracting(GateTrigger::getState).containsExactly(GateState.CLOSED);
      assertThat(rig.deadLetters()).isEmpty();
    }
  }

  @Test
  void aGateClosedByThePredecessorIsNotOpen() {
    // Given: warming up opens a gate that the predecessor had closed at its end
    try (TopologyRig rig = rig(1, takeOverAtEventOffset(3, Map.of()))) {
      for (int number = 1; number <= 3; number++) {
        rig.pipe(failure("T1", "e-" + number, seconds(number)));
      }

      // When
      rig.pipe(failure("T2", "e-4", seconds(4)));

      // Then
      KeyValueStore<String, RootHold> gates =
          rig.driver().getKeyValueStore(EddylineTopology.GATE_STORE);
      assertThat(gates.get("T1")).isNull();
      assertThat(rig.gates()).isEmpty();
    }
  }

  @Test
  void aRecordRejectedByThePredecessorIsNotDeadLetteredAgain() {
    // Given
    byte[] unreadable = {1, 2, 3};
    try (TopologyRig rig = rig(1, takeOverAtEventOffset(2, Map.of()))) {
      rig.pipe(EVENTS, bytes("T1"), unreadable, new RecordHeaders(), START);
      rig.pipe(
          EVENTS,
          bytes("T2"),
          rig.bytes(EVENTS, failure("T1", "e", START)),
          new RecordHeaders(),
          START);

      // When
      rig.pipe(EVENTS, bytes("T1"), unreadable, new RecordHeaders(), START);

      // Then
      assertThat(rig.deadLetters()).hasSize(1);
    }
  }

  @Test
  void decisionsBeforeCutOverPublishNoResets() {
    // Given
    TakeOver takeOver =
        new TakeOver(
            Map.of(new TopicPartition(EVENTS, 0), 3L, new TopicPartition(DECISIONS, 0), 1L),
            1,
            Map.of(),
            Map.of());
    try (TopologyRig rig = rig(1, takeOver)) {
      for (int number = 1; number <= 3; number++) {
        rig.pipe(failure("T1", "e-" + number, seconds(number)));
      }

      // When
      rig.pipe(decision("T1", "d-1", seconds(4), Decision.APPROVE, null));

      // Then
      assertThat(rig.resets()).isEmpty();
      assertThat(rig.wholeJournal()).isEmpty();
    }
  }

  private static Journal restartedJournal(TopologyRig rig, boolean warms) {
    KeyValueStore<String, PartitionState> partitionStore =
        rig.driver().getKeyValueStore(EddylineTopology.PARTITION_STORE);
    return new Journal(partitionStore, 3, START, warms);
  }

  @Test
  void aPartitionInWarmUpDoesNotStartWithoutThePredecessorSetting() {
    // Given: one of the predecessor's two events
    try (TopologyRig rig = rig(1, takeOverAtEventOffset(2, Map.of()))) {
      rig.pipe(failure("T1", "e-1", seconds(1)));

      // When / Then
      assertThatExceptionOfType(InvalidSettingException.class)
          .isThrownBy(() -> restartedJournal(rig, false))
          .withMessageContaining("partition 3 has not reached the cut-over")
          .withMessageContaining("keep --warm-from and --predecessor");
      assertThat(restartedJournal(rig, true).isWarmingUp()).isTrue();
    }
  }

  @Test
  void anIdlePartitionInWarmUpDoesNotStartWithoutThePredecessorSetting() {
    // Given
    try (TopologyRig rig = rig(1, takeOverAtEventOffset(2, Map.of()))) {
      rig.driver().advanceWallClockTime(Duration.ofSeconds(2));

      // When / Then
      assertThatExceptionOfType(InvalidSettingException.class)
          .isThrownBy(() -> restartedJournal(rig, false));
    }
  }

  @Test
  void afterTheTakeOverNoPredecessorIsNeeded() {
    // Given
    try (TopologyRig rig = rig(1, takeOverAtEventOffset(1, Map.of()))) {
      rig.pipe(failure("T1", "e-1", seconds(1)), failure("T1", "e-2", seconds(2)));

      // When
      Journal again = restartedJournal(rig, false);

      // Then
      assertThat(again.isWarmingUp()).isFalse();
      assertThat(again.createFirstStartEntryOnce(EVENTS)).isEmpty();
      assertThat(again.firstStartMillis()).isPresent();
    }
  }
}
