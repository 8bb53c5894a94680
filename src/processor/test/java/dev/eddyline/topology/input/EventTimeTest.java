package dev.eddyline.topology.input;

import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.step;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.json.EventTime;
import dev.eddyline.metrics.Metric;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topology.TopologyRig;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Impossible event times are clamped to the record's time, or rejected. */
class EventTimeTest {

  private static final long YEAR_2000 = 946_684_800_000L;

  private final TopologyRig rig = new TopologyRig();
  private int refused;

  @AfterEach
  void close() {
    assertThat(rig.deadLetters()).hasSize(refused);
    assertThat(rig.dropped()).isEqualTo(refused);
    rig.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {32_503_680_000_000L, Long.MAX_VALUE})
  void aFutureEventTimeIsClampedToTheRecordTime(long future) {
    // Given
    rig.at(seconds(1)).pipe(failure("T1", "e-1", START));

    // When
    rig.at(seconds(2)).pipe(failure("T1", "e-2", Instant.ofEpochMilli(future)));
    rig.at(seconds(3)).pipe(failure("T1", "e-3", seconds(3)));

    // Then
    assertThat(rig.verdicts())
        .extracting(LoopVerdict::getOccurredAt)
        .containsExactly(seconds(2), seconds(3));
    assertThat(rig.gates()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {YEAR_2000 - 1, 1_795_450_000, 0, -62_135_596_800_000L, Long.MIN_VALUE})
  void anEventFromBefore2000IsRefused(long past) {
    // When
    rig.pipe(failure("T1", "e-1", Instant.ofEpochMilli(past)));
    refused = 1;

    // Then
    assertThat(rig.counterValue(Metric.EVENTS.id(), "outcome", "taken")).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {YEAR_2000, YEAR_2000 + 1, 1_000_000_000_000L})
  void aLateEventIsAcceptedAndLeavesTheHistoryUnchanged(long past) {
    // Given
    rig.pipe(failure("T1", "e-1", seconds(1)));

    // When
    rig.at(seconds(9)).pipe(step("T1", "e-2", Instant.ofEpochMilli(past)));
    rig.pipe(failure("T1", "e-3", seconds(3)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(2);
    assertThat(rig.counterValue(Metric.EVENTS.id(), "outcome", "taken")).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(longs = {YEAR_2000, YEAR_2000 + 1, 1_000_000_000_000L})
  void theFirstEventOfATaskMayHaveAPastTime(long past) {
    // Given
    rig.at(seconds(9)).pipe(failure("T1", "e-1", Instant.ofEpochMilli(past)));

    // When
    rig.pipe(failure("T1", "e-2", Instant.ofEpochMilli(past)));
    rig.pipe(failure("T1", "e-3", START));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getEventId).containsExactly("e-2");
  }

  @Test
  void anEventOlderThanTheHistoryIsLateAndPartOfNoLoop() {
    // Given
    for (int event = 0; event < 40; event++) {
      rig.pipe(step("T1", "e-" + event, seconds(event)));
    }

    // When
    rig.pipe(
        failure("T1", "old-1", EventTime.EARLIEST), failure("T1", "old-2", EventTime.EARLIEST));

    // Then
    assertThat(rig.verdicts()).isEmpty();
    assertThat(rig.counterValue(Metric.EVENTS.id(), "outcome", "late")).isEqualTo(2);
    assertThat(rig.counterValue(Metric.EVENTS.id(), "outcome", "taken")).isEqualTo(40);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE})
  void aRecordWithoutATimestampGetsThePartitionTime(long none) {
    // Given
    rig.at(Instant.ofEpochMilli(none)).pipe(step("T1", "e-0", EventTime.EARLIEST));
    rig.at(seconds(5)).pipe(failure("T1", "e-1", seconds(5)));

    // When
    rig.at(Instant.ofEpochMilli(none)).pipe(failure("T1", "e-2", seconds(9)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getOccurredAt).containsExactly(seconds(5));
  }
}
