package dev.eddyline.topology;

import dev.eddyline.schema.Signal;
import dev.eddyline.task.Signals;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Which records only warm up the state after a take-over, and which must go to another partition
 * because the topics have grown since they were sent. What is forwarded then bears a header, so
 * that it is forwarded once and stays as silent as it was.
 */
record Forwarded(TakeOver takeOver, int partitions, String signalsTopic) {

  static final String HEADER = "eddyline-forwarded";

  private static final byte[] SILENT = "silent".getBytes(StandardCharsets.UTF_8);
  private static final byte[] COUNTED = "counted".getBytes(StandardCharsets.UTF_8);

  /** Another application had taken it, or it was forwarded while that was taken once more. */
  boolean isSilent(Headers headers, RecordMetadata from) {
    return takeOver.covers(from.topic(), from.partition(), from.offset())
        || from.topic().equals(signalsTopic) && isSilent(headers);
  }

  /** Whether what stands on the signals topic was forwarded silently, by its header. */
  static boolean isSilent(Headers headers) {
    Header forwarded = headers.lastHeader(HEADER);
    return forwarded != null && Arrays.equals(forwarded.value(), SILENT);
  }

  /** The topics have more partitions than when it was sent: it is at home elsewhere now. */
  boolean hasMoved(Signal signal, Headers headers, RecordMetadata from) {
    return !takeOver.isNone()
        && headers.lastHeader(HEADER) == null
        && Signals.partition(signal).isEmpty()
        && HomePartition.of(Signals.home(signal), partitions) != from.partition();
  }

  /** Whether nothing is left to warm a partition up, though no record may come that tells it. */
  boolean isWarm(int partition) {
    return takeOver.warm().contains(partition);
  }

  /** From here on a partition publishes; what held root tasks holds them here. */
  void endWarming(int partition, StoredMemory memory, Journal journal, Instant now) {
    memory.takeOver(takeOver.holds(partition, partitions), takeOver.heldRoots(partition));
    journal.endWarming(now);
  }

  /** Marks what is forwarded; without a take-over nothing needs a mark. */
  void mark(Headers headers, boolean silent) {
    if (!takeOver.isNone()) {
      headers.add(HEADER, silent ? SILENT : COUNTED);
    }
  }
}
