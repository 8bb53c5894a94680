package dev.eddyline.graph;

import org.jspecify.annotations.Nullable;

/** A read position in the text of a Mermaid flowchart. */
final class MermaidCursor {

  /** Maximum length of the text of a node or an edge. */
  private static final int MAX_LABEL_CHARS = 4_000;

  private final String text;
  private final int firstLine;
  private int offset;
  private int line;
  private int lineCountedUpToOffset;

  MermaidCursor(String text, int firstLine) {
    this.text = text;
    this.firstLine = firstLine;
  }

  int offset() {
    return offset;
  }

  void moveToOffset(int position) {
    offset = position;
  }

  boolean isAtEnd() {
    return offset >= text.length();
  }

  /** The current line. */
  int line() {
    for (; lineCountedUpToOffset < offset; lineCountedUpToOffset++) {
      line += text.charAt(lineCountedUpToOffset) == '\n' ? 1 : 0;
    }
    while (lineCountedUpToOffset > offset) {
      lineCountedUpToOffset--;
      line -= text.charAt(lineCountedUpToOffset) == '\n' ? 1 : 0;
    }
    return firstLine + line;
  }

  char peek(int ahead) {
    return offset + ahead < text.length() ? text.charAt(offset + ahead) : '\n';
  }

  boolean isNext(String token) {
    return text.startsWith(token, offset);
  }

  /** Whether the token is here; if so, moves past it. */
  boolean consumeIfNext(String token) {
    boolean isHere = isNext(token);
    offset += isHere ? token.length() : 0;
    return isHere;
  }

  /** Skips spaces and tabs. */
  void skipBlanks() {
    while (!isAtEnd() && (peek(0) == ' ' || peek(0) == '\t' || peek(0) == '\r')) {
      offset++;
    }
  }

  /** Skips white space, semicolons and comments between two statements. */
  void skipStatementSeparators() {
    while (!isAtEnd()) {
      if (Character.isWhitespace(peek(0)) || peek(0) == ';') {
        offset++;
      } else if (isNext("%%")) {
        skipLine();
      } else {
        return;
      }
    }
  }

  /** Reads the rest of the line, and moves to its end. */
  String skipLine() {
    int end = text.indexOf('\n', offset);
    end = end < 0 ? text.length() : end;
    String rest = text.substring(offset, end);
    offset = end;
    return rest;
  }

  boolean isAtStatementEnd() {
    return isAtEnd() || peek(0) == '\n' || peek(0) == ';' || isNext("%%");
  }

  /** Reads an id: letters, digits and other id characters; empty where there is none. */
  String readId() {
    int start = offset;
    while (!isAtEnd() && isIdPart()) {
      offset++;
    }
    return text.substring(start, offset);
  }

  private boolean isIdPart() {
    char here = peek(0);
    if (Character.isLetterOrDigit(here)
        || here == '_'
        || here > 127 && !Character.isSpaceChar(here)) {
      return true;
    }
    if (here == '-') {
      boolean isWithin = offset > 0 && Character.isLetterOrDigit(text.charAt(offset - 1));
      return isWithin && (Character.isLetterOrDigit(peek(1)) || peek(1) == '_');
    }
    if (here == ':') {
      return peek(1) != ':' && (offset == 0 || text.charAt(offset - 1) != ':');
    }
    return "#$%./*+!?\\'`,".indexOf(here) >= 0 && !isNext("%%");
  }

  /**
   * Reads the text up to a token, and moves past the token; null, without moving, where the token
   * is missing. Ignores tokens within quotes.
   */
  @Nullable String readUntil(String token) {
    int start = offset;
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
    offset = found + token.length();
    return text.substring(start, found);
  }

  /** The next position of a token, or -1; searches at most the maximum length of a text. */
  private int find(String token, int from, int start) {
    int last = Math.min(text.length() - token.length(), start + MAX_LABEL_CHARS);
    for (int index = from; index <= last; index++) {
      if (text.startsWith(token, index)) {
        return index;
      }
    }
    return -1;
  }

  /** The text between two positions. */
  String textBetween(int start, int end) {
    return text.substring(start, end);
  }
}
