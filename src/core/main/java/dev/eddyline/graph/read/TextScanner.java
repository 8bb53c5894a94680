package dev.eddyline.graph.read;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A read position in a text, which regular expressions move. Their loops must be possessive or
 * limited: then hostile texts take linear time, too. For one thread.
 */
final class TextScanner {

  private final String text;
  private final Matcher matcher;
  private int offset;

  /** The line at an offset to which lines were counted. */
  private int line;

  private int countedOffset;

  /**
   * A scanner at the beginning of a text.
   *
   * @param firstLine the line of the file at which the text begins
   */
  TextScanner(String text, int firstLine) {
    this.text = text;
    this.line = firstLine;
    this.matcher =
        Pattern.compile("").matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
  }

  int offset() {
    return offset;
  }

  void moveTo(int position) {
    offset = position;
  }

  boolean isAtEnd() {
    return offset == text.length();
  }

  boolean isNext(String token) {
    return text.startsWith(token, offset);
  }

  boolean isNext(Pattern pattern) {
    return matcher.usePattern(pattern).region(offset, text.length()).lookingAt();
  }

  /** Whether the token is next; if so, moves past it. */
  boolean accept(String token) {
    boolean isNext = isNext(token);
    offset += isNext ? token.length() : 0;
    return isNext;
  }

  /** Whether the pattern matches here; if so, moves past the match. */
  boolean accept(Pattern pattern) {
    boolean isNext = isNext(pattern);
    offset = isNext ? matcher.end() : offset;
    return isNext;
  }

  /** Moves past a match, and returns it; empty where the pattern does not match. */
  String take(Pattern pattern) {
    return accept(pattern) ? match() : "";
  }

  /** The last match. */
  String match() {
    return matcher.group();
  }

  /** A group of the last match; empty if it took no part in the match. */
  String group(String name) {
    String group = matcher.group(name);
    return group == null ? "" : group;
  }

  String textSince(int start) {
    return text.substring(start, offset);
  }

  /** The current line. */
  int line() {
    for (; countedOffset < offset; countedOffset++) {
      line += text.charAt(countedOffset) == '\n' ? 1 : 0;
    }
    for (; countedOffset > offset; countedOffset--) {
      line -= text.charAt(countedOffset - 1) == '\n' ? 1 : 0;
    }
    return line;
  }
}
