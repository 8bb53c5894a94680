package dev.eddyline.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Named.named;

import dev.eddyline.TestTags;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Setting;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Denial-of-service attacks on a running processor. It survives them within the memory of its
 * container, answers every probe and loses no verdict.
 */
@Tag(TestTags.ATTACKS)
class AttacksIT {

  private static final String PREFIX = "attacks-";
  private static final Duration LENGTH = Duration.ofSeconds(20);
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final int MAX_FEEDS_OF_A_CALLER = 20;

  private static SchemaRegistry registry;
  private static AttackedProcessor processor;
  private static VerdictFlow flow;

  @BeforeAll
  static void start() {
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, 4);
    registry =
        new ConfluentSchemaRegistry(
            Map.of("schema.registry.url", cluster.registryUrl()), AvailabilityListener.NONE);
    processor =
        new AttackedProcessor(
            Map.of(
                Setting.BOOTSTRAP_SERVERS.key(),
                cluster.bootstrap(),
                Setting.SCHEMA_REGISTRY_URL.key(),
                cluster.registryUrl(),
                Setting.TOPIC_PREFIX.key(),
                PREFIX,
                Setting.APPLICATION_ID.key(),
                PREFIX + "eddyline",
                Setting.LOG_FORMAT.key(),
                "json"));
    flow = new VerdictFlow(cluster.bootstrap(), registry, topics);
    assertThat(flow.awaitFirstVerdict(LIMIT)).as("first verdict").isTrue();
  }

  @AfterAll
  static void end() {
    if (flow != null) {
      flow.close();
    }
    if (processor != null) {
      processor.copyLog(Path.of("target"));
      processor.close();
    }
    if (registry != null) {
      registry.close();
    }
  }

  private static void assertServesDuring(Runnable attack) {
    // Given
    long logBytes = processor.logSizeBytes();
    HealthProbe probes = new HealthProbe(processor.healthAddress());

    // When
    try (probes) {
      attack.run();
    }

    // Then
    assertThat(processor.isAlive()).isTrue();
    assertThat(probes.failures()).as("probes without an answer").isZero();
    assertThat(probes.answers()).isPositive();
    Set<String> sent = flow.unansweredEventIds();
    await("all verdicts")
        .atMost(LIMIT)
        .until(() -> Collections.disjoint(sent, flow.unansweredEventIds()));
    assertThat(processor.peakResidentMib()).isBetween(1L, AttackedProcessor.CONTAINER_MIB);
    assertThat(processor.logLinesAfter(logBytes))
        .noneMatch(line -> new LogLine(line).isOfAnAttack());
  }

  static Stream<Named<Attack>> attacks() {
    Attacks attacks = new Attacks(processor);
    return Stream.of(
        named("200 bodies of 1 MB", attacks.largeBodies()),
        named("200 bodies of 1 MB with events, 8 addresses", attacks.largeBodiesOfEvents()),
        named("300 trickling bodies", attacks.slowBodies()),
        named("1,000 endless headers", attacks.endlessHeaders()),
        named("malformed requests", attacks.malformedRequests()));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void servesDuringAttack(Attack attack) {
    assertServesDuring(() -> attack.run(LENGTH));
  }

  @Test
  void servesDuringRequestsWhoseResponsesWouldGrow() {
    // Given: without the attack, the bodies are read
    EventPosts attack = new Attacks(processor).amplifyingRequests();
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              attack.postEach();
              return attack.responses().containsKey(400);
            });

    // When
    assertServesDuring(() -> attack.run(LENGTH));

    // Then
    assertThat(attack.responses().keySet()).isSubsetOf(400, 408, 429, 503);
    assertThat(attack.longestResponse()).isLessThan(100_000);
  }

  /** Events of others keep their verdicts, as a token publishes only its share. */
  @Test
  void servesDuringFloodOfEventsOfToken() {
    // Given
    EventPosts attack = new Attacks(processor).tooManyEvents();

    // When
    assertServesDuring(() -> attack.run(LENGTH));

    // Then
    assertThat(attack.responses().keySet()).contains(202, 429).isSubsetOf(202, 408, 429, 503);
  }

  /** A reset, a refused decision and a reply carry the sender's headers on. */
  @Test
  void servesDuringRecordsWhoseHeadersAreLargerThanItsOutputsMayBe() {
    assertServesDuring(
        () -> {
          try (var producer =
              new KafkaProducer<>(
                  producerConfig(), new StringSerializer(), new ByteArraySerializer())) {
            for (String id : List.of("poison-1", "poison-2", "poison-3")) {
              send(
                  producer,
                  TopicRole.AGENT_EVENTS,
                  id,
                  FailureReported.newBuilder().setMessage("no").build(),
                  "x",
                  1);
            }
            send(
                producer,
                TopicRole.AGENT_EVENTS,
                "poison-4",
                new TaskCompleted("success"),
                "traceparent",
                1_100_000);
            HumanIntervened refused =
                HumanIntervened.newBuilder()
                    .setGateId("none")
                    .setGuidance("")
                    .setDecision(Decision.APPROVE)
                    .setBy("ann")
                    .build();
            send(producer, TopicRole.GATE_DECISIONS, "poison-5", refused, "tracestate", 1_048_000);
            send(
                producer,
                TopicRole.AGENT_EVENTS,
                "poison-6",
                new StepStarted("plan", false),
                "traceparent",
                8_388_000);
          }
        });
  }

  private static Map<String, Object> producerConfig() {
    return Map.of(
        "bootstrap.servers",
        TestCluster.shared().bootstrap(),
        "max.request.size",
        10 * 1024 * 1024);
  }

  private static void send(
      KafkaProducer<String, byte[]> producer,
      TopicRole role,
      String eventId,
      Object body,
      String header,
      int headerBytes) {
    AgentEvent event =
        AgentEvent.newBuilder()
            .setEventId(eventId)
            .setTaskId("poison")
            .setAgentId("backend-1")
            .setOccurredAt(Instant.now())
            .setReplyRequested(true)
            .setBody(body)
            .build();
    String topic = TopicCatalogue.load(PREFIX).name(role);
    byte[] value = new AvroSerializer<>(AgentEvent.class, registry).serialize(topic, event);
    var record = new ProducerRecord<>(topic, "poison", value);
    record.headers().add(header, new byte[headerBytes]);
    assertThat(producer.send(record)).succeedsWithin(LIMIT);
  }

  @Test
  void servesDuringManyFeeds_andEndsTheOldestOfTheCaller() {
    try (ManyFeeds attack = new Attacks(processor).manyFeeds()) {
      assertServesDuring(
          () -> {
            attack.run(LENGTH);
            await()
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(attack.open()).isBetween(1, MAX_FEEDS_OF_A_CALLER));
          });
    }
  }
}
