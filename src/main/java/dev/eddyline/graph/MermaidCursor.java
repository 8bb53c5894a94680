package dev.eddyline.graph;

import org.jspecify.annotations.Nullable;

/** A read position in the text of a Mermaid flowchart. */
final class MermaidCursor {

  /** Maximum length of the text of a node or an edge. */
  private static final int LONGEST_TEXT = 4_000;

  private final String text;
  private final int firstLine;
  private int at;
  private int line;
  private int counted;

  MermaidCursor(String text, int firstLine) {
    this.text = text;
    this.firstLine = firstLine;
  }

  int at() {
    return at;
  }

  void to(int position) {
    at = position;
  }

  boolean isAtEnd() {
    return at >= text.length();
  }

  /** The current line. */
  int line() {
    for (; counted < at; counted++) {
      line += text.charAt(counted) == '\n' ? 1 : 0;
    }
    while (counted > at) {
      counted--;
      line -= text.charAt(counted) == '\n' ? 1 : 0;
    }
    return firstLine + line;
  }

  char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : '\n';
  }

  boolean looksAt(String token) {
    return text.startsWith(token, at);
  }

  /** Whether the token is here; if so, moves past it. */
  boolean takes(String token) {
    boolean isHere = looksAt(token);
    at += isHere ? token.length() : 0;
    return isHere;
  }

  /** Skips spaces and tabs. */
  void skipBlanks() {
    while (!isAtEnd() && (peek(0) == ' ' || peek(0) == '\t' || peek(0) == '\r')) {
      at++;
    }
  }

  /** Skips white space, semicolons and comments between two statements. */
  void skipBetween() {
    while (!isAtEnd()) {
      if (Character.isWhitespace(peek(0)) || peek(0) == ';') {
        at++;
      } else if (looksAt("%%")) {
        skipLine();
      } else {
        return;
      }
    }
  }

  /** Reads the rest of the line, and moves to its end. */
  String skipLine() {
    int end = text.indexOf('\n', at);
    end = end < 0 ? text.length() : end;
    String rest = text.substring(at, end);
    at = end;
    return rest;
  }

  boolean isAtStatementsEnd() {
    return isAtEnd() || peek(0) == '\n' || peek(0) == ';' || looksAt("%%");
  }

  /** Reads an id: letters, digits and other id characters; empty where there is none. */
  String id() {
    int start = at;
    while (!isAtEnd() && isIdPart()) {
      at++;
    }
    return text.substring(start, at);
  }

  private boolean isIdPart() {
    char here = peek(0);
    if (Character.isLetterOrDigit(here)
        || here == '_'
        || here > 127 && !Character.isSpaceChar(here)) {
      return true;
    }
    if (here == '-') {
      boolean isWithin = at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
      return isWithin && (Character.isLetterOrDigit(peek(1)) || peek(1) == '_');
    }
    if (here == ':') {
      return peek(1) != ':' && (at == 0 || text.charAt(at - 1) != ':');
    }
    return "#$%./*+!?\\'`,".indexOf(here) >= 0 && !looksAt("%%");
  }

  /**
   * Reads the text up to a token, and moves past the token; null, without moving, where the token
   * is missing. Ignores tokens within quotes.
   */
  @Nullable String until(String token) {
    int start = at;
    int end = start;
    while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    if (end < text.length() && text.charAt(end) == '"') {
      end = find("\"", end + 1, start) + 1;
    }
    int found = end == 0 ? -1 : find(token, end, start);
    if (found < 0) {
      return null;
    }
    at = found + token.length();
    return text.substring(start, found);
  }

  /** The next position of a token, or -1; searches at most the maximum length of a text. */
  private int find(String token, int from, int start) {
    int last = Math.min(text.length() - token.length(), start + LONGEST_TEXT);
    for (int place = from; place <= last; place++) {
      if (text.startsWith(token, place)) {
        return place;
      }
    }
    return -1;
  }

  /** The text between two positions. */
  String between(int start, int end) {
    return text.substring(start, end);
  }
}
