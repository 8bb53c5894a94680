package dev.eddyline.outputs;

import dev.eddyline.cluster.CommittedReads;
import dev.eddyline.work.RestartingThread;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all partitions of some topics on its own thread, without a consumer group, committed
 * records only. After an error it retries from the last position.
 */
public final class TopicFollower implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TopicFollower.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLEAN_CLOSE = Duration.ofSeconds(1);
  private static final Duration FORCED_CLOSE = Duration.ofSeconds(5);

  /** Receives records on the follower's thread. */
  public interface Listener {

    /**
     * Receives the records of one poll, those of a partition in the order of their offsets.
     *
     * @throws RuntimeException to receive them again later
     */
    void onRecords(Iterable<ConsumerRecord<byte[], byte[]>> records);

    /** Receives true when all records that existed at the start are read, false after an error. */
    default void onCaughtUpChanged(boolean now) {}
  }

  private final Map<String, Object> config;
  private final Map<String, Optional<Duration>> lookBackByTopic;
  private final Listener listener;
  private final RestartingThread thread;
  private volatile Map<TopicPartition, Long> positions = Map.of();
  private volatile KafkaConsumer<byte[], byte[]> consumer;
  private boolean isCatchingUp;

  /**
   * Starts to read.
   *
   * @param name the thread's name
   * @param config consumer configuration, including the brokers' addresses
   * @param lookBackByTopic for each topic how far back it is read; empty for all of it
   */
  public TopicFollower(
      String name,
      Map<String, Object> config,
      Map<String, Optional<Duration>> lookBackByTopic,
      Listener listener) {
    this.config = CommittedReads.withoutGroup(config);
    this.lookBackByTopic = Map.copyOf(lookBackByTopic);
    this.listener = listener;
    thread =
        new RestartingThread(
            name, it -> run(), this::logAndMarkCatchingUp, CLEAN_CLOSE, FORCED_CLOSE);
    thread.withUncaughtErrorListener(error -> listener.onCaughtUpChanged(false)).start();
  }

  private void run() {
    try (KafkaConsumer<byte[], byte[]> opened =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer = opened;
      pollUntilClosed(opened);
    }
  }

  private void logAndMarkCatchingUp(RuntimeException reason, long retryMillis) {
    listener.onCaughtUpChanged(false);
    LOG.atWarn()
        .addKeyValue("topics", lookBackByTopic.keySet())
        .addKeyValue("retry_ms", retryMillis)
        .addKeyValue("reason", reason.toString())
        .log("reading topics failed");
  }

  private void pollUntilClosed(KafkaConsumer<byte[], byte[]> reader) {
    List<TopicPartition> partitions =
        lookBackByTopic.keySet().stream()
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
      KafkaConsumer<byte[], byte[]> reader,
      List<TopicPartition> partitions,
      Map<TopicPartition, Long> ends) {
    listener.onRecords(reader.poll(POLL));
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

  private void seek(KafkaConsumer<byte[], byte[]> reader, List<TopicPartition> partitions) {
    Map<TopicPartition, Long> times = new HashMap<>();
    for (TopicPartition partition : partitions) {
      Long known = positions.get(partition);
      Optional<Duration> lookBack = lookBackByTopic.get(partition.topic());
      if (known != null) {
        reader.seek(partition, known);
      } else if (lookBack.isPresent()) {
        times.put(partition, Instant.now().minus(lookBack.get()).toEpochMilli());
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

  /** The next offset to read per partition; all earlier records were delivered. */
  Map<TopicPartition, Long> positions() {
    return positions;
  }

  /** Stops reading. */
  @Override
  public void close() {
    thread.requestStop();
    KafkaConsumer<byte[], byte[]> reader = consumer;
    if (reader != null) {
      reader.wakeup();
    }
    thread.close();
  }
}
