package dev.eddyline.verify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * The records of topics in memory. The consumer keeps its positions, so that a request polls only
 * the records that are new. Safe for several threads.
 */
final class CommittedLog implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PROGRESS_TIMEOUT = Duration.ofMinutes(3);

  private final Consumer<byte[], byte[]> consumer;
  private final LongSupplier nanos;
  private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records =
      new LinkedHashMap<>();

  /** A log of what this consumer reads, which has no group and starts at the earliest offset. */
  CommittedLog(Consumer<byte[], byte[]> consumer) {
    this(consumer, System::nanoTime);
  }

  /**
   * The same with a clock.
   *
   * @param nanos a clock, nanoseconds
   */
  CommittedLog(Consumer<byte[], byte[]> consumer, LongSupplier nanos) {
    this.consumer = consumer;
    this.nanos = nanos;
  }

  /**
   * All records that a topic now contains, partition by partition.
   *
   * @throws IllegalStateException after 3 minutes without progress
   */
  synchronized List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    List<TopicPartition> partitions = assign(topic);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    dropDeletedRecords(partitions, ends);
    List<Long> positions = positions(partitions);
    long progressAt = nanos.getAsLong();
    while (partitions.stream().anyMatch(it -> consumer.position(it) < ends.get(it))) {
      consumer
          .poll(POLL)
          .forEach(it -> records.get(new TopicPartition(it.topic(), it.partition())).add(it));
      List<Long> before = positions;
      positions = positions(partitions);
      if (!positions.equals(before)) {
        progressAt = nanos.getAsLong();
      } else if (nanos.getAsLong() - progressAt > PROGRESS_TIMEOUT.toNanos()) {
        throw new IllegalStateException(
            "no progress in topic %s: it is read up to %s, its ends are %s"
                .formatted(topic, positions, ends));
      }
    }
    return partitions.stream().flatMap(it -> records.get(it).stream()).toList();
  }

  private List<Long> positions(List<TopicPartition> partitions) {
    return partitions.stream().map(consumer::position).toList();
  }

  /** Adds the topic to those that are read. */
  private List<TopicPartition> assign(String topic) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .sorted(Comparator.comparingInt(PartitionInfo::partition))
            .map(it -> new TopicPartition(topic, it.partition()))
            .toList();
    List<TopicPartition> added =
        partitions.stream().filter(it -> !records.containsKey(it)).toList();
    if (!added.isEmpty()) {
      added.forEach(it -> records.put(it, new ArrayList<>()));
      consumer.assign(records.keySet());
      consumer.seekToBeginning(added);
    }
    return partitions;
  }

  /** Drops the records before the earliest offset, and those of a topic that was created again. */
  private void dropDeletedRecords(List<TopicPartition> partitions, Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
    for (TopicPartition partition : partitions) {
      if (consumer.position(partition) > ends.get(partition)) {
        records.get(partition).clear();
        consumer.seekToBeginning(List.of(partition));
      }
      records.get(partition).removeIf(it -> it.offset() < begins.get(partition));
    }
  }

  @Override
  public synchronized void close() {
    consumer.close();
  }
}
