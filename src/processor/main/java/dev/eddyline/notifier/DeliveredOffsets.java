package dev.eddyline.notifier;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Which records are delivered, by partition: an offset is committed once all before it are.
 * Thread-safe.
 */
final class DeliveredOffsets {

  /** The records of a partition. */
  private static final class Progress {
    private final TreeSet<Long> undelivered = new TreeSet<>();
    private long next;
    private long committed = -1;

    private long committable() {
      return undelivered.isEmpty() ? next : undelivered.first();
    }
  }

  private final Map<TopicPartition, Progress> partitions = new HashMap<>();

  /** A record was read. */
  synchronized void begin(TopicPartition partition, long offset) {
    Progress progress = partitions.computeIfAbsent(partition, it -> new Progress());
    progress.undelivered.add(offset);
    progress.next = offset + 1;
  }

  /** A record needs no more attempts; one of a removed partition is ignored. */
  synchronized void end(TopicPartition partition, long offset) {
    Progress progress = partitions.get(partition);
    if (progress != null) {
      progress.undelivered.remove(offset);
    }
  }

  /** The offsets that can be committed now and are not yet. */
  synchronized Map<TopicPartition, OffsetAndMetadata> committable() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    partitions.forEach(
        (partition, progress) -> {
          long offset = progress.committable();
          if (offset > progress.committed) {
            offsets.put(partition, new OffsetAndMetadata(offset));
          }
        });
    return offsets;
  }

  /** These offsets are committed. */
  synchronized void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
    offsets.forEach(
        (partition, offset) -> {
          Progress progress = partitions.get(partition);
          if (progress != null) {
            progress.committed = offset.offset();
          }
        });
  }

  /** Removes partitions that another notifier reads from now on. */
  synchronized void remove(Collection<TopicPartition> lost) {
    lost.forEach(partitions::remove);
  }
}
