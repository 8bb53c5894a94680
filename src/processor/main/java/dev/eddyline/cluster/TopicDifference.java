package dev.eddyline.cluster;

/**
 * One difference between the cluster and the catalogue.
 *
 * @param topic name of the topic, prefix included
 * @param what {@link #EXISTENCE}, {@link #PARTITIONS} or the Kafka name of a setting
 * @param expected the catalogue's value
 * @param actual the cluster's value
 */
public record TopicDifference(String topic, String what, String expected, String actual) {

  /** The {@link #what} of a missing topic. */
  public static final String EXISTENCE = "topic";

  /** The {@link #what} of a topic with another number of partitions. */
  public static final String PARTITIONS = "partitions";

  static TopicDifference missing(String topic) {
    return new TopicDifference(topic, EXISTENCE, "present", "missing");
  }

  /** Whether the topic is missing. */
  public boolean isMissing() {
    return what.equals(EXISTENCE);
  }

  @Override
  public String toString() {
    return isMissing()
        ? topic + ": is missing"
        : "%s: %s must be %s, is %s".formatted(topic, what, expected, actual);
  }
}
