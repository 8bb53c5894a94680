package dev.eddyline.topology;

import static dev.eddyline.topology.TakeOverRig.EVENTS;
import static dev.eddyline.topology.TakeOverRig.rig;
import static dev.eddyline.topology.TakeOverRig.takeOverAtEventOffset;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.topics.TopicRole;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Misrouted records that the predecessor had already processed are re-routed silently. */
class SilentReroutingTest {

  private static final String SIGNALS = TOPICS.name(TopicRole.EDDYLINE_SIGNALS);
  private static final TopicPartition ELSEWHERE = new TopicPartition(EVENTS, 1);

  @Test
  void afterAPartitionIncreaseWarmUpRecordsAreReroutedSilently() {
    // Given: the predecessor had one partition, this application has two
    String moved = keyOf(1, 2);
    try (TopologyRig rig = rig(2, takeOverAtEventOffset(2, Map.of()))) {
      rig.pipe(failure(moved, "e-1", seconds(1)), failure(moved, "e-2", seconds(2)));

      // When
      var forwarded = rig.published(SIGNALS, Signal.class);

      // Then
      assertThat(forwarded).hasSize(2);
      assertThat(forwarded)
          .allMatch(
              record ->
                  Arrays.equals(
                      record.headers().lastHeader(TakeOverRouting.HEADER).value(),
                      bytes("silent")));
    }
  }

  @Test
  void silentlyReroutedRecordUpdatesStateButPublishesNoVerdict() {
    // Given: two failures that another partition of this application re-routed
    String home = keyOf(0, 2);
    try (TopologyRig rig = rig(2, new TakeOver(Map.of(ELSEWHERE, 2L), 1, Map.of(), Map.of()))) {
      for (int number = 1; number <= 2; number++) {
        AgentEvent event = failure(home, "e-" + number, seconds(number));
        StrayRecord misroutedRecord =
            new StrayRecord(EVENTS, 1, (long) number, seconds(number), event, null);
        RecordHeaders silent = new RecordHeaders();
        silent.add(TakeOverRouting.HEADER, bytes("silent"));
        rig.pipe(
            SIGNALS,
            bytes(home),
            rig.signalBytes(new Signal(misroutedRecord)),
            silent,
            seconds(number));
      }
      assertThat(rig.verdicts()).isEmpty();

      // When
      rig.pipe(failure(home, "e-3", seconds(3)));

      // Then
      assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(3);
    }
  }

  @Test
  void silentlyReroutedRecordPublishesNoVerdict_evenWithoutTakeOverConfiguration() {
    // Given
    String home = keyOf(0, 2);
    RecordHeaders silent = new RecordHeaders();
    silent.add(TakeOverRouting.HEADER, bytes("silent"));
    try (TopologyRig rig = rig(2, TakeOver.NONE)) {
      rig.pipe(failure(home, "e-1", seconds(1)));
      AgentEvent second = failure(home, "e-2", seconds(2));
      StrayRecord misroutedRecord = new StrayRecord(EVENTS, 1, 2L, seconds(2), second, null);

      // When
      rig.pipe(
          SIGNALS, bytes(home), rig.signalBytes(new Signal(misroutedRecord)), silent, seconds(2));

      // Then
      assertThat(rig.verdicts()).isEmpty();
      rig.pipe(failure(home, "e-3", seconds(3)));
      assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(3);
    }
  }

  @Test
  void aSilentlyReroutedInvalidRecordIsNotDeadLetteredAgain() {
    // Given
    RecordHeaders silent = new RecordHeaders();
    silent.add(TakeOverRouting.HEADER, bytes("silent"));
    try (TopologyRig rig = rig(1, takeOverAtEventOffset(1, Map.of()))) {
      // When: a signal needs a key
      rig.pipe(SIGNALS, null, signal(rig), silent, seconds(1));

      // Then: the header says so only there
      assertThat(rig.deadLetters()).isEmpty();
      rig.pipe(SIGNALS, null, signal(rig), new RecordHeaders(), seconds(2));
      assertThat(rig.deadLetters()).hasSize(1);
      rig.pipe(failure("T1", "e-1", seconds(3)));
      rig.pipe(EVENTS, null, rig.bytes(EVENTS, failure("T1", "e-2", START)), silent, seconds(4));
      assertThat(rig.deadLetters()).hasSize(1);
    }
  }

  private static byte[] signal(TopologyRig rig) {
    AgentEvent event = failure("T1", "e", START);
    return rig.signalBytes(new Signal(new StrayRecord(EVENTS, 1, 2L, seconds(2), event, null)));
  }
}
