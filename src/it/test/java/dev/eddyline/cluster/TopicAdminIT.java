package dev.eddyline.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.eddyline.TestTags;
import dev.eddyline.local.LocalBroker;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag(TestTags.SERVERS)
class TopicAdminIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Map<String, String> BROKERS_CLOCK =
      Map.of("message.timestamp.type", "LogAppendTime");
  private static final AtomicInteger RUNS = new AtomicInteger();

  private static LocalBroker broker;
  private static Map<String, Object> config;

  private TopicCatalogue catalogue;
  private TopicAdmin topics;
  private Admin admin;

  @BeforeAll
  static void startBroker() {
    broker = LocalBroker.start();
    config = Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void connect() {
    catalogue = TopicCatalogue.load("run" + RUNS.incrementAndGet() + ".");
    topics = new TopicAdmin(catalogue, config, LIMIT);
    admin = Admin.create(config);
  }

  @AfterEach
  void disconnect() {
    topics.close();
    admin.close();
  }

  @Test
  void createsEveryTopicAsTheCatalogueSays() {
    // When
    TopicCreation creation = topics.create(TopicAdmin.BROKER_DEFAULT);

    // Then
    assertThat(creation.created())
        .containsExactlyElementsOf(catalogue.all().stream().map(TopicSpec::name).toList());
    assertThat(creation.differences()).isEmpty();
    assertThat(topics.differences()).isEmpty();
    assertThat(topics.requireTopicsReady()).isEqualTo(8);
  }

  @Test
  void secondCreationCreatesNoTopics() {
    // Given
    topics.create(TopicAdmin.BROKER_DEFAULT);

    // When
    TopicCreation creation = topics.create(TopicAdmin.BROKER_DEFAULT);

    // Then
    assertThat(creation).isEqualTo(new TopicCreation(List.of(), List.of()));
  }

  @Test
  void concurrentCreationCreatesEachTopicOnce() throws Exception {
    // Given
    try (TopicAdmin other = new TopicAdmin(catalogue, config, LIMIT)) {

      // When
      var one = CompletableFuture.supplyAsync(() -> topics.create(TopicAdmin.BROKER_DEFAULT));
      var two = CompletableFuture.supplyAsync(() -> other.create(TopicAdmin.BROKER_DEFAULT));

      // Then
      assertThat(one.get().created().size() + two.get().created().size())
          .isEqualTo(catalogue.all().size());
      assertThat(one.get().differences()).isEmpty();
      assertThat(two.get().differences()).isEmpty();
    }
  }

  @Test
  void reportsDifferencesWithoutChangingThem() throws Exception {
    // Given
    String verdicts = catalogue.name(TopicRole.LOOP_VERDICTS);
    createTopic(verdicts, 3, Map.of("retention.ms", "1000"));

    // When
    TopicCreation creation = topics.create(TopicAdmin.BROKER_DEFAULT);

    // Then
    assertThat(creation.created()).hasSize(catalogue.all().size() - 1).doesNotContain(verdicts);
    assertThat(creation.differences())
        .containsExactlyInAnyOrder(
            new TopicDifference(verdicts, TopicDifference.PARTITIONS, "8", "3"),
            new TopicDifference(verdicts, "retention.ms", "2592000000", "1000"),
            new TopicDifference(verdicts, "max.message.bytes", "8388608", "1048588"));
    assertThat(topics.differences()).isEqualTo(creation.differences());
    assertThat(topics.requireTopicsReady()).isEqualTo(8);
  }

  @Test
  void missingTopicsPreventTheStart() {
    // When // Then
    assertThatExceptionOfType(TopicsNotReadyException.class)
        .isThrownBy(topics::requireTopicsReady)
        .satisfies(e -> assertThat(e.problems()).hasSameSizeAs(catalogue.ofProcessor()))
        .withMessageContaining(
            catalogue.name(TopicRole.GATE_TRIGGERS)
                + ": is missing; run: eddyline topics --create");
  }

  @Test
  void missingTopicsPreventTheStartOfTheMapper() {
    // When // Then
    assertThatExceptionOfType(TopicsNotReadyException.class)
        .isThrownBy(topics::requireMapperTopicsReady)
        .satisfies(
            e ->
                assertThat(e.problems())
                    .containsExactlyInAnyOrderElementsOf(
                        Stream.of(
                                TopicRole.OTLP_SPANS,
                                TopicRole.OTLP_LOGS,
                                TopicRole.OTLP_EVENTS,
                                TopicRole.AGENT_EVENTS,
                                TopicRole.AGENT_EVENTS_DLQ)
                            .map(
                                role ->
                                    catalogue.name(role)
                                        + ": is missing; run: eddyline topics --create")
                            .toList()));
  }

  @Test
  void unequalPartitionCountsPreventTheStart() throws Exception {
    // Given
    createTopic(catalogue.name(TopicRole.GATE_DECISIONS), 4, BROKERS_CLOCK);
    topics.create(TopicAdmin.BROKER_DEFAULT);

    // When // Then
    assertThatExceptionOfType(TopicsNotReadyException.class)
        .isThrownBy(topics::requireTopicsReady)
        .satisfies(e -> assertThat(e.problems()).hasSize(1))
        .withMessageContaining(catalogue.name(TopicRole.GATE_DECISIONS) + "=4")
        .withMessageContaining(catalogue.name(TopicRole.AGENT_EVENTS) + "=8");
  }

  @Test
  void severalPolicyPartitionsPreventTheStart() throws Exception {
    // Given
    createTopic(catalogue.name(TopicRole.LOOP_POLICIES), 2, Map.of("cleanup.policy", "compact"));
    topics.create(TopicAdmin.BROKER_DEFAULT);

    // When // Then
    assertThatExceptionOfType(TopicsNotReadyException.class)
        .isThrownBy(topics::requireTopicsReady)
        .satisfies(e -> assertThat(e.problems()).hasSize(1))
        .withMessageContaining("loop-policies: partitions must be 1, is 2; delete the topic");
  }

  @Test
  void anyEqualPartitionCountIsAccepted() {
    // Given
    try (TopicAdmin wider = new TopicAdmin(catalogue.withPartitions(3), config, LIMIT)) {
      wider.create(TopicAdmin.BROKER_DEFAULT);
    }

    // When
    int partitions = topics.requireTopicsReady();

    // Then
    assertThat(partitions).isEqualTo(3);
  }

  @Test
  void createTimeOnAnInputPreventsTheStart() throws Exception {
    // Given
    String events = catalogue.name(TopicRole.AGENT_EVENTS);
    createTopic(events, 8, Map.of("message.timestamp.type", "CreateTime"));
    topics.create(TopicAdmin.BROKER_DEFAULT);

    // When // Then
    assertThatExceptionOfType(TopicsNotReadyException.class)
        .isThrownBy(topics::requireTopicsReady)
        .satisfies(e -> assertThat(e.problems()).hasSize(1))
        .withMessageContaining(
            events + ": message.timestamp.type must be LogAppendTime, is CreateTime; run: ");
  }

  @Test
  void reportsWhyACreationFailed() {
    // When // Then
    assertThatExceptionOfType(TopicsNotReadyException.class)
        .isThrownBy(() -> topics.create((short) 3))
        .withMessageContaining("could not be created")
        .withMessageContaining("replication factor");
  }

  @Test
  void namesTheAddressWhereNoBrokerAnswers() {
    // Given
    Map<String, Object> nowhere = Map.of("bootstrap.servers", "127.0.0.1:1");
    try (TopicAdmin lost = new TopicAdmin(catalogue, nowhere, Duration.ofSeconds(1))) {

      // When // Then
      assertThatExceptionOfType(ClusterUnreachableException.class)
          .isThrownBy(lost::requireTopicsReady)
          .withMessageStartingWith("no Kafka broker answered at 127.0.0.1:1 within 1.0 s");
    }
  }

  private void createTopic(String name, int partitions, Map<String, String> settings)
      throws Exception {
    NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(settings);
    admin.createTopics(List.of(topic)).all().get();
  }
}
