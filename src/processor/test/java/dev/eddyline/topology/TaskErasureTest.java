package dev.eddyline.topology;

import static dev.eddyline.topology.EddylineTopology.WINDOW;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.gate.RootResets;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.topics.TopicRole;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The erasure of a task from the stores of its partition. */
class TaskErasureTest {

  private static final String SIGNALS = TOPICS.name(TopicRole.EDDYLINE_SIGNALS);

  private TopologyRig rig;

  @AfterEach
  void close() {
    assertThat(rig.deadLetters()).isEmpty();
    assertThat(rig.dropped()).isZero();
    rig.close();
  }

  private void pipeTaskFailure(String task, Instant at) {
    rig.at(at)
        .pipe(
            dev.eddyline.app.JsonEvents.failure(
                task, "TypeError: x is undefined", task + at.toEpochMilli(), at));
  }

  private void eraseKey(String key, Instant at) {
    Signal order =
        new Signal(new Forgetting("order", key, 0, new Source(SIGNALS, 0, -1L, 0), at, true));
    byte[] value =
        AvroSerde.of(Signal.class, rig.registry()).serializer().serialize(SIGNALS, order);
    rig.pipe(SIGNALS, TopologyRig.bytes(key), value, new RecordHeaders(), at);
  }

  /** The keys of all stores. */
  private Set<String> keys() {
    Set<String> keys = new TreeSet<>();
    for (StateStore store : rig.driver().getAllStateStores().values()) {
      if (store instanceof WindowStore<?, ?> windows) {
        try (var all = windows.all()) {
          all.forEachRemaining(entry -> keys.add(entry.key.key().toString()));
        }
      } else if (store instanceof KeyValueStore<?, ?> values) {
        try (var all = values.all()) {
          all.forEachRemaining(entry -> keys.add(entry.key.toString()));
        }
      }
    }
    return keys;
  }

  @ParameterizedTest
  @EnumSource
  void erasureRemovesTheTaskFromAllStoresAndWindows_andNoOtherTask(StoreType stores) {
    // Given: a root with an open gate and a subtask, in two windows, and another task
    rig = new TopologyRig(1, stores);
    pipeTaskFailure("T", seconds(0));
    pipeTaskFailure("T", seconds(1));
    pipeTaskFailure("other", seconds(2));
    rig.at(seconds(3))
        .pipe(
            dev.eddyline.app.JsonEvents.json(
                """
                {"taskId":"T.1","rootTaskId":"T","eventId":"e","occurredAt":%d,"type":"task_started","goal":"x"}"""
                    .formatted(seconds(3).toEpochMilli())));
    Instant next = START.plus(WINDOW).plusSeconds(10);
    pipeTaskFailure("other", next.minusSeconds(30));
    pipeTaskFailure("T", next.minusSeconds(20));
    pipeTaskFailure("T", next);
    pipeTaskFailure("T", next.plusSeconds(1));
    assertThat(keys()).contains("T", "other");

    // When
    eraseKey("T", next.plusSeconds(5));

    // Then
    assertThat(keys()).contains("other").doesNotContain("T");
  }

  @ParameterizedTest
  @EnumSource
  void erasureClosesTheGate_andTheNextFailureIsTheFirst(StoreType stores) {
    // Given
    rig = new TopologyRig(1, stores);
    for (int second = 0; second < 3; second++) {
      pipeTaskFailure("T", seconds(second));
    }
    assertThat(rig.gates()).extracting(GateTrigger::getState).containsExactly(GateState.OPENED);
    rig.verdicts();

    // When
    eraseKey("T", seconds(5));

    // Then
    List<GateTrigger> closed = rig.gates();
    assertThat(closed).extracting(GateTrigger::getState).containsExactly(GateState.CLOSED);
    assertThat(closed)
        .extracting(GateTrigger::getReason)
        .containsExactly(RootResets.ERASED_RESET_REASON);
    assertThat(closed).extracting(GateTrigger::getAgentId).containsExactly("");
    pipeTaskFailure("T", seconds(10));
    assertThat(rig.verdicts()).isEmpty();
    pipeTaskFailure("T", seconds(11));
    assertThat(rig.verdicts())
        .singleElement()
        .satisfies(verdict -> assertThat(verdict.getAttempts()).isEqualTo(2));
    assertThat(rig.journal()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void erasureOfATaskWithoutGateIsPublished_withoutNamesAndTexts(StoreType stores) {
    // Given
    rig = new TopologyRig(1, stores);
    pipeTaskFailure("T", seconds(0));
    pipeTaskFailure("T", seconds(1));

    // When
    eraseKey("T", seconds(5));

    // Then
    assertThat(rig.gates())
        .singleElement()
        .satisfies(
            erasure -> {
              assertThat(RootResets.isErasureWithoutGate(erasure)).isTrue();
              assertThat(erasure.getRootTaskId()).isEqualTo("T");
              assertThat(erasure.getAgentId()).isEmpty();
              assertThat(erasure.getText()).isEmpty();
              assertThat(erasure.getEvidence()).isEmpty();
            });
  }

  private void pipeSubtaskFailure(String task, String message, int second) {
    rig.at(seconds(second))
        .pipe(
            dev.eddyline.app.JsonEvents.json(
                """
                {"taskId":"%s","rootTaskId":"T","eventId":"e%d","occurredAt":%d,"agentId":"a","type":"failure_reported","message":"%s"}"""
                    .formatted(task, second, seconds(second).toEpochMilli(), message)));
  }

  private void pipeRootEvent(String fields, int second) {
    rig.at(seconds(second))
        .pipe(
            dev.eddyline.app.JsonEvents.json(
                """
                {"taskId":"T","eventId":"e%d","occurredAt":%d,"agentId":"a",%s}"""
                    .formatted(second, seconds(second).toEpochMilli(), fields)));
  }

  private List<String> taskIdsInLoopMemory() {
    return rig.published(TOPICS.name(TopicRole.LOOP_MEMORY), LoopMemory.class).stream()
        .map(memoryRecord -> memoryRecord.value().getTaskId())
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void erasureRemovesTheLoopOfASubtaskFromItsRootsMemoryCandidates(StoreType stores) {
    // Given: two subtasks that looped
    rig = new TopologyRig(1, stores);
    for (int time = 0; time < 2; time++) {
      pipeSubtaskFailure("T.1", "TypeError: x is undefined", time);
      pipeSubtaskFailure("T.2", "The disk is full", 10 + time);
    }

    // When
    eraseKey("T.1", seconds(20));
    pipeRootEvent("\"type\":\"task_completed\",\"outcome\":\"success\"", 21);

    // Then
    assertThat(taskIdsInLoopMemory()).containsExactly("T.2");
  }

  @ParameterizedTest
  @EnumSource
  void gateOfErasedTaskStaysOpen_andItsDecisionCreatesNoMemory(StoreType stores) {
    // Given
    rig = new TopologyRig(1, stores);
    pipeSubtaskFailure("T.2", "The disk is full", 0);
    pipeSubtaskFailure("T.2", "The disk is full", 1);
    for (int time = 2; time < 5; time++) {
      pipeSubtaskFailure("T.1", "TypeError: x is undefined", time);
    }
    assertThat(rig.gates()).extracting(GateTrigger::getTaskId).contains("T.1");

    // When
    eraseKey("T.1", seconds(20));
    pipeRootEvent(
        "\"type\":\"human_intervened\",\"decision\":\"approve\",\"guidance\":\"set x\",\"by\":\"ann\"",
        21);

    // Then: the erasure, and the gate of its root
    assertThat(rig.gates())
        .extracting(GateTrigger::getReason)
        .containsExactly(RootResets.ERASED_RESET_REASON, RootResets.DECIDED);
    assertThat(taskIdsInLoopMemory()).isEmpty();
  }
}
