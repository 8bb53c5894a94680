package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.FlowFormat;
import dev.eddyline.schema.FlowGraph;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.topics.TopicRole;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The records as a Kafka UI shows them: with a third-party client, the registry's HTTP API and
 * plain Avro, without our serializers.
 */
@Tag(TestTags.CLIENTS)
class KafkaUiViewIT {

  private static final String PREFIX = "view-";

  /** Not ASCII, so that a wrong encoding shows. */
  private static final String TASK = "T7·Prüfung";

  private static final byte MAGIC = 0;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();

  @RegisterExtension static final RunningApplication RUNNING = new RunningApplication(PREFIX);

  private final TestCluster cluster = TestCluster.shared();
  private final Kcat kcat = new Kcat(cluster.bootstrap());

  @BeforeAll
  static void publishSampleRecords() {
    assumeThat(Kcat.isInstalled()).as("kcat is not installed: its view was not checked").isTrue();
    EventFeed feed = RUNNING.feed();
    feed.send(
        JsonEvents.json(
            """
            {"taskId":"%1$s.1","rootTaskId":"%1$s","type":"task_started","goal":"x"}"""
                .formatted(TASK)));
    for (int failure = 1; failure <= 3; failure++) {
      feed.send(JsonEvents.failure(TASK, "TypeError: x is undefined"));
    }
    feed.put("build", "name: build\nextends: default\n");
    feed.publishBytes(
        TopicRole.AGENT_EVENTS,
        null,
        TASK.getBytes(StandardCharsets.UTF_8),
        "no Avro".getBytes(StandardCharsets.UTF_8));
    await().until(() -> !feed.gatesOf(TASK).isEmpty());
    feed.decide(TASK, JsonEvents.approval(TASK, feed.gatesOf(TASK).get(0).getGateId()));
    await().until(() -> !feed.resets().isEmpty());
    await().until(() -> !feed.deadLetters().isEmpty());
    publishGraphAndEvaluation(feed);
  }

  private static void publishGraphAndEvaluation(EventFeed feed) {
    String endless = "name: build\nnodes: [a, b]\nedges: [{from: a, to: b}, {from: b, to: a}]\n";
    FlowGraph graph = new FlowGraph(FlowFormat.YAML, endless, null, "test", null);
    feed.put(TopicRole.WORKFLOW_GRAPHS, "build", FlowGraph.class, graph);
    feed.put("judged", "name: judged\nextends: default\nevaluation: {enabled: true}\n");
    AtomicInteger failures = new AtomicInteger();
    await()
        .until(
            () -> {
              feed.send(
                  JsonEvents.json(
                      """
                      {"taskId":"judged","workflow":"judged","type":"failure_reported","message":"%s is wrong"}"""
                          .formatted((char) ('A' + failures.getAndIncrement()))));
              return !feed.records(TopicRole.PROGRESS_EVALUATION_REQUESTS).isEmpty();
            });
    feed.put(
        TopicRole.PROGRESS_EVALUATIONS,
        "judged",
        ProgressEvaluation.class,
        new ProgressEvaluation(
            "to no question", "judged", EvaluationVerdict.REASONING, "x", "test", Instant.now()));
    await().until(() -> !feed.records(TopicRole.GRAPH_FINDINGS).isEmpty());
  }

  @ParameterizedTest
  @EnumSource(
      names = {"AGENT_EVENTS_DLQ", "NOTIFICATIONS_DLQ", "OTLP_SPANS", "OTLP_LOGS", "OTLP_EVENTS"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyRecordIsReadableWithItsRegisteredSchema(TopicRole role) throws Exception {
    // When
    List<Kcat.KcatRecord> records = kcat.read(PREFIX + role.key());

    // Then
    assertThat(records).isNotEmpty();
    for (Kcat.KcatRecord record : records) {
      assertThat(record.key()).matches("\\p{Print}+|\\Q" + TASK + "\\E(\\.1)?");
      if (isAvro(record)) {
        GenericRecord value = decoded(record);
        assertThat(value.getSchema().getNamespace()).isEqualTo("dev.eddyline.schema");
        assertThat(JSON.readTree(value.toString()).isObject()).isTrue();
      } else {
        assertThat(role).isEqualTo(TopicRole.AGENT_EVENTS);
        assertThat(record.value()).asString().isEqualTo("no Avro");
      }
    }
  }

  @Test
  void subjectsFollowTheTopicNameStrategy() throws Exception {
    // Given
    Kcat.KcatRecord gate = kcat.read(PREFIX + "gate-triggers").get(0);

    // When
    JsonNode latest = registry("/subjects/" + PREFIX + "gate-triggers-value/versions/latest");

    // Then
    assertThat(latest.get("id").asInt()).isEqualTo(schemaId(gate));
    assertThat(latest.get("schema").asText()).contains("\"doc\"");
  }

  @Test
  void aGateNamesItsTaskAndReason() throws Exception {
    // When
    Kcat.KcatRecord gate = kcat.read(PREFIX + "gate-triggers").get(0);

    // Then
    assertThat(gate.key()).isEqualTo(TASK);
    GenericRecord value = decoded(gate);
    assertThat(value.get("state")).hasToString("OPENED");
    assertThat(value.get("reason").toString()).contains("Loop detected after 3 attempts");
  }

  @Test
  void aDeadLetterIsUnchanged_withItsReasonInTextHeaders() throws Exception {
    // When
    Kcat.KcatRecord letter = kcat.read(PREFIX + "agent-events-dlq").get(0);

    // Then
    assertThat(letter.key()).isEqualTo(TASK);
    assertThat(letter.value()).asString().isEqualTo("no Avro");
    assertThat(letter.headers())
        .contains("__streams.errors.topic=" + PREFIX + "agent-events,")
        .contains("__streams.errors.message=", "__streams.errors.offset=");
  }

  @ParameterizedTest
  @EnumSource(names = {"LOOP_VERDICTS", "GATE_TRIGGERS", "LOOP_RESETS", "EDDYLINE_JOURNAL"})
  void aPythonConsumerReadsTheRecords(TopicRole role) throws Exception {
    // Given
    ForeignClient python = ForeignClient.CONFLUENT_KAFKA;
    assumeThat(python.isInstalled()).as("%s is not installed", python.library()).isTrue();
    List<Kcat.KcatRecord> records = kcat.read(PREFIX + role.key());

    // When
    List<JsonNode> read = python.read(cluster, PREFIX + role.key(), records.size());

    // Then
    assertThat(read)
        .extracting(record -> record.get("key").asText())
        .containsExactlyInAnyOrderElementsOf(records.stream().map(Kcat.KcatRecord::key).toList());
    assertThat(read).allMatch(record -> !record.get("value").isEmpty());
  }

  @Test
  void allTopicsAndTheGroupAreListed() throws Exception {
    // When
    String listed = kcat.listed();

    // Then
    for (TopicRole role : TopicRole.values()) {
      assertThat(listed).contains("topic \"" + PREFIX + role.key() + "\" with ");
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      String group = RunProcess.group(PREFIX);
      assertThat(admin.listGroups().all().get()).anyMatch(known -> known.groupId().equals(group));
      assertThat(admin.describeConsumerGroups(List.of(group)).all().get().get(group).members())
          .isNotEmpty();
      await().until(() -> lags(admin, group).values().stream().allMatch(lag -> lag == 0));
      assertThat(lags(admin, group).keySet())
          .extracting(TopicPartition::topic)
          .contains(PREFIX + "agent-events", PREFIX + "gate-decisions");
    }
  }

  /** The consumer lag as a UI computes it: end offset minus committed offset. */
  private static Map<TopicPartition, Long> lags(Admin admin, String group) throws Exception {
    var committed =
        admin
            .listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
            .partitionsToOffsetAndMetadata(group)
            .get();
    var ends =
        admin
            .listOffsets(
                committed.keySet().stream()
                    .collect(Collectors.toMap(part -> part, part -> OffsetSpec.latest())))
            .all()
            .get();
    return committed.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry -> ends.get(entry.getKey()).offset() - entry.getValue().offset()));
  }

  private static boolean isAvro(Kcat.KcatRecord record) {
    return record.value().length > 5 && record.value()[0] == MAGIC;
  }

  private static int schemaId(Kcat.KcatRecord record) {
    return ByteBuffer.wrap(record.value(), 1, Integer.BYTES).getInt();
  }

  private GenericRecord decoded(Kcat.KcatRecord record) throws IOException, InterruptedException {
    String text = registry("/schemas/ids/" + schemaId(record)).get("schema").asText();
    Schema schema = new Schema.Parser().parse(text);
    int begin = 1 + Integer.BYTES;
    var decoder =
        DecoderFactory.get()
            .binaryDecoder(record.value(), begin, record.value().length - begin, null);
    GenericRecord value = new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
    assertThat(decoder.isEnd()).as("nothing is left over").isTrue();
    return value;
  }

  private JsonNode registry(String path) throws IOException, InterruptedException {
    URI page = URI.create(cluster.registryUrl() + path);
    HttpResponse<String> answer =
        HTTP.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }
}
