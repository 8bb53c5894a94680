package dev.eddyline.app;

import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.local.LocalBroker;
import dev.eddyline.local.LocalRegistry;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A real broker and a real registry in JVMs of their own, started once for all tests. */
public final class TestCluster {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static TestCluster shared;

  private final LocalBroker broker;
  private final LocalRegistry registry;
  private final Set<String> createdPrefixes = new HashSet<>();

  private TestCluster() {
    var starting = CompletableFuture.supplyAsync(() -> LocalRegistry.start());
    broker = LocalBroker.startShortLived();
    registry = starting.join();
  }

  /** The one cluster; it ends with this JVM. */
  public static synchronized TestCluster shared() {
    if (shared == null) {
      shared = new TestCluster();
    }
    return shared;
  }

  /** Address of the broker. */
  public String bootstrap() {
    return broker.bootstrapServers();
  }

  /** Confluent-compatible address of the registry. */
  public String registryUrl() {
    return registry.confluentUrl();
  }

  /** The options by which a command finds this cluster and the application of these settings. */
  public List<String> commandOptions(Settings settings) {
    return List.of(
        "--bootstrap",
        bootstrap(),
        "--registry",
        registryUrl(),
        "--set",
        "topic.prefix=" + settings.get(Setting.TOPIC_PREFIX),
        "--set",
        "application.id=" + settings.get(Setting.APPLICATION_ID));
  }

  /** Settings of a processor with topics, state and group of its own. */
  public Settings settings(String prefix, Map<String, String> more) {
    Map<String, String> flags = new HashMap<>();
    flags.put(Setting.BOOTSTRAP_SERVERS.key(), bootstrap());
    flags.put(Setting.SCHEMA_REGISTRY_URL.key(), registryUrl());
    flags.put(Setting.TOPIC_PREFIX.key(), prefix);
    flags.put(Setting.APPLICATION_ID.key(), prefix + "eddyline");
    flags.put(Setting.STATE_DIR.key(), "target/test-state/" + prefix + UUID.randomUUID());
    flags.put(Setting.HTTP_PORT.key(), "0");
    flags.put(Setting.HEALTH_PORT.key(), "0");
    flags.put(Setting.CANARY_EVERY.key(), "0");
    flags.putAll(more);
    return Settings.mergeLayers(null, Map.of(), flags);
  }

  /** Creates the topics of a prefix; a repeated test gets new ones. */
  public synchronized TopicCatalogue createTopics(String prefix, int partitions) {
    if (!createdPrefixes.add(prefix)) {
      EarlierRun.delete(bootstrap(), prefix);
    }
    TopicCatalogue topics = TopicCatalogue.load(prefix).withPartitions(partitions);
    try (TopicAdmin admin =
        new TopicAdmin(topics, Map.of("bootstrap.servers", bootstrap()), LIMIT)) {
      admin.create((short) 1);
    }
    return topics;
  }
}
