package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.eddyline.config.Setting;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicsNotReadyException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The processor with a real broker and a real registry beside it. */
class ApplicationIT {

  private static final String PREFIX = "app-";
  private static final int PARTITIONS = 4;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static TestCluster cluster;
  private static Application application;
  private static Feed feed;

  @BeforeAll
  static void start() {
    cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    application = Application.start(cluster.settings(PREFIX, Map.of()));
    feed = new Feed(cluster.bootstrap(), cluster.registryUrl(), topics);
  }

  @AfterAll
  static void stop() {
    feed.close();
    application.close();
  }

  @Test
  void doc002_integration_threeIdenticalFailuresOpenOneGate_andACompletionResets() {
    // Given
    String task = "task1";

    // When
    for (int i = 0; i < 4; i++) {
      feed.send(Events.failure(task, "Syntax error at line 42"));
    }
    feed.send(Events.success(task));

    // Then
    await()
        .atMost(LIMIT)
        .until(() -> feed.resets().stream().anyMatch(r -> r.getTaskId().equals(task)));
    List<LoopVerdict> verdicts = verdictsOf(task);
    assertThat(verdicts).extracting(LoopVerdict::getLoopCount).containsExactly(1, 2, 3);
    assertThat(verdicts).extracting(LoopVerdict::getAttempts).containsExactly(2, 3, 4);
    List<GateTrigger> gates = gatesOf(task);
    assertThat(gates)
        .extracting(GateTrigger::getState)
        .containsExactly(GateState.OPENED, GateState.UPDATED, GateState.CLOSED);
    assertThat(gates).extracting(GateTrigger::getGateId).containsOnly(gates.get(0).getGateId());
    assertThat(gates.get(0).getReason()).isEqualTo("Loop detected after 3 attempts");
  }

  @Test
  void aDecisionClosesTheGate_resetsTheCounter_andStandsInTheJournal() {
    // Given
    String task = "decided";
    for (int i = 0; i < 3; i++) {
      feed.send(Events.failure(task, "same"));
    }
    await().atMost(LIMIT).until(() -> !gatesOf(task).isEmpty());
    String gateId = gatesOf(task).get(0).getGateId();

    // When
    feed.decide(task, Events.approval(task, gateId));

    // Then
    await().atMost(LIMIT).until(() -> gatesOf(task).size() == 2);
    assertThat(gatesOf(task).get(1).getDecidedBy()).isEqualTo("lead");
    assertThat(feed.resets())
        .filteredOn(reset -> reset.getTaskId().equals(task))
        .extracting(reset -> reset.getReason() + " " + reset.getPreviousCount())
        .containsExactly("Human intervention 2");
    assertThat(feed.journal()).anyMatch(entry -> entry.getTopic().endsWith("gate-decisions"));
  }

  @Test
  void eventsAndDecisionsOfACrc32ProducerAreBroughtHome() {
    // Given: librdkafka's default partitioner, for 20 tasks some of whose homes it misses
    for (int task = 0; task < 20; task++) {
      for (int i = 0; i < 3; i++) {
        sendAsLibrdkafka(
            TopicRole.AGENT_EVENTS, "crc-" + task, Events.failure("crc-" + task, "same"));
      }
    }
    await().atMost(LIMIT).until(() -> opened("crc-").size() == 20);

    // When
    for (GateTrigger gate : opened("crc-")) {
      String root = gate.getRootTaskId();
      sendAsLibrdkafka(TopicRole.GATE_DECISIONS, root, Events.approval(root, gate.getGateId()));
    }

    // Then
    await()
        .atMost(LIMIT)
        .until(
            () ->
                feed.resets().stream().filter(r -> r.getTaskId().startsWith("crc-")).count() == 20);
    assertThat(application.meters().find("eddyline.strays").counters()).hasSize(2);
    assertThat(feed.deadLetters()).noneMatch(letter -> text(letter.key()).startsWith("crc-"));
  }

  @Test
  void badRecordsAreDeadLettersWithTheirReason_andTheGoodOnesAroundThemCount() {
    // Given
    String task = "among-bad";
    byte[] key = task.getBytes(StandardCharsets.UTF_8);
    byte[] good = feed.encode(TopicRole.AGENT_EVENTS, Events.failure(task, "one"));
    byte[] wrongMagic = good.clone();
    wrongMagic[0] = '{';
    byte[] unknownId = good.clone();
    ByteBuffer.wrap(unknownId).putInt(1, 987_654);

    // When
    feed.send(Events.failure(task, "same"));
    feed.raw(TopicRole.AGENT_EVENTS, null, key, Arrays.copyOf(good, good.length - 7));
    feed.raw(TopicRole.AGENT_EVENTS, null, key, wrongMagic);
    feed.raw(TopicRole.AGENT_EVENTS, null, key, unknownId);
    feed.send(Events.failure(task, "same"));
    feed.raw(TopicRole.AGENT_EVENTS, null, key, null);
    feed.raw(TopicRole.AGENT_EVENTS, 0, null, good);
    feed.raw(TopicRole.AGENT_EVENTS, null, key, withoutMessage(task));
    feed.raw(TopicRole.AGENT_EVENTS, null, "another".getBytes(StandardCharsets.UTF_8), good);
    feed.send(Events.failure(task, "same"));

    // Then
    await().atMost(LIMIT).until(() -> !gatesOf(task).isEmpty());
    await().atMost(LIMIT).until(() -> reasons().size() >= 7);
    assertThat(reasons())
        .anyMatch(reason -> reason.contains("magic byte"))
        .anyMatch(reason -> reason.contains("987654"))
        .anyMatch(reason -> reason.contains("value is required"))
        .anyMatch(reason -> reason.contains("key is required"))
        .anyMatch(reason -> reason.contains("message"))
        .anyMatch(reason -> reason.contains("key must equal taskId"));
    assertThat(feed.deadLetters())
        .anyMatch(letter -> Arrays.equals(letter.value(), wrongMagic))
        .anyMatch(letter -> Arrays.equals(letter.value(), unknownId));
  }

  @Test
  void aMessageOfFiveMegabytesIsTaken_andLeavesOnlyAnExcerpt() {
    // Given
    String task = "huge";
    String message = "x".repeat(5_000_000);

    // When
    for (int i = 0; i < 3; i++) {
      feed.send(Events.failure(task, message));
    }

    // Then
    await().atMost(LIMIT).until(() -> !gatesOf(task).isEmpty());
    assertThat(verdictsOf(task).get(0).getEvidence()).allMatch(e -> e.getWhat().length() <= 200);
  }

  @Test
  void hugePlacesAndManyAgentsDoNotStopThePartition() {
    // Given: a location that no compression makes small
    String task = "huge-places";
    byte[] noise = new byte[1_200_000];
    new java.util.Random(7).nextBytes(noise);
    AgentEvent event = Events.failure(task, "somewhere");
    ((FailureReported) event.getBody()).setLocation(HexFormat.of().formatHex(noise));

    // When
    feed.send(event);
    for (int agent = 0; agent < 100; agent++) {
      AgentEvent same = Events.failure(task, "same");
      same.setAgentId("agent " + agent + "x".repeat(900));
      feed.send(same);
    }
    feed.send(Events.success(task));

    // Then
    await()
        .atMost(LIMIT)
        .until(() -> feed.resets().stream().anyMatch(reset -> reset.getTaskId().equals(task)));
    assertThat(verdictsOf(task)).last().extracting(v -> v.getAgents().size()).isEqualTo(8);
    assertThat(application.failed()).isFalse();
  }

  @Test
  void timesOutOfRangeAreClampedOrOld_neverDeadLetters() {
    // Given
    String task = "times";
    Instant future = Instant.parse("3000-01-01T00:00:00Z");

    // When
    feed.send(Events.failure(task, "same", "t1", future));
    feed.send(Events.failure(task, "same", "t2", future));
    feed.send(Events.failure(task, "same", "t3", Instant.EPOCH));
    feed.send(Events.failure(task, "same", "t4", future));

    // Then: what happened in 1970 is no repetition of what happens now
    await().atMost(LIMIT).until(() -> verdictsOf(task).size() == 2);
    assertThat(verdictsOf(task)).extracting(LoopVerdict::getEventId).containsExactly("t2", "t4");
    assertThat(verdictsOf(task).get(0).getOccurredAt()).isBefore(Instant.now().plusSeconds(60));
    assertThat(feed.deadLetters()).noneMatch(letter -> text(letter.key()).equals(task));
  }

  @Test
  void aRedeliveredEventIsNoRepetition() {
    // Given
    String task = "redelivered";
    AgentEvent event = Events.failure(task, "same");

    // When
    for (int i = 0; i < 10; i++) {
      feed.send(event);
    }
    AgentEvent second = Events.failure(task, "same");
    feed.send(second);

    // Then
    await().atMost(LIMIT).until(() -> !verdictsOf(task).isEmpty());
    assertThat(verdictsOf(task))
        .extracting(LoopVerdict::getEventId)
        .containsExactly(second.getEventId());
  }

  @Test
  void aTaskThatIsAskedAboutIsAnsweredEvenWhenNothingLoops() {
    // Given
    AgentEvent event = Events.failure("asked", "first");
    event.setReplyRequested(true);

    // When
    feed.send(event);

    // Then
    await().atMost(LIMIT).until(() -> verdictsOf("asked").size() == 1);
    assertThat(verdictsOf("asked").get(0).getAction()).isEqualTo(Action.CONTINUE);
  }

  @Test
  void unequalPartitionCountsAreRefusedAtTheStart() throws Exception {
    // Given
    String prefix = "unequal-";
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      admin
          .createTopics(List.of(new NewTopic(prefix + "gate-decisions", 3, (short) 1)))
          .all()
          .get();
    }
    cluster.createTopics(prefix, 2);

    // When / Then
    assertThatThrownBy(() -> Application.start(cluster.settings(prefix, Map.of())))
        .isInstanceOf(TopicsNotReadyException.class)
        .hasMessageContaining("gate-decisions")
        .hasMessageContaining("partitions");
  }

  @Test
  void aRegistryThatIsDownLosesNothing_deadLettersNothing_andReadinessSaysSo() throws Exception {
    // Given: the processor reaches the registry only through a proxy that is closed
    String prefix = "registry-down-";
    TopicCatalogue topics = cluster.createTopics(prefix, 2);
    URI real = URI.create(cluster.registryUrl());
    try (TcpProxy proxy = new TcpProxy(real.getPort());
        Feed direct = new Feed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      proxy.refuse();
      String url = "http://127.0.0.1:" + proxy.port() + real.getPath();
      try (Application waiting =
              Application.start(
                  cluster.settings(prefix, Map.of(Setting.SCHEMA_REGISTRY_URL.key(), url)));
          HealthServer health = new HealthServer("127.0.0.1", 0, waiting)) {
        // When
        for (int i = 0; i < 3; i++) {
          direct.send(Events.failure("patient", "same"));
        }

        // Then
        await().atMost(LIMIT).until(() -> ready(health).body().contains("schema registry"));
        assertThat(ready(health).statusCode()).isEqualTo(503);
        proxy.accept();
        await().atMost(LIMIT).until(() -> direct.gates().size() == 1);
        await().atMost(LIMIT).until(() -> ready(health).statusCode() == 200);
        assertThat(direct.deadLetters()).isEmpty();
      }
    }
  }

  private static HttpResponse<String> ready(HealthServer health) throws Exception {
    URI page = URI.create("http://127.0.0.1:" + health.port() + "/health/ready");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static void sendAsLibrdkafka(TopicRole topic, String key, AgentEvent event) {
    CRC32 crc = new CRC32();
    crc.update(key.getBytes(StandardCharsets.UTF_8));
    feed.send(topic, (int) (crc.getValue() % PARTITIONS), key, event);
  }

  private static byte[] withoutMessage(String task) {
    Schema body =
        SchemaBuilder.record("FailureReported")
            .namespace("dev.eddyline.schema")
            .fields()
            .endRecord();
    Schema schema =
        SchemaBuilder.record("AgentEvent")
            .namespace("dev.eddyline.schema")
            .fields()
            .requiredString("eventId")
            .requiredString("taskId")
            .name("occurredAt")
            .type(AgentEvent.SCHEMA$.getField("occurredAt").schema())
            .noDefault()
            .name("body")
            .type(Schema.createUnion(body))
            .noDefault()
            .endRecord();
    GenericData.Record event = new GenericData.Record(schema);
    event.put("eventId", "without-message");
    event.put("taskId", task);
    event.put("occurredAt", 0L);
    event.put("body", new GenericData.Record(body));
    try {
      int id = feed.registry().idOf("foreign-value", schema);
      var bytes = new java.io.ByteArrayOutputStream();
      bytes.write(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
      var encoder = EncoderFactory.get().binaryEncoder(bytes, null);
      new GenericDatumWriter<GenericData.Record>(schema).write(event, encoder);
      encoder.flush();
      return bytes.toByteArray();
    } catch (java.io.IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static List<LoopVerdict> verdictsOf(String task) {
    return feed.verdicts().stream().filter(v -> v.getTaskId().equals(task)).toList();
  }

  private static List<GateTrigger> gatesOf(String root) {
    return feed.gates().stream().filter(gate -> gate.getRootTaskId().equals(root)).toList();
  }

  private static List<GateTrigger> opened(String rootPrefix) {
    return feed.gates().stream()
        .filter(gate -> gate.getRootTaskId().startsWith(rootPrefix))
        .filter(gate -> gate.getState() == GateState.OPENED)
        .toList();
  }

  private static List<String> reasons() {
    return feed.deadLetters().stream().map(ApplicationIT::reason).toList();
  }

  private static String reason(ConsumerRecord<byte[], byte[]> letter) {
    return text(letter.headers().lastHeader("__streams.errors.message").value());
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }
}
