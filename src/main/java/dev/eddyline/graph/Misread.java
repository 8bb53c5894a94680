package dev.eddyline.graph;

/**
 * What of a file could not be understood, and was left out of the graph.
 *
 * @param line where it stands, from 1; 0: nowhere
 * @param what the text itself, cut short
 * @param reason why it was not understood
 */
public record Misread(int line, String what, String reason) {

  private static final int LONGEST = 120;

  /** Long texts are cut. */
  public Misread {
    what = what.length() <= LONGEST ? what : what.substring(0, LONGEST) + "…";
  }

  @Override
  public String toString() {
    return (line > 0 ? "line " + line + ": " : "") + "'" + what + "' " + reason;
  }
}
