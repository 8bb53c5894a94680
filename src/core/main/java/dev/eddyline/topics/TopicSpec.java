package dev.eddyline.topics;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The required configuration of one topic.
 *
 * @param name name in the cluster, prefix included
 * @param key the key of its records
 * @param value name of the record in dev.eddyline.schema, or {@link #BYTES}
 * @param direction whether it is an input, an output or internal
 * @param partitions number of partitions, at least 1
 * @param cleanup how old records are removed
 * @param retention how long records are retained, more than 0; for a compacted topic, how long a
 *     tombstone is retained; for compact,delete both
 * @param timestamps whether the sender or the broker sets timestamps
 * @param maxMessageBytes largest batch of records it accepts, in bytes after compression
 * @param doc one sentence for people
 */
public record TopicSpec(
    String name,
    Key key,
    String value,
    Direction direction,
    int partitions,
    Cleanup cleanup,
    Duration retention,
    Timestamps timestamps,
    int maxMessageBytes,
    String doc) {

  /** The {@link #value} of a topic whose values are not of our schemas. */
  public static final String BYTES = "bytes";

  private static final String KAFKA_NAME = "[a-zA-Z0-9._-]{1,249}";

  /** The key of a topic's records. */
  public enum Key {
    TASK,
    ROOT_TASK,
    GATE,
    RECEIVER,
    WORKFLOW,
    LOOP_SIGNATURE,
    PARTITION,
    AS_IT_CAME
  }

  /** Whether a topic is an input, an output or internal. */
  public enum Direction {
    IN,
    OUT,
    INTERNAL
  }

  /** How old records of a topic are removed. */
  public enum Cleanup {
    DELETE("delete"),
    COMPACT("compact"),
    /** Retains the newest record of each key, until it is too old. */
    COMPACT_AND_DELETE("compact,delete");

    private final String kafkaName;

    Cleanup(String kafkaName) {
      this.kafkaName = kafkaName;
    }

    /** The value of Kafka's cleanup.policy. */
    public String kafkaName() {
      return kafkaName;
    }

    boolean compacts() {
      return this != DELETE;
    }

    boolean deletes() {
      return this != COMPACT;
    }
  }

  /** Whether the sender or the broker sets the timestamps of a topic. */
  public enum Timestamps {
    CREATE_TIME("CreateTime"),
    LOG_APPEND_TIME("LogAppendTime");

    private final String kafkaName;

    Timestamps(String kafkaName) {
      this.kafkaName = kafkaName;
    }

    /** The value of Kafka's message.timestamp.type. */
    public String kafkaName() {
      return kafkaName;
    }
  }

  /** Checks all rules for a single topic. */
  public TopicSpec {
    if (!name.matches(KAFKA_NAME)) {
      throw new IllegalArgumentException(
          "topic name must be 1 to 249 letters, digits, dots, underscores or hyphens, was \""
              + name
              + "\"");
    }
    if (partitions < 1) {
      throw new IllegalArgumentException("partitions must be ≥ 1, was " + partitions);
    }
    if (retention.isNegative() || retention.isZero()) {
      throw new IllegalArgumentException("retention must be more than 0, was " + retention);
    }
    if (maxMessageBytes < 1) {
      throw new IllegalArgumentException("maxMessageBytes must be ≥ 1, was " + maxMessageBytes);
    }
    if (isRead(direction) && timestamps != Timestamps.LOG_APPEND_TIME) {
      throw new IllegalArgumentException(
          "timestampType must be LogAppendTime on a topic that Eddyline reads, was "
              + timestamps.kafkaName());
    }
  }

  /** Whether the processor reads it partition by partition. */
  public boolean isInput() {
    return isRead(direction) && !cleanup.compacts();
  }

  /** Whether it is a reference topic: compacted, and read completely by every instance. */
  public boolean isReference() {
    return isRead(direction) && cleanup.compacts();
  }

  /** The topic's settings in Kafka's own names and units, ordered by name. */
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("cleanup.policy", cleanup.kafkaName());
    settings.put("max.message.bytes", Integer.toString(maxMessageBytes));
    settings.put("message.timestamp.type", timestamps.kafkaName());
    String time = Long.toString(retention.toMillis());
    if (cleanup.deletes()) {
      settings.put("retention.ms", time);
    }
    if (cleanup.compacts()) {
      settings.put("delete.retention.ms", time);
    }
    return settings;
  }

  TopicSpec withPartitions(int count) {
    return new TopicSpec(
        name, key, value, direction, count, cleanup, retention, timestamps, maxMessageBytes, doc);
  }

  TopicSpec withPrefix(String prefix) {
    return new TopicSpec(
        prefix + name,
        key,
        value,
        direction,
        partitions,
        cleanup,
        retention,
        timestamps,
        maxMessageBytes,
        doc);
  }

  static boolean isRead(Direction direction) {
    return direction != Direction.OUT;
  }
}
