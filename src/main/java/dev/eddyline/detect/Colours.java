package dev.eddyline.detect;

import java.util.regex.Pattern;

/** What a terminal's colours leave in a text: escape sequences that say nothing. */
final class Colours {

  private static final char ESCAPE = '\u001b';

  /** Sequences running, and escapes alone: no part of one becomes another where one is taken. */
  private static final Pattern SEQUENCES = Pattern.compile("(?:\u001b\\[[0-9;]*[A-Za-z]|\u001b)++");

  private Colours() {}

  /** The text without them. */
  static String without(String text) {
    return text.indexOf(ESCAPE) < 0 ? text : SEQUENCES.matcher(text).replaceAll("");
  }
}
