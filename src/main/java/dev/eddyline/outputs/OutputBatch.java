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
 * What was read at once of several partitions, which come one after the other: in the order in
 * which it was decided, as far as that does not turn the order of a partition around.
 */
final class OutputBatch {

  private static final Logger LOG = LoggerFactory.getLogger(OutputBatch.class);

  private static final Comparator<Read> AS_DECIDED =
      Comparator.comparing(Read::decidedAt).thenComparing(Read::number);

  private final Map<TopicPartition, Deque<Read>> partitions = new LinkedHashMap<>();

  /** An output and where it stood. */
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

  /** Takes the next output of its partition. */
  void add(ConsumerRecord<?, ?> place, SpecificRecord output) {
    TopicPartition partition = new TopicPartition(place.topic(), place.partition());
    partitions
        .computeIfAbsent(partition, it -> new ArrayDeque<>())
        .add(new Read(partition, place.offset(), output));
  }

  /** Hands all on; what the taker fails on is passed over, or it would come again for ever. */
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
      // not its message: that may quote the output
      LOG.atError()
          .addKeyValue("topic", read.partition().topic())
          .addKeyValue("partition", read.partition().partition())
          .addKeyValue("offset", read.offset())
          .addKeyValue("id", read.output().get(0))
          .addKeyValue("reason", failed.getClass().getName())
          .addKeyValue("place", place(failed))
          .log("an output could not be taken and is passed over");
    }
  }

  private static String place(RuntimeException failed) {
    StackTraceElement[] trace = failed.getStackTrace();
    return trace.length == 0 ? "unknown" : trace[0].toString();
  }
}
