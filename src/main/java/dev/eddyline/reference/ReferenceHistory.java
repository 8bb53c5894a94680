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
  private static final int MOST_REFUSED = 20;

  /**
   * A rejected record.
   *
   * @param at when it was published, epoch milliseconds
   * @param workflow its key; null where it has none
   * @param error why, with every problem and its path
   */
  public record Refused(long at, String workflow, String error) {}

  private final Map<String, Long> since = new HashMap<>();
  private final Deque<Refused> refused = new ArrayDeque<>();

  synchronized void taken(String workflow, long at) {
    since.put(workflow, at);
  }

  synchronized void refused(ConsumerRecord<byte[], byte[]> record, Throwable reason) {
    String workflow =
        record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8);
    refused.addFirst(
        new Refused(record.timestamp(), workflow, String.valueOf(reason.getMessage())));
    if (refused.size() > MOST_REFUSED) {
      refused.removeLast();
    }
  }

  /** When the newest valid record of a workflow was published, epoch milliseconds. */
  public synchronized Optional<Long> since(String workflow) {
    return Optional.ofNullable(since.get(workflow));
  }

  /** Recently rejected records, newest first. */
  public synchronized List<Refused> refused() {
    return List.copyOf(refused);
  }
}
