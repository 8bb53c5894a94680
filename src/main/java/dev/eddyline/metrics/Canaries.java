package dev.eddyline.metrics;

/**
 * The tasks with which instances try themselves. Whoever counts tasks leaves them out: their ids
 * begin with {@link #PREFIX}, as those of no other task may.
 */
public final class Canaries {

  /** Begins the id of every canary task. */
  public static final String PREFIX = "eddyline-canary-";

  private Canaries() {}

  /** Whether this is a canary's task, not one of an agent. */
  public static boolean isCanary(String taskId) {
    return taskId.startsWith(PREFIX);
  }
}
