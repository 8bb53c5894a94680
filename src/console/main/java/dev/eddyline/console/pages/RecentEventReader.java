package dev.eddyline.console.pages;

import dev.eddyline.cluster.CommittedReads;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.engine.CanaryTasks;
import dev.eddyline.engine.RecordEvents;
import dev.eddyline.inputs.EventDeserializer;
import dev.eddyline.inputs.EventValue;
import dev.eddyline.inputs.RecordOrigin;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.schema.AgentEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads the newest events of a topic that fit a filter, from the end backwards, within limits of
 * records, events, bytes and time. It reads committed records and joins no consumer group.
 */
public final class RecentEventReader {

  private static final Duration POLL = Duration.ofMillis(200);

  /** Records of each partition in the first chunk: few, as they may be large. */
  private static final int FIRST_CHUNK = 8;

  /** Largest answer of a broker, in bytes. */
  private static final int MAX_FETCH_BYTES = 8_000_000;

  private final String topic;
  private final EventDeserializer values;
  private final Supplier<Consumer<String, byte[]>> consumers;
  private final LongSupplier nanos;

  /**
   * Limits of one reading.
   *
   * @param records records that are read
   * @param events events that are returned
   * @param bytes bytes of the values of returned events
   * @param time time of the reading; one poll may exceed it
   */
  record Limits(int records, int events, long bytes, Duration time) {}

  /**
   * The newest events.
   *
   * @param events the events, oldest first, those of a partition in its order
   * @param scannedRecords records that were read
   * @param isLimited whether a limit ended the reading
   */
  record Found(List<AgentEvent> events, int scannedRecords, boolean isLimited) {}

  /** Reads this topic. */
  public RecentEventReader(
      String topic,
      EventDeserializer values,
      Supplier<Consumer<String, byte[]>> consumers,
      LongSupplier nanos) {
    this.topic = topic;
    this.values = values;
    this.consumers = consumers;
    this.nanos = nanos;
  }

  /** A consumer without a group. */
  public static Consumer<String, byte[]> consumer(Settings settings) {
    Map<String, Object> config = CommittedReads.withoutGroup(settings.consumer());
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, MAX_FETCH_BYTES);
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "5000");
    config.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, "4000");
    return new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
  }

  /** One event with its record's time. */
  private record TimedEvent(long time, int bytes, AgentEvent event) {}

  /**
   * Reads the newest events that fit.
   *
   * @throws org.apache.kafka.common.KafkaException when the topic cannot be read
   */
  Found read(Predicate<AgentEvent> wanted, Limits limits) {
    long deadline = nanos.getAsLong() + limits.time().toNanos();
    try (Consumer<String, byte[]> consumer = consumers.get()) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
      Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
      Reading reading = new Reading(wanted, limits, deadline);
      int largestChunk = Math.max(1, limits.events() / partitions.size());
      int chunk = Math.min(FIRST_CHUNK, largestChunk);
      while (!reading.isOver() && ends.entrySet().stream().anyMatch(it -> isLeft(it, begins))) {
        Map<TopicPartition, Long> starts = starts(begins, ends, chunk);
        if (reading.readChunk(consumer, starts, ends)) {
          ends.putAll(starts);
        }
        chunk = Math.min(2 * chunk, largestChunk);
      }
      return reading.found();
    }
  }

  private static Map<TopicPartition, Long> starts(
      Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends, int chunk) {
    Map<TopicPartition, Long> starts = new HashMap<>();
    ends.forEach(
        (partition, end) -> starts.put(partition, Math.max(begins.get(partition), end - chunk)));
    return starts;
  }

  private static boolean isLeft(
      Map.Entry<TopicPartition, Long> end, Map<TopicPartition, Long> begins) {
    return end.getValue() > begins.get(end.getKey());
  }

  /** The state of one reading. */
  private final class Reading {
    private final Predicate<AgentEvent> wanted;
    private final Limits limits;
    private final long deadline;

    /** What was found, oldest first. */
    private final Map<TopicPartition, Deque<TimedEvent>> eventsByPartition = new HashMap<>();

    private int scanned;
    private int found;
    private long bytes;
    private boolean isLimited;

    Reading(Predicate<AgentEvent> wanted, Limits limits, long deadline) {
      this.wanted = wanted;
      this.limits = limits;
      this.deadline = deadline;
    }

    /** Whether a limit is reached. */
    boolean isOver() {
      isLimited |=
          scanned >= limits.records()
              || found >= limits.events()
              || bytes >= limits.bytes()
              || nanos.getAsLong() >= deadline;
      return isLimited;
    }

    /**
     * Reads from the starts to the ends; false if the time ended before, without a result. Above
     * the limit of bytes, the oldest events of a partition are dropped.
     */
    boolean readChunk(
        Consumer<String, byte[]> consumer,
        Map<TopicPartition, Long> starts,
        Map<TopicPartition, Long> ends) {
      starts.forEach(consumer::seek);
      Map<TopicPartition, Deque<TimedEvent>> chunk = new HashMap<>();
      long chunkBytes = 0;
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        if (nanos.getAsLong() >= deadline) {
          return false;
        }
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          TopicPartition partition = new TopicPartition(record.topic(), record.partition());
          if (record.offset() < ends.get(partition)) {
            scanned++;
            Deque<TimedEvent> events = chunk.computeIfAbsent(partition, it -> new ArrayDeque<>());
            for (AgentEvent event : events(record)) {
              events.add(new TimedEvent(record.timestamp(), record.value().length, event));
              chunkBytes += record.value().length;
            }
            while (bytes + chunkBytes > limits.bytes() && !events.isEmpty()) {
              chunkBytes -= events.removeFirst().bytes();
              isLimited = true;
            }
          }
        }
      }
      bytes += chunkBytes;
      chunk.forEach(this::putBefore);
      return true;
    }

    private void putBefore(TopicPartition partition, Deque<TimedEvent> older) {
      found += older.size();
      Deque<TimedEvent> newer = eventsByPartition.put(partition, older);
      if (newer != null) {
        older.addAll(newer);
      }
    }

    private List<AgentEvent> events(ConsumerRecord<String, byte[]> record) {
      try {
        EventValue value = values.deserialize(record.topic(), record.headers(), record.value());
        if (value == null) {
          return List.of();
        }
        RecordEvents all =
            value.completeFrom(
                new RecordOrigin(
                    record.key(),
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    record.timestamp()));
        List<AgentEvent> fitting = new ArrayList<>(2);
        if (isWanted(all.event())) {
          fitting.add(all.event());
        }
        all.result().filter(this::isWanted).ifPresent(fitting::add);
        return fitting;
      } catch (RegistryUnavailableException notTheRecord) {
        throw notTheRecord;
      } catch (RuntimeException invalid) {
        // the processor dead-letters it
        return List.of();
      }
    }

    private boolean isWanted(AgentEvent event) {
      return event != null && !CanaryTasks.isCanary(event.getTaskId()) && wanted.test(event);
    }

    /** The newest events in the order of time; those of a partition stay in its order. */
    Found found() {
      List<TimedEvent> merged = new ArrayList<>(found);
      for (Deque<TimedEvent> events : eventsByPartition.values()) {
        long newest = Long.MIN_VALUE;
        for (TimedEvent event : events) {
          // times may go back within a partition
          newest = Math.max(newest, event.time());
          merged.add(new TimedEvent(newest, event.bytes(), event.event()));
        }
      }
      merged.sort(Comparator.comparingLong(TimedEvent::time));
      int from = Math.max(0, merged.size() - limits.events());
      return new Found(
          merged.subList(from, merged.size()).stream().map(TimedEvent::event).toList(),
          scanned,
          isLimited);
    }
  }
}
