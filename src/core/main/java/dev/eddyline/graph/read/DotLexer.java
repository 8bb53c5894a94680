package dev.eddyline.graph.read;

import dev.eddyline.graph.model.InvalidGraphException;
import java.util.List;

/** The tokens of Graphviz DOT. For one thread. */
final class DotLexer {

  private final String place;
  private final String text;
  private int at;
  private int line = 1;

  DotLexer(String place, String text) {
    this.place = place;
    this.text = text;
    skipBlanks();
  }

  /** Whether a text begins as a graph: a keyword, a name or none, and a brace. */
  static boolean beginsGraph(String text) {
    DotLexer lexer = new DotLexer("", text);
    lexer.acceptWord("strict");
    if (!lexer.acceptWord("digraph") && !lexer.acceptWord("graph")) {
      return false;
    }
    try {
      if (!lexer.isNext("{")) {
        lexer.readId();
      }
    } catch (InvalidGraphException noName) {
      return false;
    }
    return lexer.isNext("{");
  }

  boolean isAtEnd() {
    return at >= text.length();
  }

  /** The line of the next token, from 1. */
  int line() {
    return line;
  }

  /** A problem at the next token. */
  InvalidGraphException problem(String reason) {
    return new InvalidGraphException(place, List.of(GraphBuilder.linePrefix(line) + reason));
  }

  /** Whether a sign comes next. */
  boolean isNext(String sign) {
    return text.startsWith(sign, at);
  }

  /** Whether a keyword comes next, in any case. */
  boolean isNextWord(String word) {
    int end = at + word.length();
    return text.regionMatches(true, at, word, 0, word.length())
        && (end >= text.length() || !isWordPart(text.charAt(end)));
  }

  /** Moves past a sign if it comes next. */
  boolean accept(String sign) {
    boolean isHere = isNext(sign);
    if (isHere) {
      move(sign.length());
      skipBlanks();
    } else if (isAtEnd()) {
      throw problem("ends within a graph");
    }
    return isHere;
  }

  /** Moves past a keyword if it comes next. */
  boolean acceptWord(String word) {
    boolean isHere = isNextWord(word);
    if (isHere) {
      move(word.length());
      skipBlanks();
    }
    return isHere;
  }

  /**
   * Moves past a sign.
   *
   * @throws InvalidGraphException if another one comes next
   */
  void expect(String sign) {
    if (!accept(sign)) {
      throw problem("must have '%s', had '%s'".formatted(sign, rest()));
    }
  }

  private String rest() {
    return text.substring(at, Math.min(text.length(), at + 20)).lines().findFirst().orElse("");
  }

  /**
   * Reads an id: a word, a number, a quoted text or HTML, which may be joined by plus signs.
   *
   * @throws InvalidGraphException if something else comes next
   */
  String readId() {
    String id;
    if (isNext("\"")) {
      StringBuilder parts = new StringBuilder(readQuoted());
      skipBlanks();
      while (isNext("+")) {
        move(1);
        skipBlanks();
        parts.append(readQuoted());
        skipBlanks();
      }
      return parts.toString();
    }
    if (isNext("<")) {
      id = readHtml();
    } else {
      int start = at;
      boolean isNumeric = true;
      while (at < text.length() && (isWordPart(text.charAt(at)) || isOfNumber(start, isNumeric))) {
        isNumeric &= !Character.isLetter(text.charAt(at)) && text.charAt(at) != '_';
        move(1);
      }
      id = text.substring(start, at);
      if (id.isEmpty()) {
        throw problem(
            isAtEnd() ? "ends within a graph" : "must have a name, had '%s'".formatted(rest()));
      }
    }
    skipBlanks();
    return id;
  }

  private static boolean isWordPart(char sign) {
    return Character.isLetterOrDigit(sign) || sign == '_' || sign > 127;
  }

  /** Whether the sign here is of a number: a point, or a minus at its start. */
  private boolean isOfNumber(int start, boolean isNumeric) {
    char sign = text.charAt(at);
    boolean isNegative =
        sign == '-'
            && at == start
            && at + 1 < text.length()
            && (Character.isDigit(text.charAt(at + 1)) || text.charAt(at + 1) == '.');
    return isNegative || sign == '.' && isNumeric;
  }

  private String readQuoted() {
    if (!isNext("\"")) {
      throw problem("must have a quoted text, had '%s'".formatted(rest()));
    }
    StringBuilder quoted = new StringBuilder();
    int begun = line;
    move(1);
    while (at < text.length() && text.charAt(at) != '"') {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        char next = text.charAt(at + 1);
        if (next == '"') {
          quoted.append('"');
        } else if ("nlr".indexOf(next) >= 0) {
          quoted.append(' ');
        } else if (next != '\n') {
          quoted.append('\\').append(next);
        }
        move(2);
      } else {
        quoted.append(text.charAt(at));
        move(1);
      }
    }
    if (at >= text.length()) {
      throw new InvalidGraphException(
          place, List.of(GraphBuilder.linePrefix(begun) + "a quoted text has no end"));
    }
    move(1);
    return quoted.toString();
  }

  private String readHtml() {
    int start = at;
    int open = 0;
    do {
      if (at >= text.length()) {
        throw problem("HTML has no end");
      }
      open += text.charAt(at) == '<' ? 1 : text.charAt(at) == '>' ? -1 : 0;
      move(1);
    } while (open > 0);
    return text.substring(start + 1, at - 1);
  }

  private void skipBlanks() {
    while (at < text.length()) {
      boolean isLineStart = at == 0 || text.charAt(at - 1) == '\n';
      if (Character.isWhitespace(text.charAt(at))) {
        move(1);
      } else if (isNext("//") || isLineStart && isNext("#")) {
        int end = text.indexOf('\n', at);
        move((end < 0 ? text.length() : end) - at);
      } else if (isNext("/*")) {
        int end = text.indexOf("*/", at + 2);
        move((end < 0 ? text.length() : end + 2) - at);
      } else {
        return;
      }
    }
  }

  private void move(int chars) {
    for (int moved = 0; moved < chars; moved++) {
      line += text.charAt(at) == '\n' ? 1 : 0;
      at++;
    }
  }
}
