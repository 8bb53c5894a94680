package dev.eddyline.evaluate;

import dev.eddyline.yaml.Printable;
import java.io.PrintWriter;

/** Prints what could not be read, one line each, and counts it. */
public final class InputProblems {

  private final PrintWriter out;
  private int count;

  /** Problems that are printed with this writer. */
  public InputProblems(PrintWriter out) {
    this.out = out;
  }

  /**
   * Prints a problem.
   *
   * @param source file or run
   * @param line the line in it, from 1
   * @param reason what is wrong, without text of an event
   */
  void report(String source, long line, String reason) {
    count++;
    out.println(Printable.escape("%s:%d: %s".formatted(source, line, reason)));
  }

  /** Prints a line that is not a problem. */
  void printNote(String text) {
    out.println(Printable.escape("eddyline: " + text));
  }

  /** Number of problems so far. */
  public int count() {
    return count;
  }
}
