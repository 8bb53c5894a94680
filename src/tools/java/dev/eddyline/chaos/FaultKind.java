package dev.eddyline.chaos;

import java.time.Duration;

/**
 * What is done to a running cluster on purpose.
 *
 * <p>Brokers are only taken away where others lead their partitions meanwhile. Kafka's coordinator
 * of transactions, as of 4.3.1, takes a partition that has no leader for one that was deleted, and
 * ends a transaction without it ({@code TransactionMarkerChannelManager}: "likely deleted already
 * and hence can be skipped"): the transaction then stays open on it for good.
 */
public enum FaultKind {
  /** A processor gets SIGKILL, and is started again after its session has timed out. */
  KILL("kill -9", 8),
  /**
   * A processor gets SIGSTOP for longer than its session lasts, then SIGCONT: it must be fenced.
   */
  ZOMBIE("zombie", 15),
  /** A processor is asked to end, as a scheduler does, and started again. */
  STOP("graceful stop", 0),
  /** One more processor joins, and an older one is asked to end. */
  NEW_INSTANCE("new instance", 0),
  /** A broker gets SIGKILL, and is started again; others lead its partitions meanwhile. */
  BROKER("broker bounced", 3),
  /** Two brokers get SIGKILL at once: too few copies and controllers are left to go on. */
  TWO_BROKERS("two brokers bounced", 3),
  /** The schema registry answers nobody for a while, in which a processor is killed and started. */
  REGISTRY("registry gone", 60),
  /** A processor gets SIGKILL, and is started at once without its state folder. */
  STATE_DELETED("state deleted", 0),
  /** All processors are asked to end and started again, one after the other. */
  ROLLING_RESTART("rolling restart", 0),
  /** The disk of a processor's state folder becomes full, and is given room again. */
  FULL_DISK("full disk", 0);

  private final String title;
  private final Duration length;

  FaultKind(String title, int seconds) {
    this.title = title;
    length = Duration.ofSeconds(seconds);
  }

  /** Its name for people. */
  public String title() {
    return title;
  }

  /** How long what it takes away stays away; 0 where it is brought back at once. */
  Duration length() {
    return length;
  }

  /** Whether it can be done in a run of this plan. */
  boolean fits(ChaosPlan plan) {
    return switch (this) {
      case BROKER, TWO_BROKERS -> plan.brokers() >= 3;
      case FULL_DISK -> plan.smallDisks();
      default -> true;
    };
  }
}
