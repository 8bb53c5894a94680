package dev.eddyline.topology;

import static dev.eddyline.topology.EddylineTopology.TASK_STORE;
import static dev.eddyline.topology.EddylineTopology.WINDOW;
import static dev.eddyline.topology.TopologyEvents.event;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.step;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.state.TaskState;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tumbling windows of storage time: a task is in the current or the previous one. */
class StorageWindowsTest {

  private static final Instant NEXT = START.plus(WINDOW);

  private TopologyRig rig;

  @AfterEach
  void close() {
    assertThat(rig.deadLetters()).isEmpty();
    assertThat(rig.dropped()).isZero();
    rig.close();
  }

  private TaskState stored(String task, Instant window) {
    WindowStore<String, byte[]> store = rig.driver().getWindowStore(TASK_STORE);
    byte[] bytes = store.fetch(task, window.toEpochMilli());
    return bytes == null ? null : TaskState.of(bytes);
  }

  /** The number of stored events. */
  private static int events(TaskState state) {
    ByteBuffer ids = state.getRecent().duplicate();
    int events = 0;
    for (; ids.hasRemaining(); events++) {
      ids.position(ids.position() + Long.BYTES);
      while (ids.get() < 0) {}
    }
    return events;
  }

  private static final String HISTORIES = "eddyline-histories";

  @ParameterizedTest
  @EnumSource
  void aTaskOfThePreviousWindowMovesToTheCurrentWindow(StoreType stores) {
    // Given
    rig = new TopologyRig(1, stores);
    rig.at(NEXT.minusSeconds(60)).pipe(failure("T1", "e-1", seconds(1)));
    rig.pipe(failure("T1", "e-2", seconds(2)));

    // When
    rig.at(NEXT.plusSeconds(60)).pipe(failure("T1", "e-3", seconds(3)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getLoopCount).containsExactly(1, 2);
    TaskState moved = stored("T1", NEXT);
    assertThat(events(moved)).isEqualTo(3);
    assertThat(moved.getStoredRoot().getLoopCount()).isEqualTo(2);
    assertThat(events(stored("T1", START))).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void failuresMoveToTheNewWindowWithoutANewFailure(StoreType stores) {
    // Given: the failure was written two windows ago, and only steps since
    rig = new TopologyRig(1, stores);
    rig.at(NEXT.minusSeconds(60)).pipe(failure("T1", "e-1", seconds(1)));
    rig.at(NEXT.plusSeconds(60)).pipe(step("T1", "s-1", seconds(2)));
    rig.at(NEXT.plus(Duration.ofHours(20))).pipe(step("T1", "s-2", seconds(3)));

    // When: events with that delay
    Instant afterNext = NEXT.plus(WINDOW).plusSeconds(60);
    rig.at(afterNext).pipe(step("T1", "s-3", seconds(4)), failure("T1", "e-2", seconds(5)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(2);
  }

  @ParameterizedTest
  @EnumSource
  void aProposedEventLosesNoStoredFailure(StoreType stores) {
    // Given
    rig = new TopologyRig(1, stores);
    rig.at(NEXT.minusSeconds(60)).pipe(failure("T1", "e-1", seconds(1)));
    Instant time = NEXT.plusSeconds(60);
    rig.at(time).pipe(event("T1", "q-1", seconds(2), new StepStarted("build", true)));
    rig.verdicts();

    // When
    rig.pipe(failure("T1", "e-2", seconds(3)), failure("T1", "e-3", seconds(4)));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(2, 3);
  }

  @ParameterizedTest
  @EnumSource
  void aTaskWithDailyEventsIsStoredForWeeks(StoreType stores) {
    // Given
    rig = new TopologyRig(1, stores);
    int days = 30;

    // When
    for (int day = 0; day < days; day++) {
      Instant time = START.plus(Duration.ofHours(23).multipliedBy(day));
      AgentEvent failure = failure("T1", "e-" + day, time);
      failure.setReplyRequested(true); // answered, whatever an open gate damps
      rig.at(time).pipe(failure, step("S" + day, "x", time));
    }

    // Then
    assertThat(rig.verdicts())
        .hasSize(days)
        .last()
        .extracting(LoopVerdict::getAttempts, LoopVerdict::getLoopCount)
        .as("attempts since the first, and the loops of the last 24 hours")
        .containsExactly(days, 2);
    assertThat(rig.gates().stream().map(GateTrigger::getGateId).distinct()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void anOutOfOrderRecordFindsItsTask(StoreType stores) {
    // Given
    rig = new TopologyRig(1, stores);
    rig.at(NEXT.plusSeconds(1)).pipe(failure("T1", "e-1", seconds(1)));

    // When
    rig.at(START).pipe(failure("T1", "e-2", seconds(2)));
    Instant before = START.minus(Duration.ofHours(2));
    rig.at(before).pipe(failure("T1", "e-3", before));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(2, 3);
    assertThat(stored("T1", START)).isNull();
    assertThat(events(stored("T1", NEXT))).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void oldWindowsExpire(StoreType stores) {
    // Given
    rig = new TopologyRig(1, stores);
    rig.pipe(failure("T1", "e-1", START));

    // When
    Instant later = START.plus(WINDOW.multipliedBy(6));
    rig.at(later).pipe(failure("T2", "e-2", later));

    // Then
    assertThat(StoreContents.all(rig.driver()).keySet())
        .filteredOn(key -> key.startsWith(TASK_STORE) || key.startsWith(HISTORIES))
        .hasSize(2)
        .allMatch(key -> key.contains("T2"));
  }
}
