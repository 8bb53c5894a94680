package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A producer of texts, which knows no schema registry, publishes events and a decision. */
class JsonRecordsIT {

  private static final String PREFIX = "json-";
  private static final String TASK = "T7·Prüfung";
  private static final String FAILURE =
      "{\"type\":\"failure_reported\",\"message\":\"TypeError: ‘x’ is undefined\"}";

  @RegisterExtension static final RunningApplication RUNNING = new RunningApplication(PREFIX);

  private final TestCluster cluster = TestCluster.shared();
  private final EventFeed feed = RUNNING.feed();

  private void send(TopicRole topic, String key, String value, Map<String, String> headers) {
    Map<String, Object> settings = Map.of("bootstrap.servers", cluster.bootstrap());
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      var record = new ProducerRecord<>(PREFIX + topic.key(), key, value);
      headers.forEach(
          (name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
      producer.send(record);
    }
  }

  @Test
  void loopsGateAndDecisionNeedNoRegistry() {
    // Given: JSON, a CloudEvent in structured mode without a key, and one in binary mode
    String structured =
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"any\",\"subject\":\"%s\",\"data\":%s}"
            .formatted(TASK, FAILURE);
    Map<String, String> binary =
        Map.of("ce_specversion", "1.0", "ce_id", "2", "ce_source", "/a", "ce_type", "any");
    send(TopicRole.AGENT_EVENTS, TASK, FAILURE, Map.of());
    send(TopicRole.AGENT_EVENTS, null, structured, Map.of());
    await().until(() -> !feed.verdictsOf(TASK).isEmpty());
    send(TopicRole.AGENT_EVENTS, TASK, FAILURE, binary);
    send(TopicRole.AGENT_EVENTS, TASK, "{\"type\":\"failure\"}", Map.of());
    await().until(() -> !feed.gatesOf(TASK).isEmpty());
    String decision =
        "{\"type\":\"human_intervened\",\"decision\":\"Approve\",\"by\":\"lead\",\"guidance\":\"go on\",\"gateId\":\"%s\"}"
            .formatted(feed.newestGateIdOf(TASK));

    // When
    send(TopicRole.GATE_DECISIONS, TASK, decision, Map.of("content-type", "application/json"));

    // Then
    await().until(() -> feed.resets().size() == 1);
    await().until(() -> feed.receipts().size() == 1);
    await()
        .untilAsserted(
            () ->
                assertThat(feed.verdictsOf(TASK)).extracting(LoopVerdict::getAttempts).contains(3));
    assertThat(feed.verdictsOf(TASK)).extracting(LoopVerdict::getEventId).contains("/a#2");
    await().until(() -> !feed.deadLetters().isEmpty());
    assertThat(feed.deadLetters())
        .singleElement()
        .extracting(
            letter ->
                new String(
                    letter.headers().lastHeader("__streams.errors.message").value(),
                    StandardCharsets.UTF_8))
        .asString()
        .startsWith("type is unknown; nearest: failure_reported");
  }
}
