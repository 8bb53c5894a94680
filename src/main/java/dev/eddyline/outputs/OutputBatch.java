package dev.eddyline.outputs;

import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of one poll from several partitions. They are delivered in the order of decision, but
 * the order within a partition is preserved.
 */
final class OutputBatch {

  private static final Logger LOG = LoggerFactory.getLogger(OutputBatch.class);

  private static final Comparator<Read> AS_DECIDED =
      Comparator.comparing(Read::decidedAt).thenComparing(Read::number);

  private final Map<TopicPartition, Deque<Read>> partitions = new LinkedHashMap<>();

  /** An output and its coordinates. */
  private record Read(TopicPartition partition, long offset, SpecificRecord output) {

    private Instant decidedAt() {
      return (Instant) field("decidedAt");
    }

    private int number() {
      return ((Source) field("source")).getNumber();
    }

    private Object field(String name) {
      return output.get(output.getSchema().getField(name).pos());
    }
  }

  /** Adds the next output of its partition. */
  void add(ConsumerRecord<?, ?> place, SpecificRecord output) {
    TopicPartition partition = new TopicPartition(place.topic(), place.partition());
    partitions
        .computeIfAbsent(partition, it -> new ArrayDeque<>())
        .add(new Read(partition, place.offset(), output));
  }

  /** Delivers all outputs. Skips one on which the listener fails, as a retry would never end. */
  void handTo(OutputTaker taker) {
    PriorityQueue<Deque<Read>> next =
        new PriorityQueue<>(Comparator.comparing(Deque::peekFirst, AS_DECIDED));
    next.addAll(partitions.values());
    while (!next.isEmpty()) {
      Deque<Read> first = next.poll();
      hand(first.removeFirst(), taker);
      if (!first.isEmpty()) {
        next.add(first);
      }
    }
  }

  private static void hand(Read read, OutputTaker taker) {
    try {
      taker.take(read.output());
    } catch (RuntimeException failed) {
      // without its message, which may quote the output
      LOG.atError()
          .addKeyValue("topic", read.partition().topic())
          .addKeyValue("partition", read.partition().partition())
          .addKeyValue("offset", read.offset())
          .addKeyValue("id", read.output().get(0))
          .addKeyValue("reason", failed.getClass().getName())
          .addKeyValue("place", place(failed))
          .log("skipped output that failed");
    }
  }

  private static String place(RuntimeException failed) {
    StackTraceElement[] trace = failed.getStackTrace();
    return trace.length == 0 ? "unknown" : trace[0].toString();
  }
}
