package dev.eddyline.app;

import dev.eddyline.chaos.InputPublisher;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopPolicy;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.CommittedTopics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Publishes to and reads from the topics of one prefix, like orchestrators and gate services. */
public final class EventFeed implements InputPublisher, AutoCloseable {

  private final TopicCatalogue topics;
  private final SchemaRegistry registry;
  private final KafkaProducer<byte[], byte[]> producer;
  private final CommittedTopics committed;
  private final Map<ConsumerRecord<byte[], byte[]>, SpecificRecord> decoded =
      new ConcurrentHashMap<>();

  /** A feed of these topics. */
  public EventFeed(String bootstrap, String registryUrl, TopicCatalogue topics) {
    this.topics = topics;
    registry =
        new ConfluentSchemaRegistry(
            Map.of("schema.registry.url", registryUrl), AvailabilityListener.NONE);
    producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers", bootstrap,
                "enable.idempotence", "true",
                // a broker that restarts on a busy machine takes its time
                "max.block.ms", "180000",
                "max.request.size", "10485760"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    committed = new CommittedTopics(bootstrap, topics, registry);
  }

  /** Publishes an event under its own key on agent-events. */
  public void send(AgentEvent event) {
    send(TopicRole.AGENT_EVENTS, null, event.getTaskId(), event);
  }

  /** Publishes a decision under its root's key on gate-decisions. */
  public void decide(String root, AgentEvent event) {
    send(TopicRole.GATE_DECISIONS, null, root, event);
  }

  /** Publishes an event to a given partition, or where murmur2 puts its key. */
  public void send(TopicRole topic, Integer partition, String key, AgentEvent event) {
    publishBytes(topic, partition, key.getBytes(StandardCharsets.UTF_8), encode(topic, event));
  }

  /** Publishes a policy for a workflow; null withdraws it. */
  public void put(String workflow, String yaml) {
    LoopPolicy policy = yaml == null ? null : new LoopPolicy(yaml, "test", null);
    put(TopicRole.LOOP_POLICIES, workflow, LoopPolicy.class, policy);
  }

  /** Publishes a record under a key; null publishes a tombstone. */
  public <T extends SpecificRecord> void put(TopicRole topic, String key, Class<T> type, T record) {
    byte[] value = AvroSerde.of(type, registry).serializer().serialize(topics.name(topic), record);
    publishBytes(topic, null, key.getBytes(StandardCharsets.UTF_8), value);
  }

  @Override
  public byte[] encode(TopicRole topic, AgentEvent event) {
    return AvroSerde.of(AgentEvent.class, registry)
        .serializer()
        .serialize(topics.name(topic), event);
  }

  /** The registry's client. */
  public SchemaRegistry registry() {
    return registry;
  }

  /** Publishes bytes; returns when the broker has them. */
  @Override
  public void publishBytes(TopicRole topic, Integer partition, byte[] key, byte[] value) {
    publish(new ProducerRecord<>(topics.name(topic), partition, key, value));
  }

  /** Publishes bytes with headers on agent-events, where murmur2 puts the key. */
  public void publish(String key, byte[] value, Headers headers) {
    String topic = topics.name(TopicRole.AGENT_EVENTS);
    byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
    publish(new ProducerRecord<>(topic, null, keyBytes, value, headers));
  }

  private void publish(ProducerRecord<byte[], byte[]> record) {
    try {
      producer.send(record).get();
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  /** All committed verdicts. */
  public List<LoopVerdict> verdicts() {
    return read(TopicRole.LOOP_VERDICTS, LoopVerdict.class);
  }

  /** The committed verdicts of a task. */
  public List<LoopVerdict> verdictsOf(String task) {
    return verdicts().stream().filter(verdict -> verdict.getTaskId().equals(task)).toList();
  }

  /** All committed gate triggers. */
  public List<GateTrigger> gates() {
    return read(TopicRole.GATE_TRIGGERS, GateTrigger.class);
  }

  /** The committed gate triggers of a root task. */
  public List<GateTrigger> gatesOf(String root) {
    return gates().stream().filter(gate -> gate.getRootTaskId().equals(root)).toList();
  }

  /** The id of the newest gate of a root task. */
  public String newestGateIdOf(String root) {
    List<GateTrigger> gates = gatesOf(root);
    return gates.get(gates.size() - 1).getGateId();
  }

  /** All committed receipts of decisions. */
  public List<DecisionReceipt> receipts() {
    return read(TopicRole.DECISION_RECEIPTS, DecisionReceipt.class);
  }

  /** All committed decisions on gate-decisions. */
  public List<AgentEvent> decisions() {
    return read(TopicRole.GATE_DECISIONS, AgentEvent.class);
  }

  /** All committed resets. */
  public List<LoopReset> resets() {
    return read(TopicRole.LOOP_RESETS, LoopReset.class);
  }

  /** All committed journal entries. */
  public List<JournalEntry> journal() {
    return read(TopicRole.EDDYLINE_JOURNAL, JournalEntry.class);
  }

  /** All dead letters. */
  public List<ConsumerRecord<byte[], byte[]>> deadLetters() {
    return records(TopicRole.AGENT_EVENTS_DLQ);
  }

  private <T extends SpecificRecord> List<T> read(TopicRole topic, Class<T> type) {
    var deserializer = AvroSerde.of(type, registry).deserializer();
    return records(topic).stream()
        .map(
            record ->
                type.cast(
                    decoded.computeIfAbsent(
                        record, it -> deserializer.deserialize(it.topic(), it.value()))))
        .toList();
  }

  /** All committed records of a topic, partition by partition. */
  public List<ConsumerRecord<byte[], byte[]>> records(TopicRole topic) {
    return committed.records(topic);
  }

  /** The topics, read with committed isolation. */
  public CommittedTopics committed() {
    return committed;
  }

  @Override
  public void close() {
    committed.close();
    producer.close();
    registry.close();
  }
}
