package dev.eddyline.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Named.named;

import dev.eddyline.TestTags;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Setting;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Denial-of-service attacks on a running processor. It survives them within the memory of its
 * container, answers every probe and loses no verdict. {@code eddyline bench attacks} measures how
 * fast.
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
            attacks.largeBodies(),
            attacks.largeBodiesOfEvents(),
            attacks.slowBodies(),
            attacks.endlessHeaders(),
            attacks.malformedRequests())
        .map(attack -> named(attack.title(), attack));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void servesDuringAttack(Attack attack) {
    assertServesDuring(() -> attack.run(LENGTH));
  }

  @Test
  void servesDuringRequestsWhoseResponsesWouldGrow() {
    // Given: without the attack, the bodies are read
    AmplifyingRequests attack = new Attacks(processor).amplifyingRequests();
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
