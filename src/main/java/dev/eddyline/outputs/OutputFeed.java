package dev.eddyline.outputs;

import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.work.RestartingThread;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads Eddyline's output topics on its own thread, committed records only. After an error it
 * retries from the last position.
 */
public final class OutputFeed implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OutputFeed.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLEAN_CLOSE = Duration.ofSeconds(1);
  private static final Duration FORCED_CLOSE = Duration.ofSeconds(5);

  private final Map<String, Deserializer<? extends SpecificRecord>> deserializers = new HashMap<>();
  private final Map<String, Object> config;
  private final String gates;
  private final Optional<Duration> readLookBack;
  private final OutputListener listener;
  private final RestartingThread thread =
      new RestartingThread(
          "output-feed", it -> run(), this::logAndMarkCatchingUp, CLEAN_CLOSE, FORCED_CLOSE);
  private volatile Map<TopicPartition, Long> positions = Map.of();
  private volatile KafkaConsumer<String, byte[]> consumer;
  private boolean isCatchingUp;

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
        listener::accept);
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
    this.config = new HashMap<>(config);
    this.config.remove(ConsumerConfig.GROUP_ID_CONFIG);
    this.config.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    this.config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    this.config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    this.config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    this.readLookBack = lookBack;
    this.listener = listener;
    gates = topics.name(TopicRole.GATE_TRIGGERS);
    deserializers.put(
        topics.name(TopicRole.LOOP_VERDICTS),
        AvroSerde.of(LoopVerdict.class, registry).deserializer());
    deserializers.put(gates, AvroSerde.of(GateTrigger.class, registry).deserializer());
    deserializers.put(
        topics.name(TopicRole.LOOP_RESETS), AvroSerde.of(LoopReset.class, registry).deserializer());
    thread.withUncaughtErrorListener(error -> listener.onCaughtUpChanged(false)).start();
  }

  private void run() {
    try (KafkaConsumer<String, byte[]> opened =
        new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
      consumer = opened;
      pollUntilClosed(opened);
    }
  }

  private void logAndMarkCatchingUp(RuntimeException reason, long retryMillis) {
    listener.onCaughtUpChanged(false);
    LOG.atWarn()
        .addKeyValue("retry_ms", retryMillis)
        .addKeyValue("reason", reason.toString())
        .log("reading outputs failed");
  }

  private void pollUntilClosed(KafkaConsumer<String, byte[]> reader) {
    List<TopicPartition> partitions =
        deserializers.keySet().stream()
            .flatMap(topic -> reader.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    reader.assign(partitions);
    seek(reader, partitions);
    Map<TopicPartition, Long> ends = reader.endOffsets(partitions);
    isCatchingUp = true;
    thread.repeatUntilClosed(() -> pollAndDeliver(reader, partitions, ends));
  }

  private void pollAndDeliver(
      KafkaConsumer<String, byte[]> reader,
      List<TopicPartition> partitions,
      Map<TopicPartition, Long> ends) {
    OutputBatch batch = new OutputBatch();
    for (ConsumerRecord<String, byte[]> record : reader.poll(POLL)) {
      decodeOutput(record).ifPresent(output -> batch.add(record, output));
    }
    batch.deliverAllTo(listener);
    Map<TopicPartition, Long> now = new HashMap<>();
    partitions.forEach(partition -> now.put(partition, reader.position(partition)));
    positions = now;
    thread.resetRetryBackoff();
    if (isCatchingUp
        && ends.entrySet().stream().allMatch(e -> now.get(e.getKey()) >= e.getValue())) {
      isCatchingUp = false;
      listener.onCaughtUpChanged(true);
    }
  }

  /** Decodes a record; empty for one that Eddyline did not write. */
  private Optional<SpecificRecord> decodeOutput(ConsumerRecord<String, byte[]> record) {
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

  private void seek(KafkaConsumer<String, byte[]> reader, List<TopicPartition> partitions) {
    Map<TopicPartition, Long> times = new HashMap<>();
    for (TopicPartition partition : partitions) {
      Long known = positions.get(partition);
      if (known != null) {
        reader.seek(partition, known);
      } else if (readLookBack.isPresent() && !partition.topic().equals(gates)) {
        times.put(partition, Instant.now().minus(readLookBack.get()).toEpochMilli());
      } else {
        reader.seekToBeginning(List.of(partition));
      }
    }
    if (times.isEmpty()) {
      return;
    }
    Map<TopicPartition, OffsetAndTimestamp> found = reader.offsetsForTimes(times);
    for (TopicPartition partition : times.keySet()) {
      OffsetAndTimestamp first = found.get(partition);
      if (first == null) {
        reader.seekToEnd(List.of(partition));
      } else {
        reader.seek(partition, first.offset());
      }
    }
  }

  /** The next offset to read per partition; all earlier outputs were delivered. */
  public Map<TopicPartition, Long> positions() {
    return positions;
  }

  /** Stops reading. */
  @Override
  public void close() {
    thread.requestStop();
    KafkaConsumer<String, byte[]> reader = consumer;
    if (reader != null) {
      reader.wakeup();
    }
    thread.close();
  }
}
