package dev.eddyline.graph.read;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A read position in the text of a Mermaid flowchart. */
final class MermaidCursor {

  /** Maximum length of the text of a node or an edge. */
  private static final int MAX_LABEL_CHARS = 4_000;

  /** Maximum length of a statement without steps in which quotes or brackets are looked for. */
  private static final int MAX_ENCLOSED_CHARS = 500;

  private static final Pattern ENTITY = Pattern.compile("#\\w{1,20};$");

  private static final Pattern PROPERTY =
      Pattern.compile(";[ \\t]{0,20}[a-z-]{1,40}[ \\t]{0,20}:(?!:)");

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
      } else if (isNext("%%{") && text.indexOf("}%%", offset) >= 0) {
        offset = text.indexOf("}%%", offset) + 3;
      } else if (isNext("%%")) {
        skipLine();
      } else {
        return;
      }
    }
  }

  /** Skips what may precede a diagram: front matter, comments and directives. */
  void skipFrontMatter() {
    skipStatementSeparators();
    if (consumeIfNext("---")) {
      String line = skipLine();
      while (!isAtEnd() && !line.strip().equals("---")) {
        moveToOffset(offset + 1);
        line = skipLine();
      }
      skipStatementSeparators();
    }
  }

  /** The rest of the line, without moving. */
  String restOfLine() {
    int end = text.indexOf('\n', offset);
    return text.substring(offset, end < 0 ? text.length() : end);
  }

  /** Reads the rest of the line, and moves to its end. */
  String skipLine() {
    int end = text.indexOf('\n', offset);
    end = end < 0 ? text.length() : end;
    String rest = text.substring(offset, end);
    offset = end;
    return rest;
  }

  /**
   * Reads the rest of the statement, and moves to its end: the line's, or a semicolon outside of
   * quotes and brackets.
   *
   * @param isTitle whether it may have entities such as {@code #35;}; otherwise properties with
   *     semicolons between
   */
  String skipStatement(boolean isTitle) {
    int start = offset;
    int firstSemicolon = -1;
    boolean isQuoted = false;
    int depth = 0;
    for (; !isAtEnd() && peek(0) != '\n'; offset++) {
      char here = peek(0);
      boolean isEnclosed = isQuoted || depth > 0;
      if (isEnclosed && firstSemicolon >= 0 && offset - start > MAX_ENCLOSED_CHARS) {
        break;
      }
      boolean isFirst = here == ';' && (firstSemicolon < 0 || !isEnclosed);
      if (isFirst && !(isTitle ? endsEntity(start) : isBeforeProperty())) {
        firstSemicolon = firstSemicolon < 0 ? offset : firstSemicolon;
        if (!isEnclosed) {
          return text.substring(start, offset);
        }
      }
      isQuoted ^= here == '"';
      depth += isQuoted ? 0 : here == '[' ? 1 : here == ']' ? -1 : 0;
    }
    if ((isQuoted || depth > 0) && firstSemicolon >= 0) {
      offset = firstSemicolon; // what never closes encloses nothing
    }
    return text.substring(start, offset);
  }

  private boolean isBeforeProperty() {
    return PROPERTY.matcher(text).region(offset, text.length()).lookingAt();
  }

  private boolean endsEntity(int start) {
    return ENTITY.matcher(text.substring(Math.max(start, offset - 22), offset + 1)).find();
  }

  boolean isAtStatementEnd() {
    return isAtEnd() || peek(0) == '\n' || peek(0) == ';' || isNext("%%");
  }

  /** Whether only blanks are left of the statement; then moves past them. */
  boolean isAtStatementEndAfterBlanks() {
    int start = offset;
    skipBlanks();
    boolean isEnd = isAtStatementEnd();
    offset = isEnd ? offset : start;
    return isEnd;
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

  /**
   * Reads up to the brace that closes attributes, outside of quotes, and moves past it; null,
   * without moving, where there is none.
   */
  @Nullable String readToClosingBrace() {
    int start = offset;
    boolean isQuoted = false;
    while (!isAtEnd() && offset - start < MAX_LABEL_CHARS && (isQuoted || peek(0) != '}')) {
      isQuoted ^= peek(0) == '"';
      offset++;
    }
    String attributes = text.substring(start, offset);
    if (isQuoted || !consumeIfNext("}")) {
      offset = start;
      return null;
    }
    return attributes;
  }

  /** Moves to a link with which a later line begins; otherwise does not move. */
  boolean skipToLinkOnNextLine() {
    int start = offset;
    while (!isAtEnd() && Character.isWhitespace(peek(0))) {
      offset++;
    }
    boolean isLink =
        offset > start && (isNext("--") || isNext("==") || isNext("-.") || isNext("<-"));
    offset = isLink ? offset : start;
    return isLink;
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
