package dev.eddyline.chaos;

import java.time.Duration;

/**
 * The types of faults that are injected into a running cluster.
 *
 * <p>Brokers are killed only where others can lead their partitions. Kafka's transaction
 * coordinator, as of 4.3.1, treats a partition without a leader as deleted and completes a
 * transaction without it ({@code TransactionMarkerChannelManager}: "likely deleted already and
 * hence can be skipped"). The transaction then remains open on it forever.
 */
public enum ChaosFaultType {
  /** A processor gets SIGKILL and is restarted after its session has timed out. */
  KILL("kill -9", 12),
  /**
   * A processor gets SIGSTOP for longer than its session timeout, then SIGCONT: it must be fenced.
   */
  ZOMBIE("zombie", 15),
  /** A processor is stopped, as by a scheduler, and restarted. */
  STOP("graceful stop", 0),
  /** A new processor joins, and an older one is stopped. */
  NEW_INSTANCE("new instance", 0),
  /** A broker gets SIGKILL and is restarted; others lead its partitions meanwhile. */
  BROKER("broker bounced", 3),
  /** Two brokers get SIGKILL at once: too few replicas and controllers are left. */
  TWO_BROKERS("two brokers bounced", 3),
  /** The schema registry hangs for a while, in which a processor is killed and restarted. */
  REGISTRY("registry gone", 60),
  /** A processor gets SIGKILL and is restarted at once without its state folder. */
  STATE_DELETED("state deleted", 0),
  /** All processors are stopped and restarted, one after the other. */
  ROLLING_RESTART("rolling restart", 0),
  /** The disk of a processor's state folder becomes full and later has free space again. */
  FULL_DISK("full disk", 0);

  private final String title;
  private final Duration outageDuration;

  ChaosFaultType(String title, int seconds) {
    this.title = title;
    outageDuration = Duration.ofSeconds(seconds);
  }

  /** Its name in reports. */
  public String title() {
    return title;
  }

  /** Duration of the outage; 0 where it is reverted at once. */
  Duration outageDuration() {
    return outageDuration;
  }

  /** Whether it is possible in a run of this plan. */
  boolean isPossibleIn(ChaosPlan plan) {
    return switch (this) {
      case BROKER, TWO_BROKERS -> plan.brokers() >= 3;
      case FULL_DISK -> plan.smallDisks();
      default -> true;
    };
  }
}
