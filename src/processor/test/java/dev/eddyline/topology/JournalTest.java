package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.failureBelow;
import static dev.eddyline.topology.TopologyEvents.question;
import static dev.eddyline.topology.TopologyEvents.step;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Decision;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.topics.TopicRole;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The journal: the position of inputs other than agent-events in a partition's processing order.
 */
class JournalTest {

  private final TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    rig.close();
  }

  private static JournalEntry entry(String topic, long offset, long after) {
    return entry(topic, offset, after, null);
  }

  private static JournalEntry claimed(String topic, long offset, long after) {
    return entry(topic, offset, after, false);
  }

  private static JournalEntry entry(String topic, long offset, long after, Boolean verified) {
    return new JournalEntry(
        0, topic, offset, after, START, JournalKind.INPUT, null, null, null, verified);
  }

  @Test
  void anEventLeavesNoEntry() {
    // When
    rig.pipe(step("T1", "e-1", seconds(1)), question("T1", "e-2", seconds(2)));

    // Then
    assertThat(rig.verdicts()).hasSize(1);
    assertThat(rig.journal()).isEmpty();
  }

  @Test
  void aDecisionIsJournaledWithTheEventBeforeIt() {
    // When
    rig.pipe(decision("T1", "d-1", seconds(0), Decision.APPROVE, null));
    rig.pipe(step("T1", "e-1", seconds(1)), step("T1", "e-2", seconds(2)));
    rig.pipe(decision("T1", "d-2", seconds(3), Decision.APPROVE, null));
    rig.pipe(decision("T1", "d-3", seconds(4), Decision.APPROVE, null));

    // Then
    List<TestRecord<String, JournalEntry>> entries =
        rig.published(TOPICS.name(TopicRole.EDDYLINE_JOURNAL), JournalEntry.class);
    entries.remove(0); // the first start
    assertThat(entries).extracting(TestRecord::key).containsOnly("0");
    assertThat(entries)
        .extracting(TestRecord::value)
        .containsExactly(
            claimed(TOPICS.name(TopicRole.GATE_DECISIONS), 0, -1),
            claimed(TOPICS.name(TopicRole.GATE_DECISIONS), 1, 1),
            claimed(TOPICS.name(TopicRole.GATE_DECISIONS), 2, 1));
  }

  @Test
  void aSignalIsJournaled() {
    // Given
    rig.pipe(failureBelow("root", "sub", "s-1", seconds(1)));

    // When
    rig.pipe(failureBelow("root", "sub", "s-2", seconds(2)));

    // Then
    assertThat(rig.journal())
        .containsExactly(
            entry(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), 0, 0),
            entry(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), 1, 0),
            entry(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), 2, 1));
  }

  @Test
  void aMisroutedDecisionIsJournaledOnBothPartitions() {
    try (TopologyRig four = new TopologyRig(4, StoreType.IN_MEMORY)) {
      // Given
      String misroutedKey = TopologyRig.keyOf(3, 4);

      // When
      four.pipe(decision(misroutedKey, "d-1", seconds(1), Decision.APPROVE, null));

      // Then
      assertThat(four.journal())
          .containsExactly(
              claimed(TOPICS.name(TopicRole.GATE_DECISIONS), 0, -1),
              claimed(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), 0, -1));
    }
  }

  @Test
  void aDuplicateAndARefusedDecisionAreBothJournaled() {
    // When
    rig.pipe(decision("T1", "d-1", seconds(1), Decision.APPROVE, null));
    rig.pipe(decision("T1", "d-1", seconds(1), Decision.APPROVE, null));
    rig.pipe(decision("T1", "d-2", seconds(2), Decision.APPROVE, "no-such-gate"));

    // Then
    assertThat(rig.journal()).extracting(JournalEntry::getOffset).containsExactly(0L, 1L, 2L);
    assertThat(rig.deadLetters()).hasSize(1);
  }

  @Test
  void aRejectedSignalIsJournaled() {
    // When
    rig.pipe(
        TOPICS.name(TopicRole.EDDYLINE_SIGNALS), bytes("T1"), null, new RecordHeaders(), START);

    // Then
    assertThat(rig.journal())
        .containsExactly(entry(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), 0, -1));
    assertThat(rig.deadLetters()).hasSize(1);
  }

  @Test
  void anUndecodableDecisionIsNotJournaled() {
    // When
    rig.pipe(
        TOPICS.name(TopicRole.GATE_DECISIONS),
        bytes("T1"),
        bytes("no event"),
        new RecordHeaders(),
        START);

    // Then
    assertThat(rig.journal()).isEmpty();
    assertThat(rig.deadLetters()).hasSize(1);
  }

  @Test
  void aRejectedEventIsNotJournaledAsTheEventBeforeADecision() {
    // Given
    rig.pipe(step("T1", "e-1", seconds(1)));
    rig.pipe(
        TOPICS.name(TopicRole.AGENT_EVENTS), bytes("T1"), bytes("{}"), new RecordHeaders(), START);

    // When
    rig.pipe(decision("T1", "d-1", seconds(2), Decision.APPROVE, null));

    // Then
    assertThat(rig.journal()).extracting(JournalEntry::getAfterOffset).containsExactly(0L);
  }
}
