package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.eddyline.TestTags;
import dev.eddyline.config.Setting;
import dev.eddyline.local.LocalBroker;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.topics.TopicAdmin;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** A processor without its broker says so, and works again when the broker is back. */
@Tag(TestTags.CRASH)
class BrokerOutageIT {

  private static final String PREFIX = "broker-outage-";
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String NO_BROKER = "Kafka: no broker answers, since ";
  private static final String SILENT_CANARY = "canary: partition ";

  private final Logger logger = (Logger) LoggerFactory.getLogger(Application.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final AtomicInteger sent = new AtomicInteger();

  @BeforeEach
  void captureLog() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void releaseLog() {
    logger.detachAppender(log);
  }

  private static TopicCatalogue createTopics(LocalBroker broker) {
    TopicCatalogue topics = TopicCatalogue.load(PREFIX).withPartitions(2);
    Map<String, Object> admin = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (TopicAdmin created = new TopicAdmin(topics, admin, LIMIT)) {
      created.create((short) 1);
    }
    return topics;
  }

  /**
   * Starts a processor.
   *
   * @param maxBlock how long its commits wait for the broker, milliseconds
   * @param canaryEvery seconds between two canary events
   */
  private static Application start(LocalBroker broker, String maxBlock, String canaryEvery) {
    Map<String, String> settings =
        Map.of(
            Setting.BOOTSTRAP_SERVERS.key(),
            broker.bootstrapServers(),
            Setting.CANARY_EVERY.key(),
            canaryEvery,
            "producer.max.block.ms",
            maxBlock);
    return Application.start(TestCluster.shared().settings(PREFIX, settings));
  }

  private String sendQuestion(EventFeed feed) {
    String id = "e-" + sent.incrementAndGet();
    feed.send(
        AgentEvent.newBuilder()
            .setEventId(id)
            .setTaskId("T1")
            .setAgentId("backend-1")
            .setOccurredAt(Instant.now())
            .setReplyRequested(true)
            .setBody(new StepStarted("step " + id, false))
            .build());
    return id;
  }

  private void awaitReply(EventFeed feed) {
    String id = sendQuestion(feed);
    await()
        .atMost(LIMIT)
        .until(
            () -> feed.verdictsOf("T1").stream().map(LoopVerdict::getEventId).anyMatch(id::equals));
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
    await().atMost(LIMIT).until(() -> processor.readiness().isReady());
    awaitReply(feed);
    assertThat(processor.failure()).isEmpty();
  }

  /** Sends until the broker is away, so that work is uncommitted then. */
  private Thread startSending(EventFeed feed) {
    Thread sender =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                sendQuestion(feed);
              }
            });
    sender.setDaemon(true);
    sender.setUncaughtExceptionHandler((thread, interrupted) -> {});
    sender.start();
    return sender;
  }

  @Test
  void aKilledBrokerIsReported_andUsedAgainWithoutARestart() throws Exception {
    try (LocalBroker broker = LocalBroker.start()) {
      // Given
      TopicCatalogue topics = createTopics(broker);
      String registry = TestCluster.shared().registryUrl();
      try (Application processor = start(broker, "2000", "0");
          EventFeed feed = new EventFeed(broker.bootstrapServers(), registry, topics)) {
        awaitReply(feed);
        assertThat(processor.readiness().isReady()).isTrue();
        Thread sender = startSending(feed);
        int before = sent.get();
        await().atMost(LIMIT).until(() -> sent.get() > before + 20);

        // When
        broker.kill();
        sender.interrupt();

        // Then: the commit, and its repetition by the stream thread, time out meanwhile
        awaitReportedOutage(processor);
        await()
            .atMost(LIMIT)
            .untilAsserted(
                () ->
                    assertThat(log.list)
                        .extracting(ILoggingEvent::getMessage)
                        .contains("stream thread replaced after a retriable failure"));
        broker.restart();
        awaitWorkAgain(processor, feed);
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
      TopicCatalogue topics = createTopics(broker);
      String registry = TestCluster.shared().registryUrl();
      try (Application processor = start(broker, maxBlock, "1");
          EventFeed feed = new EventFeed(broker.bootstrapServers(), registry, topics)) {
        awaitReply(feed);
        Thread sender = startSending(feed);
        int before = sent.get();
        await().atMost(LIMIT).until(() -> sent.get() > before + 20);

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
