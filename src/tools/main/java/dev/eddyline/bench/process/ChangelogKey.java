package dev.eddyline.bench.process;

import dev.eddyline.topology.EddylineTopology;
import dev.eddyline.topology.TaskQueries;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Store and key of a changelog record.
 *
 * @param store name of the store
 * @param taskId the key; for a window store, without the window
 */
public record ChangelogKey(String store, String taskId) {

  private static final String CHANGELOG_SUFFIX = "-changelog";

  /** A window store's key ends in the window's start and a number. */
  private static final int WINDOW_SUFFIX = Long.BYTES + Integer.BYTES;

  /** Parses a record in a changelog of this application. */
  public static ChangelogKey parse(String application, ConsumerRecord<byte[], byte[]> record) {
    String topic = record.topic();
    String store =
        topic.substring(application.length() + 1, topic.length() - CHANGELOG_SUFFIX.length());
    String key = new String(record.key(), StandardCharsets.ISO_8859_1);
    int length = isWindowed(record) ? key.length() - WINDOW_SUFFIX : key.length();
    if (store.equals(TaskQueries.HISTORY_STORE)) {
      length = TaskQueries.historyOwnerLength(record.key(), length);
    }
    return new ChangelogKey(store, key.substring(0, length));
  }

  /** The record's key, with the window of its timestamp if the store has no windows. */
  public static byte[] toWindowKey(ConsumerRecord<byte[], byte[]> record) {
    if (isWindowed(record)) {
      return record.key();
    }
    long length = EddylineTopology.WINDOW.toMillis();
    return ByteBuffer.allocate(record.key().length + WINDOW_SUFFIX)
        .put(record.key())
        .putLong(Math.floorDiv(record.timestamp(), length) * length)
        .putInt(0)
        .array();
  }

  /** Ids do not contain a zero byte, but the start of every window does. */
  private static boolean isWindowed(ConsumerRecord<byte[], byte[]> record) {
    return record.key().length > WINDOW_SUFFIX
        && new String(record.key(), StandardCharsets.ISO_8859_1).indexOf('\0') >= 0;
  }

  /** The name of a store's changelog. */
  public static String changelogTopicName(String application, String store) {
    return application + "-" + store + CHANGELOG_SUFFIX;
  }

  /** Whether a topic is a changelog. */
  static boolean isChangelog(String topic) {
    return topic.endsWith(CHANGELOG_SUFFIX);
  }
}
