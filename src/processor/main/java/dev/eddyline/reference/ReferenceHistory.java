package dev.eddyline.reference;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Publication times of a reference topic's records, and recently rejected records; thread-safe. */
public final class ReferenceHistory {

  /** Most rejected records that are stored. */
  private static final int MAX_REJECTED_RECORDS = 20;

  /**
   * A rejected record.
   *
   * @param at when it was published, epoch milliseconds
   * @param workflow its key; null where it has none
   * @param error why, with every problem and its path
   */
  public record RejectedEntry(long at, String workflow, String error) {}

  private final Map<String, Long> publishedMillisByWorkflow = new HashMap<>();
  private final Deque<RejectedEntry> rejected = new ArrayDeque<>();

  synchronized void recordAccepted(String workflow, long at) {
    publishedMillisByWorkflow.put(workflow, at);
  }

  synchronized void rejected(ConsumerRecord<byte[], byte[]> record, Throwable reason) {
    String workflow =
        record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8);
    rejected.addFirst(
        new RejectedEntry(record.timestamp(), workflow, String.valueOf(reason.getMessage())));
    if (rejected.size() > MAX_REJECTED_RECORDS) {
      rejected.removeLast();
    }
  }

  /** When the newest valid record of a workflow was published, epoch milliseconds. */
  public synchronized Optional<Long> publishedMillisByWorkflow(String workflow) {
    return Optional.ofNullable(publishedMillisByWorkflow.get(workflow));
  }

  /** Recently rejected records, newest first. */
  public synchronized List<RejectedEntry> rejected() {
    return List.copyOf(rejected);
  }
}
