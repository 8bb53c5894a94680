package dev.eddyline.graph.model;

import dev.eddyline.text.Truncation;

/**
 * A part of a file that could not be understood, and is not in the graph.
 *
 * @param line its line, from 1; 0: none
 * @param text the text, truncated
 * @param reason why it was not understood
 */
public record UnparsedPart(int line, String text, String reason) {

  /** With the ellipsis. */
  private static final int MAX_TEXT_CHARS = 121;

  /** Truncates the text. */
  public UnparsedPart {
    text = Truncation.shorten(text, MAX_TEXT_CHARS);
  }

  @Override
  public String toString() {
    return (line > 0 ? "line " + line + ": " : "") + "'" + text + "' " + reason;
  }
}
