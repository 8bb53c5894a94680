package dev.eddyline.bench.process;

import dev.eddyline.app.Application;
import dev.eddyline.bench.load.Load;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.StringSerializer;

/** Topics with one input that several applications process in turn; deleted on close. */
public final class TopicFixture implements AutoCloseable {

  /**
   * Partitions of every partitioned topic: one for each stream thread of the largest measured
   * setup.
   */
  static final int PARTITIONS = 4;

  /** Producer settings for large batches. */
  static final Map<String, Object> BULK_PRODUCER_CONFIG =
      Map.of(
          ProducerConfig.LINGER_MS_CONFIG, 20,
          ProducerConfig.BATCH_SIZE_CONFIG, 262_144,
          ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");

  private final Servers servers;
  private final String prefix;
  private final TopicCatalogue topics;
  private final SchemaRegistry registry;
  private final ClusterAdmin cluster;

  /**
   * Creates the topics.
   *
   * @param prefix prefix of each topic and application name
   */
  public TopicFixture(Servers servers, String prefix) {
    this.servers = servers;
    this.prefix = prefix;
    topics = TopicCatalogue.load(prefix).withPartitions(PARTITIONS);
    Settings settings =
        createProcessConfig(TopologyVariant.PASS, "none", BaselineOutputs.NONE).allSettings();
    registry = new ConfluentSchemaRegistry(settings.registry(), AvailabilityListener.NONE);
    Map<String, Object> clients = Application.admin(settings);
    cluster = new ClusterAdmin(clients);
    try (TopicAdmin creator = new TopicAdmin(topics, clients, Application.CLUSTER_TIMEOUT)) {
      creator.create(TopicAdmin.BROKER_DEFAULT);
    }
    cluster.create(TopologyVariant.baselineTopicName(prefix), PARTITIONS, Map.of());
  }

  /**
   * The configuration of a process that runs over these topics.
   *
   * @param name distinguishes it from others over the same topics
   * @param outputs outputs of the baseline topologies
   */
  public BenchProcessConfig createProcessConfig(
      TopologyVariant variant, String name, BaselineOutputs outputs) {
    return new BenchProcessConfig(
            variant, outputs, BenchProcessConfig.WarmUp.NONE, variant.settings())
        .withSettings(
            Map.of(
                Setting.BOOTSTRAP_SERVERS.key(),
                servers.bootstrap(),
                Setting.SCHEMA_REGISTRY_URL.key(),
                servers.registryUrl(),
                Setting.TOPIC_PREFIX.key(),
                prefix,
                Setting.APPLICATION_ID.key(),
                prefix + variant.key() + "-" + name));
  }

  /** Host and port of the broker. */
  public String bootstrap() {
    return servers.bootstrap();
  }

  /** The catalogue with the names of its topics. */
  public TopicCatalogue topics() {
    return topics;
  }

  /** The registry of its schemas. */
  public SchemaRegistry registry() {
    return registry;
  }

  /** The topic that a subject writes to. */
  public String outputTopicName(TopologyVariant variant) {
    return variant.outputTopicName(topics, prefix);
  }

  /** A producer of events with Kafka's default settings. */
  public KafkaProducer<String, AgentEvent> producer() {
    return producer(Map.of());
  }

  private KafkaProducer<String, AgentEvent> producer(Map<String, Object> moreSettings) {
    Map<String, Object> config = new HashMap<>(moreSettings);
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers.bootstrap());
    return new KafkaProducer<>(
        config, new StringSerializer(), AvroSerde.of(AgentEvent.class, registry).serializer());
  }

  /** Publishes a load. */
  public void publish(Load load) {
    publish(load::forEach);
  }

  /** Publishes the supplied events. */
  public void publish(Consumer<Consumer<AgentEvent>> events) {
    try (KafkaProducer<String, AgentEvent> producer = producer(BULK_PRODUCER_CONFIG)) {
      sendAllEvents(events, producer);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback records the failure
  private void sendAllEvents(
      Consumer<Consumer<AgentEvent>> events, KafkaProducer<String, AgentEvent> producer) {
    AtomicReference<Exception> failure = new AtomicReference<>();
    String topic = topics.name(TopicRole.AGENT_EVENTS);
    events.accept(
        event ->
            producer.send(
                new ProducerRecord<>(topic, event.getTaskId(), event),
                (written, failed) -> failure.compareAndSet(null, failed)));
    producer.flush();
    if (failure.get() != null) {
      throw new IllegalStateException(
          "the events could not be published: " + failure.get().getMessage(), failure.get());
    }
  }

  /** Commits an application's start offsets: the first event, or the current end of the topics. */
  public void commitStartOffsets(String application, boolean fromBeginning) {
    Map<TopicPartition, OffsetAndMetadata> startOffsets = new HashMap<>();
    topics
        .inputs()
        .forEach(
            input -> {
              boolean events = input.name().equals(topics.name(TopicRole.AGENT_EVENTS));
              var startSpec = events && fromBeginning ? OffsetSpec.earliest() : OffsetSpec.latest();
              offsets(input.name(), startSpec)
                  .forEach(
                      (partition, offset) ->
                          startOffsets.put(partition, new OffsetAndMetadata(offset)));
            });
    cluster.commitOffsets(application, startOffsets);
  }

  /** Offsets of a topic, by partition. */
  public Map<TopicPartition, Long> offsets(String topic, OffsetSpec which) {
    return cluster.offsets(topic, PARTITIONS, which);
  }

  /** Events that an application has not committed yet. */
  long lag(String application) {
    Map<TopicPartition, OffsetAndMetadata> committed = cluster.committedOffsets(application);
    return offsets(topics.name(TopicRole.AGENT_EVENTS), OffsetSpec.latest()).entrySet().stream()
        .mapToLong(end -> end.getValue() - committed.get(end.getKey()).offset())
        .sum();
  }

  /** Number of events that an application has committed. */
  public long committedEventCount(String application) {
    String events = topics.name(TopicRole.AGENT_EVENTS);
    return cluster.committedOffsets(application).entrySet().stream()
        .filter(partition -> partition.getKey().topic().equals(events))
        .mapToLong(partition -> partition.getValue().offset())
        .sum();
  }

  /** The changelogs of an application. */
  public List<String> changelogs(String application) {
    return cluster.topics(application + "-").stream().filter(ChangelogKey::isChangelog).toList();
  }

  /** Creates a changelog topic that an application will use. */
  public void createChangelog(String topic) {
    cluster.create(
        topic,
        PARTITIONS,
        Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
  }

  /** Deletes the topics and the consumer group of a stopped application. */
  public void deleteApplicationTopicsAndGroup(String application) {
    cluster.delete(cluster.topics(application + "-"), List.of(application));
  }

  @Override
  public void close() {
    // an interruption must not stop the cleanup
    boolean interrupted = Thread.interrupted();
    try {
      cluster.delete(cluster.topics(prefix), cluster.groups(prefix));
    } finally {
      cluster.close();
      registry.close();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
