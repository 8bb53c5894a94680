package dev.eddyline.topology;

import static dev.eddyline.topology.Events.decision;
import static dev.eddyline.topology.Events.failure;
import static dev.eddyline.topology.Events.step;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.PartitionState;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** A partition that takes the place of another application's. */
class TakeOverTest {

  private static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);
  private static final String SIGNALS = TOPICS.name(TopicRole.EDDYLINE_SIGNALS);
  private static final TopicPartition ELSEWHERE = new TopicPartition(EVENTS, 1);
  private static final String DECISIONS = TOPICS.name(TopicRole.GATE_DECISIONS);

  /** So many events of partition 0 were taken by another, among one partition. */
  private static TakeOver after(long events, Map<String, RootHold> holds) {
    return new TakeOver(Map.of(new TopicPartition(EVENTS, 0), events), 1, holds, Map.of());
  }

  private static TopologyRig rig(int partitions, TakeOver takeOver) {
    var parts =
        TopologyRig.parts(TOPICS, partitions, StoreType.IN_MEMORY, TopologyRig.mockRegistry());
    return new TopologyRig(
        new EddylineTopology.Parts(
            TOPICS,
            partitions,
            StoreType.IN_MEMORY,
            parts.registry(),
            parts.policies(),
            parts.metrics(),
            parts.traces(),
            takeOver,
            parts.recall(),
            parts.graphs()));
  }

  @Test
  void whatTheOtherHadTakenPublishesNothing_andIsRemembered() {
    // Given
    try (TopologyRig rig = rig(1, after(2, Map.of()))) {
      rig.take(failure("T1", "e-1", seconds(1)), failure("T1", "e-2", seconds(2)));
      rig.driver().advanceWallClockTime(Duration.ofMinutes(1));
      assertThat(rig.verdicts()).isEmpty();
      assertThat(rig.wholeJournal()).isEmpty();

      // When
      rig.take(failure("T1", "e-3", seconds(3)));

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
  void aGateThatWasOpenIsOpen_underItsName_andCanBeDecided() {
    // Given: a gate that the other had opened over events that are not read once more
    Map<String, RootHold> held = new HashMap<>();
    String gateId;
    try (TopologyRig other = rig(1, TakeOver.NONE)) {
      for (int number = 1; number <= 3; number++) {
        other.take(failure("T1", "e-" + number, seconds(number)));
      }
      gateId = other.gates().get(0).getGateId();
      KeyValueStore<String, RootHold> gates =
          other.driver().getKeyValueStore(EddylineTopology.GATE_STORE);
      held.put("T1", gates.get("T1"));
    }
    try (TopologyRig rig = rig(1, after(1, held))) {
      rig.take(failure("T2", "e-9", seconds(10)));

      // When
      rig.take(decision("T1", "d-1", seconds(20), Decision.APPROVE, gateId));

      // Then
      assertThat(rig.gates())
          .singleElement()
          .matches(gate -> gate.getState() == GateState.CLOSED)
          .matches(gate -> gate.getGateId().equals(gateId));
      assertThat(rig.resets()).hasSize(1);
    }
  }

  @Test
  void aGateIsKnownToARootThatWasWarmedUpWithoutTheEventsThatOpenedIt() {
    // Given
    Map<String, RootHold> held = new HashMap<>();
    try (TopologyRig other = rig(1, TakeOver.NONE)) {
      for (int number = 1; number <= 3; number++) {
        other.take(failure("T1", "e-" + number, seconds(number)));
      }
      KeyValueStore<String, RootHold> gates =
          other.driver().getKeyValueStore(EddylineTopology.GATE_STORE);
      held.put("T1", gates.get("T1"));
    }
    try (TopologyRig rig = rig(1, after(1, held))) {
      rig.take(step("T1", "e-4", seconds(4)));

      // When: a decision on it, after another event of the root
      rig.take(step("T1", "e-5", seconds(5)));
      rig.take(decision("T1", "d-1", seconds(20), Decision.APPROVE, null));

      // Then
      assertThat(rig.gates()).extracting(GateTrigger::getState).containsExactly(GateState.CLOSED);
      assertThat(rig.deadLetters()).isEmpty();
    }
  }

  @Test
  void aGateThatTheOtherDoesNotHoldIsNotOpen() {
    // Given: warming up opens a gate that the other had not open at its end
    try (TopologyRig rig = rig(1, after(3, Map.of()))) {
      for (int number = 1; number <= 3; number++) {
        rig.take(failure("T1", "e-" + number, seconds(number)));
      }

      // When
      rig.take(failure("T2", "e-4", seconds(4)));

      // Then
      KeyValueStore<String, RootHold> gates =
          rig.driver().getKeyValueStore(EddylineTopology.GATE_STORE);
      assertThat(gates.get("T1")).isNull();
      assertThat(rig.gates()).isEmpty();
    }
  }

  @Test
  void aRecordThatTheOtherRefusedIsNoDeadLetterAgain() {
    // Given
    byte[] unreadable = {1, 2, 3};
    try (TopologyRig rig = rig(1, after(2, Map.of()))) {
      rig.take(EVENTS, bytes("T1"), unreadable, new RecordHeaders(), START);
      rig.take(
          EVENTS,
          bytes("T2"),
          rig.bytes(EVENTS, failure("T1", "e", START)),
          new RecordHeaders(),
          START);

      // When
      rig.take(EVENTS, bytes("T1"), unreadable, new RecordHeaders(), START);

      // Then
      assertThat(rig.deadLetters()).hasSize(1);
    }
  }

  @Test
  void withMorePartitionsWhatMovedIsForwardedSilently_andStaysSilentWhereItComesHome() {
    // Given: the other had one partition, this one has two
    String moved = keyOf(1, 2);
    try (TopologyRig rig = rig(2, after(2, Map.of()))) {
      rig.take(failure(moved, "e-1", seconds(1)), failure(moved, "e-2", seconds(2)));

      // When
      var forwarded = rig.published(SIGNALS, Signal.class);

      // Then
      assertThat(forwarded).hasSize(2);
      assertThat(forwarded)
          .allMatch(
              record ->
                  Arrays.equals(
                      record.headers().lastHeader(Forwarded.HEADER).value(), bytes("silent")));
    }
  }

  @Test
  void whatWasForwardedSilentlyPublishesNothing_andIsRemembered() {
    // Given: two failures that another partition of this application forwarded
    String home = keyOf(0, 2);
    try (TopologyRig rig = rig(2, new TakeOver(Map.of(ELSEWHERE, 2L), 1, Map.of(), Map.of()))) {
      for (int number = 1; number <= 2; number++) {
        AgentEvent event = failure(home, "e-" + number, seconds(number));
        StrayRecord stray = new StrayRecord(EVENTS, 1, (long) number, seconds(number), event);
        RecordHeaders silent = new RecordHeaders();
        silent.add(Forwarded.HEADER, bytes("silent"));
        rig.take(SIGNALS, bytes(home), rig.signalBytes(new Signal(stray)), silent, seconds(number));
      }
      assertThat(rig.verdicts()).isEmpty();

      // When
      rig.take(failure(home, "e-3", seconds(3)));

      // Then
      assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(3);
    }
  }

  @Test
  void decisionsOfBeforeAreSilentToo() {
    // Given
    TakeOver takeOver =
        new TakeOver(
            Map.of(new TopicPartition(EVENTS, 0), 3L, new TopicPartition(DECISIONS, 0), 1L),
            1,
            Map.of(),
            Map.of());
    try (TopologyRig rig = rig(1, takeOver)) {
      for (int number = 1; number <= 3; number++) {
        rig.take(failure("T1", "e-" + number, seconds(number)));
      }

      // When
      rig.take(decision("T1", "d-1", seconds(4), Decision.APPROVE, null));

      // Then
      assertThat(rig.resets()).isEmpty();
      assertThat(rig.wholeJournal()).isEmpty();
    }
  }

  private static Journal startedAgain(TopologyRig rig, boolean warms) {
    KeyValueStore<String, PartitionState> kept =
        rig.driver().getKeyValueStore(EddylineTopology.PARTITION_STORE);
    return new Journal(kept, 3, START, warms);
  }

  @Test
  void aPartitionThatStillWarmsUpDoesNotStartWithoutItsPredecessor() {
    // Given: one of the two events that the other had taken
    try (TopologyRig rig = rig(1, after(2, Map.of()))) {
      rig.take(failure("T1", "e-1", seconds(1)));

      // When / Then
      assertThatExceptionOfType(InvalidSettingException.class)
          .isThrownBy(() -> startedAgain(rig, false))
          .withMessageContaining("partition 3 has not reached the cut-over")
          .withMessageContaining("keep --warm-from and --predecessor");
      assertThat(startedAgain(rig, true).isWarming()).isTrue();
    }
  }

  @Test
  void aPartitionThatHasTakenNothingYetDoesNotEither() {
    // Given
    try (TopologyRig rig = rig(1, after(2, Map.of()))) {
      rig.driver().advanceWallClockTime(Duration.ofSeconds(2));

      // When / Then
      assertThatExceptionOfType(InvalidSettingException.class)
          .isThrownBy(() -> startedAgain(rig, false));
    }
  }

  @Test
  void onceItHasTakenOverItNeedsNoPredecessor() {
    // Given
    try (TopologyRig rig = rig(1, after(1, Map.of()))) {
      rig.take(failure("T1", "e-1", seconds(1)), failure("T1", "e-2", seconds(2)));

      // When
      Journal again = startedAgain(rig, false);

      // Then
      assertThat(again.isWarming()).isFalse();
      assertThat(again.begin(EVENTS)).isEmpty();
      assertThat(again.firstStart()).isPresent();
    }
  }

  @Test
  void whatWasForwardedSilentlyStaysSilentWhenThePredecessorIsNoLongerNamed() {
    // Given
    String home = keyOf(0, 2);
    RecordHeaders silent = new RecordHeaders();
    silent.add(Forwarded.HEADER, bytes("silent"));
    try (TopologyRig rig = rig(2, TakeOver.NONE)) {
      rig.take(failure(home, "e-1", seconds(1)));
      AgentEvent second = failure(home, "e-2", seconds(2));
      StrayRecord stray = new StrayRecord(EVENTS, 1, 2L, seconds(2), second);

      // When
      rig.take(SIGNALS, bytes(home), rig.signalBytes(new Signal(stray)), silent, seconds(2));

      // Then
      assertThat(rig.verdicts()).isEmpty();
      rig.take(failure(home, "e-3", seconds(3)));
      assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(3);
    }
  }

  @Test
  void aStrayThatWasForwardedSilentlyAndCannotBeTakenIsNoDeadLetterAgain() {
    // Given
    RecordHeaders silent = new RecordHeaders();
    silent.add(Forwarded.HEADER, bytes("silent"));
    try (TopologyRig rig = rig(1, after(1, Map.of()))) {
      // When: a signal needs a key
      rig.take(SIGNALS, null, signal(rig), silent, seconds(1));

      // Then: the header says so only there
      assertThat(rig.deadLetters()).isEmpty();
      rig.take(SIGNALS, null, signal(rig), new RecordHeaders(), seconds(2));
      assertThat(rig.deadLetters()).hasSize(1);
      rig.take(failure("T1", "e-1", seconds(3)));
      rig.take(EVENTS, null, rig.bytes(EVENTS, failure("T1", "e-2", START)), silent, seconds(4));
      assertThat(rig.deadLetters()).hasSize(1);
    }
  }

  private static byte[] signal(TopologyRig rig) {
    AgentEvent event = failure("T1", "e", START);
    return rig.signalBytes(new Signal(new StrayRecord(EVENTS, 1, 2L, seconds(2), event)));
  }
}
