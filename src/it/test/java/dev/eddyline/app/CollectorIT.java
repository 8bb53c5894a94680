package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import dev.eddyline.app.CollectorProcess.Encoding;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The records that a real OpenTelemetry Collector writes with its Kafka exporter. */
@Tag(TestTags.INTEROP)
class CollectorIT {

  private static final String TRACE_1 = "11111111111111111111111111111111";
  private static final String TRACE_2 = "22222222222222222222222222222222";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Spans of two traces in one request. */
  private static final String SPANS =
      """
      {"resourceSpans":[{"resource":{"attributes":[
        {"key":"service.name","value":{"stringValue":"agents"}}]},
        "scopeSpans":[{"scope":{"name":"test"},"spans":[%s,%s,%s]}]}]}
      """
          .formatted(span(TRACE_1, 1), span(TRACE_2, 2), span(TRACE_1, 3));

  private static final String LOGS =
      """
      {"resourceLogs":[{"resource":{},"scopeLogs":[{"scope":{},"logRecords":[
        {"timeUnixNano":"1767605400000000000","body":{"stringValue":"tool_result"},
         "traceId":"%s","spanId":"0000000000000001"}]}]}]}
      """
          .formatted(TRACE_1);

  private final TestCluster cluster = TestCluster.shared();
  private final String prefix = "collector-" + UUID.randomUUID() + "-";

  private static String span(String trace, int number) {
    return """
    {"traceId":"%s","spanId":"000000000000000%d","name":"execute_tool read","kind":1,
     "startTimeUnixNano":"1767605400000000000","endTimeUnixNano":"1767605401000000000",
     "attributes":[{"key":"gen_ai.tool.name","value":{"stringValue":"read"}}]}"""
        .formatted(trace, number);
  }

  @BeforeEach
  void createTopics() throws Exception {
    assumeThat(CollectorProcess.isBuilt()).as("the Collector is not built").isTrue();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(prefix + CollectorProcess.SPANS, 1, (short) 1),
                  new NewTopic(prefix + CollectorProcess.LOGS, 1, (short) 1)))
          .all()
          .get();
    }
  }

  @Test
  void requestIsOneProtobufRecordWithoutKey() throws Exception {
    try (CollectorProcess collector = start(Encoding.OTLP_PROTO, false)) {
      // When
      post(collector.traces(), SPANS);
      post(collector.logs(), LOGS);
    }

    // Then
    for (String topic : List.of(CollectorProcess.SPANS, CollectorProcess.LOGS)) {
      assertThat(records(topic, 1))
          .singleElement()
          .satisfies(
              record -> {
                assertThat(record.key()).isNull();
                assertThat(record.headers()).isEmpty();
                // field 1 with a length: resourceSpans or resourceLogs
                assertThat(record.value()[0]).isEqualTo((byte) 0x0A);
              });
    }
  }

  @Test
  void requestIsOneJsonRecordWithoutKey() throws Exception {
    try (CollectorProcess collector = start(Encoding.OTLP_JSON, false)) {
      // When
      post(collector.traces(), SPANS);
      post(collector.logs(), LOGS);
    }

    // Then
    ConsumerRecord<byte[], byte[]> spans = records(CollectorProcess.SPANS, 1).get(0);
    assertThat(spans.key()).isNull();
    assertThat(traceIds(spans)).containsExactly(TRACE_1, TRACE_2, TRACE_1);
    ConsumerRecord<byte[], byte[]> logs = records(CollectorProcess.LOGS, 1).get(0);
    assertThat(logs.key()).isNull();
    assertThat(JSON.readTree(logs.value()).at("/resourceLogs/0/scopeLogs/0/logRecords")).hasSize(1);
  }

  @Test
  void tracesByIdMakesARecordOfEachTrace() throws Exception {
    try (CollectorProcess collector = start(Encoding.OTLP_JSON, true)) {
      // When
      post(collector.traces(), SPANS);
      post(collector.logs(), LOGS);
    }

    // Then
    assertThat(records(CollectorProcess.SPANS, 2))
        .hasSize(2)
        .allSatisfy(record -> assertThat(traceIds(record)).containsOnly(text(record.key())))
        .extracting(record -> text(record.key()))
        .containsExactlyInAnyOrder(TRACE_1, TRACE_2);
    assertThat(records(CollectorProcess.LOGS, 1).get(0).key()).isNull();
  }

  private CollectorProcess start(Encoding encoding, boolean tracesById) {
    return CollectorProcess.start(cluster.bootstrap(), prefix, encoding, tracesById);
  }

  private static void post(URI url, String body) throws Exception {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(url)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
  }

  /** The records of a topic, when there are at least this many. */
  private List<ConsumerRecord<byte[], byte[]>> records(String topic, int count) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", cluster.bootstrap(), "auto.offset.reset", "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(new TopicPartition(prefix + topic, 0)));
      await()
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
                return records.size() >= count;
              });
    }
    return records;
  }

  private static List<String> traceIds(ConsumerRecord<byte[], byte[]> record) throws Exception {
    List<String> ids = new ArrayList<>();
    for (JsonNode id : JSON.readTree(record.value()).findValues("traceId")) {
      ids.add(id.textValue());
    }
    return ids;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
