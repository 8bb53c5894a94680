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
 * Decides which records only warm up the state after a take-over, and which are re-routed because
 * the topics got more partitions since. A re-routed record has a header, so that it is forwarded
 * once and stays silent if it was.
 */
record TakeOverRouting(TakeOver takeOver, int partitions, String signalsTopic) {

  static final String HEADER = "eddyline-forwarded";

  private static final byte[] SILENT = "silent".getBytes(StandardCharsets.UTF_8);
  private static final byte[] PUBLISHING_HEADER_VALUE = "counted".getBytes(StandardCharsets.UTF_8);

  /**
   * Whether the record publishes nothing: the predecessor processed it, or it was re-routed while
   * warming up.
   */
  boolean isSilent(Headers headers, RecordMetadata from) {
    return takeOver.covers(from.topic(), from.partition(), from.offset())
        || from.topic().equals(signalsTopic) && isSilent(headers);
  }

  /** Whether a record of the signals topic was re-routed silently, by its header. */
  static boolean isSilent(Headers headers) {
    Header forwarded = headers.lastHeader(HEADER);
    return forwarded != null && Arrays.equals(forwarded.value(), SILENT);
  }

  /** Whether the signal belongs on another partition, since the topics have got more partitions. */
  boolean isMisrouted(Signal signal, Headers headers, RecordMetadata from) {
    return !takeOver.isNone()
        && headers.lastHeader(HEADER) == null
        && Signals.explicitTargetPartition(signal).isEmpty()
        && HomePartition.of(Signals.partitioningKey(signal), partitions) != from.partition();
  }

  /** Whether the partition was past the cut-over at the start, so that no record has to show it. */
  boolean wasPastCutOverAtStart(int partition) {
    return takeOver.partitionsPastCutOverAtStart().contains(partition);
  }

  /**
   * Ends the warm-up: the partition publishes from now on, and takes over the gates and rejections
   * of its root tasks.
   */
  void finishWarmUp(int partition, PartitionStateStores memory, Journal journal, Instant now) {
    memory.takeOverGates(
        takeOver.gateOrRejectionByRoot(partition, partitions),
        takeOver.blockedRootsByPartition(partition));
    journal.finishWarmUp(now);
  }

  /** Marks a re-routed record; not needed without a take-over. */
  void addReroutedHeader(Headers headers, boolean silent) {
    if (!takeOver.isNone()) {
      headers.add(HEADER, silent ? SILENT : PUBLISHING_HEADER_VALUE);
    }
  }
}
