package dev.eddyline.chaos;

/** What is done to a running cluster on purpose. */
public enum FaultKind {
  /** A processor gets SIGKILL, and is started again after its session has timed out. */
  KILL("kill -9"),
  /**
   * A processor gets SIGSTOP for longer than its session lasts, then SIGCONT: it must be fenced.
   */
  ZOMBIE("zombie"),
  /** A processor is asked to end, as a scheduler does, and started again. */
  STOP("graceful stop"),
  /** One more processor joins, and an older one is asked to end. */
  NEW_INSTANCE("new instance"),
  /** A broker gets SIGKILL, and is started again. */
  BROKER("broker bounced"),
  /** Two brokers get SIGKILL at once: too few copies and controllers are left to go on. */
  TWO_BROKERS("two brokers bounced"),
  /** The schema registry answers nobody for a while, in which a processor is killed and started. */
  REGISTRY("registry gone"),
  /** A processor gets SIGKILL, and is started at once without its state folder. */
  STATE_DELETED("state deleted"),
  /** All processors are asked to end and started again, one after the other. */
  ROLLING_RESTART("rolling restart");

  private final String title;

  FaultKind(String title) {
    this.title = title;
  }

  /** Its name for people. */
  public String title() {
    return title;
  }

  /** Whether it can be done to a cluster of so many brokers. */
  boolean fits(int brokers) {
    return this != TWO_BROKERS || brokers >= 3;
  }
}
