package dev.eddyline.graph;

/**
 * A part of a file that could not be understood, and is not in the graph.
 *
 * @param line its line, from 1; 0: none
 * @param what the text, truncated
 * @param reason why it was not understood
 */
public record Misread(int line, String what, String reason) {

  private static final int LONGEST = 120;

  /** Truncates the text. */
  public Misread {
    what = what.length() <= LONGEST ? what : what.substring(0, LONGEST) + "…";
  }

  @Override
  public String toString() {
    return (line > 0 ? "line " + line + ": " : "") + "'" + what + "' " + reason;
  }
}
