package dev.eddyline.audit;

import dev.eddyline.schema.DecisionReceipt;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.TopicPartition;

/** The unread section of a partition, which is read in chunks from its end to its beginning. */
final class PartitionSection {

  private static final int FIRST_CHUNK = 64;

  private final TopicPartition partition;
  private final long first;
  private final Deque<StoredReceipt> buffered = new ArrayDeque<>();
  private int chunk = FIRST_CHUNK;
  private long low;
  private long chunkEnd;

  private record StoredReceipt(long offset, DecisionReceipt receipt) {}

  /**
   * A section.
   *
   * @param first the first offset that is read
   * @param end the offset after the last one that is read
   */
  PartitionSection(TopicPartition partition, long first, long end) {
    this.partition = partition;
    this.first = Math.min(first, end);
    low = end;
  }

  TopicPartition partition() {
    return partition;
  }

  /** Whether its next chunk must be read before its newest receipt is known. */
  boolean isDue() {
    return buffered.isEmpty() && low > first;
  }

  /** Begins a chunk of at most this many records, and returns its first offset. */
  long beginChunk(int maxRecords) {
    chunkEnd = low;
    low = Math.max(first, low - Math.min(chunk, maxRecords));
    chunk = Math.min(2 * chunk, maxRecords);
    return low;
  }

  /** Whether an offset belongs to the current chunk. */
  boolean contains(long offset) {
    return offset >= low && offset < chunkEnd;
  }

  /** The offset after the last one of the current chunk. */
  long chunkEnd() {
    return chunkEnd;
  }

  /** Adds the next receipt of the current chunk. */
  void add(long offset, DecisionReceipt receipt) {
    buffered.addFirst(new StoredReceipt(offset, receipt));
  }

  /** Its newest buffered receipt, or null. */
  DecisionReceipt newest() {
    StoredReceipt stored = buffered.peekFirst();
    return stored == null ? null : stored.receipt();
  }

  /** Removes the newest buffered receipt. */
  void removeNewest() {
    buffered.removeFirst();
  }

  /** The offset that follows the newest record that is not returned yet. */
  long end() {
    StoredReceipt stored = buffered.peekFirst();
    return stored == null ? low : stored.offset() + 1;
  }
}
