package dev.eddyline.topics;

/**
 * One point in which the cluster does not have what the catalogue says.
 *
 * @param topic name of the topic, prefix included
 * @param what {@link #EXISTENCE}, {@link #PARTITIONS} or the Kafka name of a setting
 * @param expected what the catalogue says
 * @param actual what the cluster has
 */
public record Difference(String topic, String what, String expected, String actual) {

  /** The {@link #what} of a topic that is not there. */
  public static final String EXISTENCE = "topic";

  /** The {@link #what} of a topic with another number of partitions. */
  public static final String PARTITIONS = "partitions";

  static Difference missing(String topic) {
    return new Difference(topic, EXISTENCE, "present", "missing");
  }

  /** True when the topic is not there at all. */
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
