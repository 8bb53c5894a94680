package dev.eddyline.audit;

import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.schema.DecisionReceipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Deserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One scan of the topic of receipts, newest first. It reads each partition backwards in chunks, and
 * merges partitions by {@code decidedAt}. The order within a partition is the reverse of the
 * topic's. Not thread-safe.
 */
public final class ReceiptScan implements AutoCloseable {

  /** Most receipts in memory, of all partitions; each has at least the first chunk. */
  static final int MAX_BUFFERED_RECORDS = 8_192;

  private static final Logger LOG = LoggerFactory.getLogger(ReceiptScan.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CHUNK_LIMIT = Duration.ofSeconds(10);
  private static final int SMALLEST_CHUNK = 64;

  /**
   * Most time between a decision's record and its receipt, such as while the processor was down.
   * The timestamp of a receipt's record is that of its decision's record.
   */
  private static final long MAX_DELAY_MILLIS = Duration.ofDays(7).toMillis();

  /** Most difference between the clocks of brokers and instances. */
  private static final long CLOCK_SKEW_MILLIS = Duration.ofMinutes(1).toMillis();

  private final Consumer<String, byte[]> consumer;
  private final Deserializer<DecisionReceipt> deserializer;
  private final List<PartitionSection> sections = new ArrayList<>();
  private final int maxChunk;
  private long recordsRead;

  ReceiptScan(
      Consumer<String, byte[]> consumer,
      Deserializer<DecisionReceipt> deserializer,
      String topic,
      Optional<Long> from,
      Optional<Long> to,
      Optional<ScanPosition> position) {
    this.consumer = consumer;
    this.deserializer = deserializer;
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .sorted(Comparator.comparingInt(TopicPartition::partition))
            .toList();
    maxChunk = Math.max(SMALLEST_CHUNK, MAX_BUFFERED_RECORDS / Math.max(1, partitions.size()));
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<TopicPartition, Long> firsts = firstOffsets(partitions, from, ends);
    ends.forEach(consumer::seek);
    consumer.pause(partitions);
    Map<TopicPartition, Long> limits = position.isPresent() ? ends : limits(to, ends);
    for (TopicPartition partition : partitions) {
      long end = limits.get(partition);
      long limit =
          position
              .map(ScanPosition::offsets)
              .filter(offsets -> partition.partition() < offsets.size())
              .map(offsets -> Math.min(end, offsets.get(partition.partition())))
              .orElse(end);
      sections.add(new PartitionSection(partition, firsts.get(partition), limit));
    }
  }

  /** The first offsets that can have receipts of this time or later. */
  private Map<TopicPartition, Long> firstOffsets(
      List<TopicPartition> partitions, Optional<Long> from, Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> firsts = new HashMap<>(consumer.beginningOffsets(partitions));
    long earliest = from.map(time -> Math.max(0, time) - MAX_DELAY_MILLIS).orElse(0L);
    if (earliest > 0) {
      firsts.putAll(ends);
      firsts.putAll(offsetsForTime(partitions, earliest));
    }
    return firsts;
  }

  /** The first offsets with this timestamp or a later one, of those partitions that have one. */
  private Map<TopicPartition, Long> offsetsForTime(
      Collection<TopicPartition> partitions, long timestamp) {
    Map<TopicPartition, Long> times = new HashMap<>();
    // no record is older
    partitions.forEach(partition -> times.put(partition, Math.max(0, timestamp)));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    consumer
        .offsetsForTimes(times)
        .forEach(
            (partition, found) -> {
              if (found != null) {
                offsets.put(partition, found.offset());
              }
            });
    return offsets;
  }

  /**
   * The offsets before which all receipts of an earlier time are. Within a partition, {@code
   * decidedAt} only decreases by the skew of clocks. A sender chooses the timestamp, so that a
   * limit only counts if the receipt there was decided late enough.
   */
  private Map<TopicPartition, Long> limits(Optional<Long> to, Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> limits = new HashMap<>(ends);
    if (to.filter(time -> time < Long.MAX_VALUE - 2 * CLOCK_SKEW_MILLIS).isEmpty()) {
      return limits;
    }
    long decidedFrom = to.get() + CLOCK_SKEW_MILLIS;
    Map<TopicPartition, Long> open = offsetsForTime(ends.keySet(), decidedFrom + CLOCK_SKEW_MILLIS);
    open.forEach(consumer::seek);
    consumer.resume(open.keySet());
    long deadline = System.nanoTime() + CHUNK_LIMIT.toNanos();
    while (!open.isEmpty()) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        Long offset = open.remove(partition);
        if (offset != null && isDecidedFrom(record, decidedFrom)) {
          limits.put(partition, offset);
        }
      }
      // only markers of transactions follow
      open.keySet().removeIf(it -> consumer.position(it) >= ends.get(it));
      consumer.pause(ends.keySet().stream().filter(it -> !open.containsKey(it)).toList());
      checkDeadline(open.size(), deadline);
    }
    return limits;
  }

  private boolean isDecidedFrom(ConsumerRecord<String, byte[]> record, long time) {
    recordsRead++;
    return decode(record).filter(it -> it.getDecidedAt().toEpochMilli() >= time).isPresent();
  }

  private static void checkDeadline(int openPartitions, long deadline) {
    if (openPartitions > 0 && System.nanoTime() > deadline) {
      throw new TimeoutException(
          "receipts: %d partitions did not answer within %d s"
              .formatted(openPartitions, CHUNK_LIMIT.toSeconds()));
    }
  }

  /** Whether all receipts were returned. */
  public boolean isFinished() {
    return sections.stream().allMatch(it -> it.newest() == null && !it.isDue());
  }

  /** The number of records that were read so far. */
  public long recordsRead() {
    return recordsRead;
  }

  /** Where the scan is: another one that begins here continues it. */
  public ScanPosition position() {
    return new ScanPosition(sections.stream().map(PartitionSection::end).toList());
  }

  /**
   * The next receipt, after at most one read from Kafka. Empty at the end, and where a further call
   * must read more.
   *
   * @throws org.apache.kafka.common.KafkaException where the topic cannot be read
   * @throws RegistryUnavailableException where the schema registry does not answer
   */
  public Optional<DecisionReceipt> next() {
    List<PartitionSection> due = sections.stream().filter(PartitionSection::isDue).toList();
    if (!due.isEmpty()) {
      readChunks(due);
      if (due.stream().anyMatch(PartitionSection::isDue)) {
        return Optional.empty();
      }
    }
    Optional<PartitionSection> newest =
        sections.stream()
            .filter(section -> section.newest() != null)
            .max(Comparator.comparing(section -> section.newest().getDecidedAt()));
    Optional<DecisionReceipt> receipt = newest.map(PartitionSection::newest);
    newest.ifPresent(PartitionSection::removeNewest);
    return receipt;
  }

  private void readChunks(List<PartitionSection> due) {
    Map<TopicPartition, PartitionSection> open = new HashMap<>();
    for (PartitionSection section : due) {
      open.put(section.partition(), section);
      consumer.seek(section.partition(), section.beginChunk(maxChunk));
    }
    consumer.resume(open.keySet());
    long deadline = System.nanoTime() + CHUNK_LIMIT.toNanos();
    while (!open.isEmpty()) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
        PartitionSection section = open.get(new TopicPartition(record.topic(), record.partition()));
        if (section != null && section.contains(record.offset())) {
          recordsRead++;
          decode(record).ifPresent(receipt -> section.add(record.offset(), receipt));
        }
      }
      List<TopicPartition> read =
          open.values().stream()
              .filter(it -> consumer.position(it.partition()) >= it.chunkEnd())
              .map(PartitionSection::partition)
              .toList();
      consumer.pause(read);
      read.forEach(open::remove);
      checkDeadline(open.size(), deadline);
    }
  }

  /** Decodes a record; empty for one that Eddyline did not write. */
  private Optional<DecisionReceipt> decode(ConsumerRecord<String, byte[]> record) {
    try {
      return Optional.ofNullable(deserializer.deserialize(record.topic(), record.value()));
    } catch (RegistryUnavailableException notTheRecord) {
      throw notTheRecord;
    } catch (RuntimeException unreadable) {
      LOG.atWarn()
          .addKeyValue("topic", record.topic())
          .addKeyValue("partition", record.partition())
          .addKeyValue("offset", record.offset())
          .addKeyValue("reason", unreadable.getMessage())
          .log("skipped unreadable receipt");
      return Optional.empty();
    }
  }

  /** Ends the scan. */
  @Override
  public void close() {
    consumer.close();
  }
}
