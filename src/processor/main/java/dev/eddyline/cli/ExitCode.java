package dev.eddyline.cli;

/** Exit codes of the process. */
public final class ExitCode {

  /** The command succeeded. */
  public static final int OK = 0;

  /** An error that no input caused: see the message. */
  public static final int FAILED = 1;

  /** The command line, a setting, a policy or a named file is wrong. */
  public static final int USAGE = 2;

  /** The command finished, but some of its input could not be read. */
  public static final int PARTLY_READ = 3;

  /**
   * Kafka or the registry cannot be reached, its topics are not as they must be, or the Kafka user
   * lacks a right.
   */
  public static final int CLUSTER = 4;

  /** The command finished, and found what it looks for: {@code lint} an error in a graph. */
  public static final int FINDINGS = 5;

  private ExitCode() {}
}
