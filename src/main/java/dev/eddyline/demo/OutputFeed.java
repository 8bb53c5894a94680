package dev.eddyline.demo;

import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Source;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads what Eddyline publishes, committed records only, from the beginning; one thread. */
public final class OutputFeed implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);

  /** Topics are read one after the other: this is how their records were published. */
  private static final Comparator<SpecificRecord> AS_DECIDED =
      Comparator.comparing(OutputFeed::decidedAt).thenComparing(OutputFeed::number);

  private final Map<String, Deserializer<? extends SpecificRecord>> deserializers = new HashMap<>();
  private final KafkaConsumer<String, byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final Thread thread;
  private volatile Map<TopicPartition, Long> positions = Map.of();
  private volatile boolean closed;

  /** Starts to read and hands every output to the taker, on a thread of its own. */
  public OutputFeed(
      String bootstrap,
      SchemaRegistry registry,
      TopicCatalogue topics,
      Consumer<SpecificRecord> taker) {
    deserializers.put(
        topics.name(TopicRole.LOOP_VERDICTS),
        AvroSerde.of(LoopVerdict.class, registry).deserializer());
    deserializers.put(
        topics.name(TopicRole.GATE_TRIGGERS),
        AvroSerde.of(GateTrigger.class, registry).deserializer());
    deserializers.put(
        topics.name(TopicRole.LOOP_RESETS), AvroSerde.of(LoopReset.class, registry).deserializer());
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false"),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    partitions =
        deserializers.keySet().stream()
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    thread = new Thread(() -> read(taker), "output-feed");
    thread.start();
  }

  private void read(Consumer<SpecificRecord> taker) {
    try {
      while (!closed) {
        List<SpecificRecord> batch = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          batch.add(deserializers.get(record.topic()).deserialize(record.topic(), record.value()));
        }
        batch.sort(AS_DECIDED);
        batch.forEach(taker);
        Map<TopicPartition, Long> now = new HashMap<>();
        partitions.forEach(partition -> now.put(partition, consumer.position(partition)));
        positions = now;
      }
    } catch (WakeupException stopped) {
      // closed
    } finally {
      consumer.close();
    }
  }

  private static Instant decidedAt(SpecificRecord output) {
    return (Instant) output.get(output.getSchema().getField("decidedAt").pos());
  }

  private static int number(SpecificRecord output) {
    return ((Source) output.get(output.getSchema().getField("source").pos())).getNumber();
  }

  /** The next offset to read, by partition: all before were handed on. */
  public Map<TopicPartition, Long> positions() {
    return positions;
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    consumer.wakeup();
    thread.join();
  }
}
