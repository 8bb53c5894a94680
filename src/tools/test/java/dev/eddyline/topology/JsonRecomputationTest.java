package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.inputs.EventDeserializer;
import dev.eddyline.inputs.EventFormat;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.input.EventEncoding;
import dev.eddyline.verify.CommittedRecord;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import dev.eddyline.verify.CommittedRun;
import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Recomputation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** Recomputation confirms a run whose inputs are in all formats, and no manipulated one. */
class JsonRecomputationTest {

  private static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);
  private static final String DECISIONS = TOPICS.name(TopicRole.GATE_DECISIONS);
  private static final int PARTITIONS = 2;
  private static final String TASK = keyOf(0, PARTITIONS);
  private static final String MISROUTED = keyOf(1, PARTITIONS);
  private static final String CALL =
      "{\"type\":\"tool_call\",\"tool\":\"ls\",\"arguments\":[],\"output\":\"denied\",\"isError\":true,"
          + "\"replyRequested\":true}";

  private final List<CommittedRecord> records = new ArrayList<>();
  private final Map<String, Long> offsets = new HashMap<>();
  private final CommittedRun run;

  JsonRecomputationTest() {
    try (TopologyRig rig = new TopologyRig(PARTITIONS, StoreType.IN_MEMORY)) {
      int second = 0;
      for (EventEncoding encoding : EventEncoding.values()) {
        AgentEvent event = failure(TASK, "/runs#e-" + second, seconds(++second));
        byte[] value = encoding.value(rig, EVENTS, event);
        pipe(rig, EVENTS, TASK, value, encoding.headers(event), second);
      }
      for (String key : new String[] {TASK, MISROUTED, TASK}) {
        pipe(rig, EVENTS, key, bytes(CALL), new RecordHeaders(), ++second);
        pipe(
            rig,
            EVENTS,
            null,
            bytes(CALL.replace("{", "{\"taskId\":\"" + key + "\",")),
            new RecordHeaders(),
            ++second);
      }
      for (String bad : new String[] {"{}", "{", "{\"specversion\":\"0.3\"}"}) {
        pipe(rig, EVENTS, TASK, bytes(bad), new RecordHeaders(), ++second);
        pipe(rig, DECISIONS, TASK, bytes(bad), new RecordHeaders(), ++second);
      }
      AgentEvent refused = decision(TASK, "/p#d", seconds(++second), Decision.REJECT, "none");
      byte[] value = EventEncoding.JSON.value(rig, DECISIONS, refused);
      pipe(rig, DECISIONS, TASK, value, new RecordHeaders(), second);
      AgentEvent approved = decision(TASK, "/p#d2", seconds(++second), Decision.APPROVE, null);
      value = EventEncoding.STRUCTURED.value(rig, DECISIONS, approved);
      pipe(rig, DECISIONS, TASK, value, new RecordHeaders(), second);

      published(rig, TopicRole.LOOP_VERDICTS, LoopVerdict.class);
      published(rig, TopicRole.GATE_TRIGGERS, GateTrigger.class);
      published(rig, TopicRole.LOOP_RESETS, LoopReset.class);
      published(rig, TopicRole.DECISION_RECEIPTS, DecisionReceipt.class);
      published(rig, TopicRole.LOOP_MEMORY, LoopMemory.class);
      published(rig, TopicRole.EDDYLINE_SIGNALS, Signal.class);
      List<TopicPosition> deadLetters =
          rig.deadLetters().stream()
              .map(letter -> TopicPosition.ofDeadLetter(letter.headers()))
              .toList();
      run =
          new CommittedRun(
              TOPICS, PARTITIONS, records, rig.wholeJournal(), deadLetters, List.of(), List.of());
    }
  }

  private void pipe(
      TopologyRig rig, String topic, String key, byte[] value, Headers headers, int second) {
    byte[] keyBytes = key == null ? null : bytes(key);
    rig.pipe(topic, keyBytes, value, headers, seconds(second));
    long offset = offsets.merge(topic, 1L, Long::sum) - 1;
    var record =
        new ConsumerRecord<>(
            topic,
            0,
            offset,
            seconds(second).toEpochMilli(),
            TimestampType.LOG_APPEND_TIME,
            0,
            0,
            keyBytes,
            value,
            headers,
            Optional.empty());
    records.add(
        CommittedRecord.ofEvents(record, new EventDeserializer(rig.registry(), EventFormat.all())));
  }

  private <T extends SpecificRecord> void published(
      TopologyRig rig, TopicRole role, Class<T> type) {
    long offset = 0;
    for (TestRecord<String, T> record : rig.published(TOPICS.name(role), type)) {
      TopicPosition at = new TopicPosition(TOPICS.name(role), 0, offset++);
      records.add(new CommittedRecord(at, record.timestamp(), record.key(), record.value()));
    }
  }

  private static List<Discrepancy> discrepancies(CommittedRun run) {
    Policies configured = Policies.ofSinglePolicy(Policies.preset("default"));
    return Recomputation.discrepancies(
        run, configured, List.of(GraphSnapshot.NONE), DecisionRules.REPLAYED);
  }

  @Test
  void theRunIsConfirmed() {
    // Given
    assertThat(run.deadLetters()).hasSize(7);
    assertThat(run.recordsOf(TopicRole.EDDYLINE_SIGNALS)).hasSize(2);
    assertThat(run.recordsOf(TopicRole.LOOP_VERDICTS)).hasSizeGreaterThan(6);
    assertThat(run.recordsOf(TopicRole.LOOP_RESETS)).hasSize(1);

    // When / Then
    assertThat(discrepancies(run)).isEmpty();
  }

  @Test
  void aLostResultOfAToolCallIsFound() {
    // Given
    List<CommittedRecord> changed = new ArrayList<>(run.records());
    changed.replaceAll(
        it ->
            it.result().isEmpty()
                ? it
                : new CommittedRecord(it.position(), it.timestamp(), it.key(), it.value()));

    // When / Then
    assertThat(
            discrepancies(
                new CommittedRun(
                    TOPICS,
                    PARTITIONS,
                    changed,
                    run.journal(),
                    run.deadLetters(),
                    List.of(),
                    List.of())))
        .isNotEmpty();
  }
}
