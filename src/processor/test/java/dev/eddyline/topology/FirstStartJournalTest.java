package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.step;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A partition's first start is journaled once, and events long before it open no gate. */
class FirstStartJournalTest {

  private static final Instant LONG_BEFORE = START.minus(Duration.ofHours(2));

  private final TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    rig.close();
  }

  private static JournalEntry start() {
    String events = TOPICS.name(TopicRole.AGENT_EVENTS);
    return new JournalEntry(0, events, -1L, -1L, START, JournalKind.START, null, null, null, null);
  }

  @Test
  void anIdlePartitionJournalsItsFirstStartOnce() {
    // When
    rig.driver().advanceWallClockTime(Duration.ofMinutes(5));
    rig.pipe(step("T1", "e-1", seconds(1)), step("T1", "e-2", seconds(2)));
    rig.pipe(decision("T1", "d-1", seconds(3), Decision.APPROVE, null));

    // Then
    assertThat(rig.wholeJournal()).hasSize(2).first().isEqualTo(start());
  }

  @Test
  void aDecisionMayBeTheFirstInput() {
    // When
    rig.pipe(decision("T1", "d-1", seconds(3), Decision.APPROVE, null));

    // Then
    assertThat(rig.wholeJournal()).first().isEqualTo(start());
  }

  @Test
  void aRejectedRecordMayBeTheFirstInput_andTheStartIsJournaledOnce() {
    // Given
    rig.pipe(
        TOPICS.name(TopicRole.AGENT_EVENTS),
        bytes("another"),
        rig.bytes(TOPICS.name(TopicRole.AGENT_EVENTS), step("T1", "e-0", START)),
        new RecordHeaders(),
        START);

    // When
    rig.pipe(step("T1", "e-1", seconds(1)));

    // Then
    assertThat(rig.deadLetters()).hasSize(1);
    assertThat(rig.wholeJournal()).containsExactly(start());
  }

  @Test
  void eventsLongBeforeTheFirstStartAreHistory_andTheNextLoopOpensTheGate() {
    // Given
    for (int failure = 1; failure <= 4; failure++) {
      rig.pipe(failure("T1", "e-" + failure, LONG_BEFORE.plusSeconds(failure)));
    }
    assertThat(rig.verdicts()).extracting(LoopVerdict::getLoopCount).containsExactly(1, 2, 3);
    assertThat(rig.gates()).isEmpty();

    // When
    rig.pipe(failure("T1", "e-5", seconds(5)));

    // Then
    assertThat(rig.gates()).extracting(GateTrigger::getState).containsExactly(GateState.OPENED);
  }
}
