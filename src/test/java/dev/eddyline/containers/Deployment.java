package dev.eddyline.containers;

import dev.eddyline.app.Application;
import dev.eddyline.app.Events;
import dev.eddyline.app.Feed;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicAdmin;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/** A processor with topics of its own on the containers, and some tasks that fail. */
final class Deployment implements AutoCloseable {

  private static final int PARTITIONS = 4;
  private static final short ONE_BROKER = 1;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Settings settings;
  private final Feed feed;
  private Application application;

  /** Topics that begin with the name; nothing is started yet. */
  Deployment(String name, BrokerContainer broker, RegistryContainer registry) {
    settings =
        Settings.of(
            null,
            Map.of(),
            Map.of(
                Setting.BOOTSTRAP_SERVERS.key(),
                broker.bootstrapServers(),
                Setting.SCHEMA_REGISTRY_URL.key(),
                registry.url(),
                Setting.TOPIC_PREFIX.key(),
                name + "-",
                Setting.APPLICATION_ID.key(),
                name,
                Setting.STATE_DIR.key(),
                "target/test-state/" + UUID.randomUUID()));
    TopicCatalogue topics = TopicCatalogue.load(name + "-").withPartitions(PARTITIONS);
    try (TopicAdmin admin = new TopicAdmin(topics, Application.admin(settings), LIMIT)) {
      admin.create(ONE_BROKER);
    }
    feed = new Feed(broker.bootstrapServers(), registry.url(), topics);
  }

  /** Starts the processor. */
  void start() {
    application = Application.start(settings);
  }

  /** What keeps the processor from its work. */
  List<String> obstacles() {
    return application.readiness().obstacles();
  }

  /** Publishes the same failure once for each of the tasks. */
  void failOnce(List<String> tasks) {
    tasks.forEach(task -> feed.send(Events.failure(task, "AssertionError: expected 3, got 4")));
  }

  /** Names of so many tasks. */
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
    if (application != null) {
      application.close();
    }
    feed.close();
  }
}
