package dev.eddyline.containers;

import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.testcontainers.containers.Network;

/** A processor with its own topics on the containers, and some failing tasks. */
final class Deployment implements AutoCloseable {

  private static final int PARTITIONS = 4;
  private static final short ONE_BROKER = 1;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ProcessorContainer processor;
  private final EventFeed feed;

  /** Creates the topics with this prefix; starts nothing. */
  Deployment(Network network, String name, BrokerContainer broker, RegistryContainer registry) {
    TopicCatalogue topics = TopicCatalogue.load(name + "-").withPartitions(PARTITIONS);
    Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (TopicAdmin admin = new TopicAdmin(topics, client, LIMIT)) {
      admin.create(ONE_BROKER);
    }
    processor =
        new ProcessorContainer(
            network,
            name,
            Map.of(
                "bootstrap.servers",
                BrokerContainer.bootstrapInside(),
                "schema.registry.url",
                registry.urlInside(),
                "topic.prefix",
                name + "-",
                "application.id",
                name));
    feed = new EventFeed(broker.bootstrapServers(), registry.url(), topics);
  }

  /** Starts the processor. */
  void start() {
    processor.start();
  }

  /** The processor's readiness; empty where it does not respond. */
  String readiness() {
    return processor.readiness();
  }

  /** Whether the processor is ready. */
  boolean isReady() {
    return processor.isReady();
  }

  /** Publishes the same failure once for each of the tasks. */
  void failOnce(List<String> tasks) {
    tasks.forEach(task -> feed.send(JsonEvents.failure(task, "AssertionError: expected 3, got 4")));
  }

  /** The names of this number of tasks. */
  static List<String> tasks(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> "task-" + number).toList();
  }

  List<LoopVerdict> verdicts() {
    return feed.verdicts();
  }

  List<GateTrigger> gates() {
    return feed.gates();
  }

  int deadLetters() {
    return feed.deadLetters().size();
  }

  @Override
  public void close() {
    processor.close();
    feed.close();
  }
}
