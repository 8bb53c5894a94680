package dev.eddyline.bench;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Store and key of a changelog record.
 *
 * @param store name of the store
 * @param taskId the key; for a window store, without the window
 */
record ChangelogKey(String store, String taskId) {

  private static final String CHANGELOG_SUFFIX = "-changelog";

  /** A window store's key ends in the window's start and a number. */
  private static final int WINDOW_SUFFIX = Long.BYTES + Integer.BYTES;

  /** Parses a record in a changelog of this application. */
  static ChangelogKey parse(String application, ConsumerRecord<byte[], byte[]> record) {
    String topic = record.topic();
    String store =
        topic.substring(application.length() + 1, topic.length() - CHANGELOG_SUFFIX.length());
    String key = new String(record.key(), StandardCharsets.ISO_8859_1);
    // ids do not contain a zero byte, but the start of every window does
    boolean windowed = key.length() > WINDOW_SUFFIX && key.indexOf('\0') >= 0;
    return new ChangelogKey(store, windowed ? key.substring(0, key.length() - WINDOW_SUFFIX) : key);
  }

  /** The name of a store's changelog. */
  static String changelogTopicName(String application, String store) {
    return application + "-" + store + CHANGELOG_SUFFIX;
  }

  /** Whether a topic is a changelog. */
  static boolean isChangelog(String topic) {
    return topic.endsWith(CHANGELOG_SUFFIX);
  }
}
