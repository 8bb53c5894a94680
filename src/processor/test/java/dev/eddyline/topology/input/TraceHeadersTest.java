package dev.eddyline.topology.input;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyRig;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The trace context (W3C) of a record is copied to its outputs; other headers are not. */
class TraceHeadersTest {

  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final TopologyRig rig = new TopologyRig(4, StoreType.IN_MEMORY);

  @AfterEach
  void close() {
    rig.close();
  }

  private void pipe(String topic, AgentEvent event) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("traceparent", bytes(PARENT)).add("tracestate", bytes("vendor=1"));
    headers.add("authorization", bytes("secret"));
    byte[] key = bytes(event.getTaskId());
    rig.pipe(topic, key, rig.bytes(topic, event), headers, event.getOccurredAt());
  }

  private <T extends SpecificRecord> List<String> headers(String topic, Class<T> type) {
    List<String> headers = new ArrayList<>();
    for (TestRecord<String, T> record : rig.published(topic, type)) {
      record
          .headers()
          .forEach(
              it -> headers.add(it.key() + "=" + new String(it.value(), StandardCharsets.UTF_8)));
    }
    return headers;
  }

  @Test
  void allOutputsCarryTheTraceContextOfTheirCause() {
    // Given
    String misroutedKey = TopologyRig.keyOf(3, 4);
    rig.pipe(failure(misroutedKey, "e-1", seconds(1)), failure(misroutedKey, "e-2", seconds(2)));
    assertThat(headers(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), Signal.class)).isEmpty();
    assertThat(headers(TOPICS.name(TopicRole.LOOP_VERDICTS), LoopVerdict.class)).isEmpty();
    assertThat(headers(TOPICS.name(TopicRole.EDDYLINE_JOURNAL), JournalEntry.class)).isEmpty();

    // When
    pipe(TOPICS.name(TopicRole.AGENT_EVENTS), failure(misroutedKey, "e-3", seconds(3)));
    List<String> opened = headers(TOPICS.name(TopicRole.GATE_TRIGGERS), GateTrigger.class);
    pipe(
        TOPICS.name(TopicRole.GATE_DECISIONS),
        decision(misroutedKey, "d-1", seconds(4), Decision.APPROVE, null));

    // Then
    String[] once = {"traceparent=" + PARENT, "tracestate=vendor=1"};
    assertThat(opened).containsExactly(once);
    assertThat(headers(TOPICS.name(TopicRole.LOOP_VERDICTS), LoopVerdict.class))
        .containsExactly(once);
    assertThat(headers(TOPICS.name(TopicRole.GATE_TRIGGERS), GateTrigger.class))
        .containsExactly(once);
    assertThat(headers(TOPICS.name(TopicRole.LOOP_RESETS), LoopReset.class)).containsExactly(once);
    assertThat(headers(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), Signal.class))
        .hasSize(4)
        .containsOnly(once);
    assertThat(headers(TOPICS.name(TopicRole.EDDYLINE_JOURNAL), JournalEntry.class))
        .hasSize(6)
        .containsOnly(once);
  }
}
