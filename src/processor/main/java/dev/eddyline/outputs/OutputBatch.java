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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of one poll from several partitions. They are delivered in the order of decision, but
 * the order within a partition is preserved.
 */
final class OutputBatch {

  private static final Logger LOG = LoggerFactory.getLogger(OutputBatch.class);

  private static final Comparator<DecodedOutput> DECISION_ORDER =
      Comparator.comparing(DecodedOutput::decidedAt).thenComparing(DecodedOutput::number);

  private final Map<TopicPartition, Deque<DecodedOutput>> partitions = new LinkedHashMap<>();

  /** An output and its coordinates. */
  private record DecodedOutput(
      TopicPartition partition, long offset, SpecificRecord output, @Nullable String traceId) {

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
  void add(ConsumerRecord<?, ?> sourceRecord, SpecificRecord output) {
    TopicPartition partition = new TopicPartition(sourceRecord.topic(), sourceRecord.partition());
    partitions
        .computeIfAbsent(partition, it -> new ArrayDeque<>())
        .add(
            new DecodedOutput(
                partition, sourceRecord.offset(), output, TraceId.of(sourceRecord.headers())));
  }

  /** Delivers all outputs. Skips one on which the listener fails, as a retry would never end. */
  void deliverAllTo(OutputListener listener) {
    PriorityQueue<Deque<DecodedOutput>> next =
        new PriorityQueue<>(Comparator.comparing(Deque::peekFirst, DECISION_ORDER));
    next.addAll(partitions.values());
    while (!next.isEmpty()) {
      Deque<DecodedOutput> first = next.poll();
      deliverOrSkip(first.removeFirst(), listener);
      if (!first.isEmpty()) {
        next.add(first);
      }
    }
  }

  private static void deliverOrSkip(DecodedOutput decoded, OutputListener listener) {
    try {
      listener.onOutput(decoded.output(), decoded.traceId());
    } catch (RuntimeException failed) {
      // without its message, which may quote the output
      LOG.atError()
          .addKeyValue("topic", decoded.partition().topic())
          .addKeyValue("partition", decoded.partition().partition())
          .addKeyValue("offset", decoded.offset())
          .addKeyValue("id", decoded.output().get(0))
          .addKeyValue("reason", failed.getClass().getName())
          .addKeyValue("place", throwLocation(failed))
          .log("skipped output that failed");
    }
  }

  private static String throwLocation(RuntimeException failed) {
    StackTraceElement[] trace = failed.getStackTrace();
    return trace.length == 0 ? "unknown" : trace[0].toString();
  }
}
