package dev.eddyline.cli;

/** What the process's exit code says. */
public final class ExitCode {

  /** All went well. */
  public static final int OK = 0;

  /** Something went wrong that is nobody's input: see the message. */
  public static final int FAILED = 1;

  /** The command line, a setting, a policy or a named file is wrong. */
  public static final int USAGE = 2;

  /** The command went through, but some of its input could not be read (specification, §9). */
  public static final int PARTLY_READ = 3;

  /**
   * Kafka or the registry cannot be reached, its topics are not as they must be, or the Kafka user
   * lacks a right.
   */
  public static final int CLUSTER = 4;

  /** The command went through, and found what it looks for: {@code lint} a loop in a graph. */
  public static final int FINDINGS = 5;

  private ExitCode() {}
}
