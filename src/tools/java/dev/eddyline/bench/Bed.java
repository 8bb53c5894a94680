package dev.eddyline.bench;

import dev.eddyline.app.Application;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicAdmin;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.StringSerializer;

/** Topics of one input, which several applications take one after the other; gone when closed. */
final class Bed implements AutoCloseable {

  /**
   * Partitions of every topic that is read or written partition by partition: one for each of the
   * most stream threads that are measured.
   */
  static final int PARTITIONS = 4;

  /** Settings of a producer of much at a time. */
  static final Map<String, Object> IN_BULK =
      Map.of(
          ProducerConfig.LINGER_MS_CONFIG, 20,
          ProducerConfig.BATCH_SIZE_CONFIG, 262_144,
          ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");

  private final Servers servers;
  private final String prefix;
  private final TopicCatalogue topics;
  private final SchemaRegistry registry;
  private final Cluster cluster;

  /**
   * Makes the topics.
   *
   * @param prefix stands before the name of each topic and application
   */
  Bed(Servers servers, String prefix) {
    this.servers = servers;
    this.prefix = prefix;
    topics = TopicCatalogue.load(prefix).withPartitions(PARTITIONS);
    Settings settings = assignment(Subject.PASS, "none", 0).allSettings();
    registry = new ConfluentSchemaRegistry(settings.registry(), AvailabilityListener.NONE);
    Map<String, Object> clients = Application.admin(settings);
    cluster = new Cluster(clients);
    try (TopicAdmin creator = new TopicAdmin(topics, clients, Application.CLUSTER_LIMIT)) {
      creator.create(TopicAdmin.BROKER_DEFAULT);
    }
    cluster.create(Subject.passedTopic(prefix), PARTITIONS, Map.of());
  }

  /**
   * What a process is to run over these topics.
   *
   * @param name tells it from others over the same topics
   * @param published records that Eddyline publishes for each event
   */
  Assignment assignment(Subject subject, String name, double published) {
    return new Assignment(
        subject,
        published,
        Map.of(
            Setting.BOOTSTRAP_SERVERS.key(),
            servers.bootstrap(),
            Setting.SCHEMA_REGISTRY_URL.key(),
            servers.registryUrl(),
            Setting.TOPIC_PREFIX.key(),
            prefix,
            Setting.APPLICATION_ID.key(),
            prefix + subject.key() + "-" + name));
  }

  /** Host and port of the broker. */
  String bootstrap() {
    return servers.bootstrap();
  }

  TopicCatalogue topics() {
    return topics;
  }

  SchemaRegistry registry() {
    return registry;
  }

  /** The topic that a subject writes to. */
  String output(Subject subject) {
    return subject.output(topics, prefix);
  }

  /** A producer of events, with these settings beside the address. */
  KafkaProducer<String, AgentEvent> producer(Map<String, Object> others) {
    Map<String, Object> config = new HashMap<>(others);
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers.bootstrap());
    return new KafkaProducer<>(
        config, new StringSerializer(), AvroSerde.of(AgentEvent.class, registry).serializer());
  }

  /** Publishes a load. */
  void publish(Load load) {
    publish(load::forEach);
  }

  /** Publishes events as they are handed on. */
  void publish(Consumer<Consumer<AgentEvent>> events) {
    try (KafkaProducer<String, AgentEvent> producer = producer(IN_BULK)) {
      send(events, producer);
    }
  }

  /** Publishes events that can be read from the same moment on, when the last is written. */
  void publishAtOnce(Consumer<Consumer<AgentEvent>> events) {
    Map<String, Object> config = new HashMap<>(IN_BULK);
    config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, prefix + "at-once");
    try (KafkaProducer<String, AgentEvent> producer = producer(config)) {
      producer.initTransactions();
      producer.beginTransaction();
      send(events, producer);
      producer.commitTransaction();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback keeps the failure
  private void send(
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
      throw new IllegalStateException("the events could not be published", failure.get());
    }
  }

  /** Lets an application begin: with the events' first record, or only with what comes from now. */
  void begin(String application, boolean withFirst) {
    Map<TopicPartition, OffsetAndMetadata> begin = new HashMap<>();
    topics
        .inputs()
        .forEach(
            input -> {
              boolean events = input.name().equals(topics.name(TopicRole.AGENT_EVENTS));
              var from = events && withFirst ? OffsetSpec.earliest() : OffsetSpec.latest();
              offsets(input.name(), from)
                  .forEach((place, offset) -> begin.put(place, new OffsetAndMetadata(offset)));
            });
    cluster.commit(application, begin);
  }

  /** Offsets of a topic, by partition. */
  Map<TopicPartition, Long> offsets(String topic, OffsetSpec which) {
    return cluster.offsets(topic, PARTITIONS, which);
  }

  /** Events that an application has not committed yet. */
  long lag(String application) {
    Map<TopicPartition, OffsetAndMetadata> committed = cluster.committed(application);
    return offsets(topics.name(TopicRole.AGENT_EVENTS), OffsetSpec.latest()).entrySet().stream()
        .mapToLong(end -> end.getValue() - committed.get(end.getKey()).offset())
        .sum();
  }

  /** Events that an application has committed. */
  long taken(String application) {
    String events = topics.name(TopicRole.AGENT_EVENTS);
    return cluster.committed(application).entrySet().stream()
        .filter(place -> place.getKey().topic().equals(events))
        .mapToLong(place -> place.getValue().offset())
        .sum();
  }

  /** The changelogs of an application. */
  List<String> changelogs(String application) {
    return cluster.topics(application + "-").stream().filter(StoredKey::isChangelog).toList();
  }

  /** Bytes on the topics that Eddyline publishes to. */
  long outputBytes() {
    return cluster.bytes(
        topics.all().stream()
            .filter(topic -> topic.direction() == TopicSpec.Direction.OUT)
            .map(TopicSpec::name)
            .collect(Collectors.toSet()));
  }

  /** Bytes on the changelogs of an application. */
  long changelogBytes(String application) {
    return cluster.bytes(Set.copyOf(changelogs(application)));
  }

  /** Makes the changelog that an application takes for its own. */
  void createChangelog(String topic) {
    cluster.create(
        topic,
        PARTITIONS,
        Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
  }

  /** Removes what an application that has ended left in the cluster. */
  void forget(String application) {
    cluster.delete(cluster.topics(application + "-"), List.of(application));
  }

  @Override
  public void close() {
    // tidying up outlasts an interruption
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
