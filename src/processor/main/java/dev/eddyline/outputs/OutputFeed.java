package dev.eddyline.outputs;

import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads Eddyline's output topics on its own thread, committed records only. After an error it
 * retries from the last position.
 */
public final class OutputFeed implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OutputFeed.class);
  private final Map<String, Deserializer<? extends SpecificRecord>> deserializers = new HashMap<>();
  private final OutputListener listener;
  private final TopicFollower follower;

  /** Starts to read from the beginning, and passes every output to the listener. */
  public OutputFeed(
      String bootstrap,
      SchemaRegistry registry,
      TopicCatalogue topics,
      Consumer<SpecificRecord> listener) {
    this(
        Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap),
        registry,
        topics,
        Optional.empty(),
        (output, traceId) -> listener.accept(output));
  }

  /**
   * Starts to read, and passes every output to the listener.
   *
   * @param config consumer configuration, including the brokers' addresses
   * @param lookBack how far back verdicts and resets are read; gates, and all if it is empty, are
   *     read from the beginning
   */
  public OutputFeed(
      Map<String, Object> config,
      SchemaRegistry registry,
      TopicCatalogue topics,
      Optional<Duration> lookBack,
      OutputListener listener) {
    this.listener = listener;
    String gates = topics.name(TopicRole.GATE_TRIGGERS);
    deserializers.put(
        topics.name(TopicRole.LOOP_VERDICTS),
        AvroSerde.of(LoopVerdict.class, registry).deserializer());
    deserializers.put(gates, AvroSerde.of(GateTrigger.class, registry).deserializer());
    deserializers.put(
        topics.name(TopicRole.LOOP_RESETS), AvroSerde.of(LoopReset.class, registry).deserializer());
    Map<String, Optional<Duration>> lookBackByTopic = new HashMap<>();
    deserializers
        .keySet()
        .forEach(
            topic -> lookBackByTopic.put(topic, topic.equals(gates) ? Optional.empty() : lookBack));
    follower =
        new TopicFollower(
            "output-feed",
            config,
            lookBackByTopic,
            new TopicFollower.Listener() {
              @Override
              public void onRecords(Iterable<ConsumerRecord<byte[], byte[]>> records) {
                deliver(records);
              }

              @Override
              public void onCaughtUpChanged(boolean now) {
                listener.onCaughtUpChanged(now);
              }
            });
  }

  private void deliver(Iterable<ConsumerRecord<byte[], byte[]>> records) {
    OutputBatch batch = new OutputBatch();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      decodeOutput(record).ifPresent(output -> batch.add(record, output));
    }
    batch.deliverAllTo(listener);
  }

  /** Decodes a record; empty for one that Eddyline did not write. */
  private Optional<SpecificRecord> decodeOutput(ConsumerRecord<byte[], byte[]> record) {
    try {
      return Optional.ofNullable(
          deserializers.get(record.topic()).deserialize(record.topic(), record.value()));
    } catch (RegistryUnavailableException notTheRecord) {
      throw notTheRecord;
    } catch (RuntimeException unreadable) {
      LOG.atWarn()
          .addKeyValue("topic", record.topic())
          .addKeyValue("partition", record.partition())
          .addKeyValue("offset", record.offset())
          .addKeyValue("reason", unreadable.getMessage())
          .log("skipped unreadable output");
      return Optional.empty();
    }
  }

  /** The next offset to read per partition; all earlier outputs were delivered. */
  public Map<TopicPartition, Long> positions() {
    return follower.positions();
  }

  /** Stops reading. */
  @Override
  public void close() {
    follower.close();
  }
}
