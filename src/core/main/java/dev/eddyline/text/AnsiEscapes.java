package dev.eddyline.text;

import java.util.regex.Pattern;

/** Removes terminal escape sequences such as colours from texts. */
final class AnsiEscapes {

  private static final char ESCAPE = '\u001b';

  /** Runs of sequences and single escapes, so that a removal cannot create a new sequence. */
  private static final Pattern SEQUENCES = Pattern.compile("(?:\u001b\\[[0-9;]*[A-Za-z]|\u001b)++");

  private AnsiEscapes() {}

  /** The text without escape sequences. */
  static String removeAnsiEscapes(String text) {
    return text.indexOf(ESCAPE) < 0 ? text : SEQUENCES.matcher(text).replaceAll("");
  }
}
