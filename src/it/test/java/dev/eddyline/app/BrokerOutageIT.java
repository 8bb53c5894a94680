package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.Console;
import dev.eddyline.console.WebServer;
import dev.eddyline.local.LocalBroker;
import dev.eddyline.local.LocalCluster;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.topics.TopicCatalogue;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A processor without its brokers says so, and works again when they are back. */
@Tag(TestTags.CRASH)
class BrokerOutageIT {

  private static final String PREFIX = "broker-outage-";
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final String NO_BROKER = "Kafka: no broker answers, since ";
  private static final String SILENT_CANARY = "canary: partition ";
  private static final int BROKERS = 3;
  private static final int TASKS = 12;

  private final AtomicInteger sent = new AtomicInteger();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  private static TopicCatalogue createTopics(String bootstrap, int partitions, int replicas) {
    TopicCatalogue topics = TopicCatalogue.load(PREFIX).withPartitions(partitions);
    Map<String, Object> admin = Map.of("bootstrap.servers", bootstrap);
    try (TopicAdmin created = new TopicAdmin(topics, admin, LIMIT)) {
      created.create((short) replicas);
    }
    return topics;
  }

  /**
   * Settings of a processor.
   *
   * @param maxBlock how long its commits wait for the broker, milliseconds
   * @param canaryEvery seconds between two canary events
   */
  private static Settings settings(String bootstrap, String maxBlock, String canaryEvery) {
    Map<String, String> settings =
        Map.of(
            Setting.BOOTSTRAP_SERVERS.key(),
            bootstrap,
            Setting.CANARY_EVERY.key(),
            canaryEvery,
            "producer.max.block.ms",
            maxBlock);
    return TestCluster.shared().settings(PREFIX, settings);
  }

  private String sendQuestion(EventFeed feed) {
    int number = sent.incrementAndGet();
    String id = "e-" + number;
    feed.send(
        AgentEvent.newBuilder()
            .setEventId(id)
            .setTaskId("T" + number % TASKS)
            .setAgentId("backend-1")
            .setOccurredAt(Instant.now())
            .setReplyRequested(true)
            .setBody(new StepStarted("step " + id, false))
            .build());
    acknowledged.add(id);
    return id;
  }

  /** A wait that outlasts an election: topics without a leader cannot be read meanwhile. */
  private static ConditionFactory awaitOutputs() {
    return await().atMost(LIMIT).ignoreExceptionsInstanceOf(TimeoutException.class);
  }

  private static Set<String> repliedEvents(EventFeed feed) {
    return feed.verdicts().stream().map(LoopVerdict::getEventId).collect(Collectors.toSet());
  }

  private void awaitReply(EventFeed feed) {
    String id = sendQuestion(feed);
    awaitOutputs().until(() -> repliedEvents(feed).contains(id));
  }

  private static void awaitReportedOutage(Application processor) {
    long start = System.nanoTime();
    awaitObstacle(processor, NO_BROKER);
    Duration silence = Duration.ofNanos(System.nanoTime() - start);
    System.out.printf("outage of the broker reported after %.1f s%n", silence.toMillis() / 1e3);
  }

  private static void awaitObstacle(Application processor, String start) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(processor.readiness().obstacles())
                    .anyMatch(obstacle -> obstacle.startsWith(start)));
  }

  private void awaitWorkAgain(Application processor, EventFeed feed) {
    awaitReply(feed);
    await().atMost(LIMIT).until(() -> processor.readiness().isReady());
    assertThat(processor.failure()).isEmpty();
  }

  /** Sends until it is interrupted, so that work is uncommitted when brokers fail. */
  private Thread startSending(EventFeed feed) {
    Thread sender =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                try {
                  sendQuestion(feed);
                } catch (IllegalStateException | KafkaException notAcknowledged) {
                  // the next one is sent with a new id
                }
                LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
              }
            });
    sender.setDaemon(true);
    sender.start();
    int before = sent.get();
    await().atMost(LIMIT).until(() -> sent.get() > before + 20);
    return sender;
  }

  /** The index of the broker that coordinates a transaction of the processor. */
  private static int coordinatorIndex(Admin admin) throws Exception {
    List<String> transactions =
        admin.listTransactions().all().get().stream()
            .map(TransactionListing::transactionalId)
            .filter(id -> id.startsWith(PREFIX))
            .sorted()
            .toList();
    String first = transactions.get(0);
    int broker =
        admin.describeTransactions(List.of(first)).description(first).get().coordinatorId();
    return broker - 1;
  }

  private static void awaitConsole(WebServer server, Predicate<String> expected) {
    await().atMost(LIMIT).until(() -> consoleState(server), expected);
  }

  /** The state that the console's feed now begins with. */
  private static String consoleState(WebServer server) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + "/api/v1/feed")).build();
    try (BufferedReader feed =
        new BufferedReader(
            new InputStreamReader(
                HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream()).body(),
                StandardCharsets.UTF_8))) {
      return feed.lines().filter(line -> line.startsWith("data: ")).findFirst().orElse("");
    }
  }

  /**
   * Any one of three brokers may fail. Without two of them nothing is committed. With three
   * partitions each broker leads one.
   */
  @ParameterizedTest
  @ValueSource(strings = {"60000", "2000"})
  void killedBrokersOfThreeLoseNoAcknowledgedEvent(String maxBlock) throws Exception {
    try (LocalCluster cluster = LocalCluster.start(BROKERS)) {
      // Given
      String bootstrap = cluster.bootstrapServers();
      TopicCatalogue topics = createTopics(bootstrap, BROKERS, BROKERS);
      Settings settings = settings(bootstrap, maxBlock, "1");
      String registry = TestCluster.shared().registryUrl();
      try (Application processor = Application.start(settings);
          Console console = new Console(settings, processor);
          WebServer server = WebServer.of(settings, console);
          Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
          EventFeed feed = new EventFeed(bootstrap, registry, topics)) {
        awaitWorkAgain(processor, feed);
        Thread sender = startSending(feed);
        int first = coordinatorIndex(admin);
        int second = (first + 1) % BROKERS;

        // When
        cluster.kill(Set.of(first));

        // Then
        awaitWorkAgain(processor, feed);
        awaitConsole(server, state -> !state.contains("staleSince"));

        // When: fewer than min.insync.replicas remain
        cluster.kill(Set.of(second));

        // Then
        awaitObstacle(processor, SILENT_CANARY);
        awaitConsole(server, state -> state.contains("staleSince"));

        // When
        cluster.restart(Set.of(first, second));

        // Then
        awaitWorkAgain(processor, feed);
        awaitConsole(server, state -> !state.contains("staleSince"));
        sender.interrupt();
        sender.join();
        awaitOutputs()
            .untilAsserted(() -> assertThat(repliedEvents(feed)).containsAll(acknowledged));
        assertThat(feed.verdicts()).extracting(LoopVerdict::getVerdictId).doesNotHaveDuplicates();
        assertThat(feed.deadLetters()).isEmpty();
      }
    }
  }

  /**
   * With a short wait commits fail while the broker is paused: the stream thread repeats them, or
   * is replaced. The broker may end the transaction before.
   */
  @ParameterizedTest
  @ValueSource(strings = {"60000", "2000"})
  void aPausedBrokerIsReported_andUsedAgain(String maxBlock) {
    try (LocalBroker broker = LocalBroker.start()) {
      // Given
      String bootstrap = broker.bootstrapServers();
      TopicCatalogue topics = createTopics(bootstrap, 2, 1);
      String registry = TestCluster.shared().registryUrl();
      try (Application processor = Application.start(settings(bootstrap, maxBlock, "1"));
          EventFeed feed = new EventFeed(bootstrap, registry, topics)) {
        awaitReply(feed);
        Thread sender = startSending(feed);

        // When
        broker.suspend();
        sender.interrupt();

        // Then
        awaitReportedOutage(processor);
        awaitObstacle(processor, SILENT_CANARY);
        broker.resume();
        awaitWorkAgain(processor, feed);
      }
    }
  }
}
