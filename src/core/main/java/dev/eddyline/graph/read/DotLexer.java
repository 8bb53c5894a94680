package dev.eddyline.graph.read;

import dev.eddyline.graph.model.InvalidGraphException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of Graphviz DOT. For one thread. */
final class DotLexer {

  /** White space and comments; a line that begins with # is one. */
  private static final Pattern BLANKS =
      Pattern.compile(
          "(?:\\p{javaWhitespace}++|(?://|(?<![^\\n])#)[^\\n]*+|/\\*(?s:.*?)(?:\\*/|\\z))*+");

  private static final Pattern WORD = Pattern.compile("[\\w[^\\p{ASCII}]]*+");

  /** A word, or a number, which may have a minus and points. */
  private static final Pattern NAME =
      Pattern.compile("(?:-(?=[\\d.]))?+[\\d.]*+[\\w[^\\p{ASCII}]]*+");

  private static final Pattern QUOTED =
      Pattern.compile("\"(?<text>(?:[^\"\\\\]++|\\\\.)*+)\"", Pattern.DOTALL);

  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)", Pattern.DOTALL);
  private static final Pattern OUTSIDE_OF_TAGS = Pattern.compile("[^<>]*+");
  private static final Pattern UP_TO_20_CHARS = Pattern.compile(".{0,20}");

  private final String place;
  private final TextScanner scanner;

  DotLexer(String place, String text) {
    this.place = place;
    this.scanner = new TextScanner(text, 1);
    scanner.accept(BLANKS);
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
    return scanner.isAtEnd();
  }

  /** The line of the next token, from 1. */
  int line() {
    return scanner.line();
  }

  /** A problem at the next token. */
  InvalidGraphException problem(String reason) {
    return new InvalidGraphException(
        place, List.of(GraphBuilder.linePrefix(scanner.line()) + reason));
  }

  private InvalidGraphException unexpected(String expected) {
    return scanner.isAtEnd()
        ? problem("ends within a graph")
        : problem("must have %s, had '%s'".formatted(expected, scanner.take(UP_TO_20_CHARS)));
  }

  /** Whether a sign comes next. */
  boolean isNext(String sign) {
    return scanner.isNext(sign);
  }

  /** Whether a keyword comes next, in any case. */
  boolean isNextWord(String word) {
    int start = scanner.offset();
    boolean isNext = scanner.take(WORD).equalsIgnoreCase(word);
    scanner.moveTo(start);
    return isNext;
  }

  /**
   * Moves past a sign if it comes next.
   *
   * @throws InvalidGraphException at the end of the text
   */
  boolean accept(String sign) {
    if (scanner.isAtEnd()) {
      throw unexpected(sign);
    }
    return acceptToken(scanner.accept(sign));
  }

  /** Moves past a keyword if it comes next. */
  boolean acceptWord(String word) {
    return acceptToken(isNextWord(word) && scanner.accept(WORD));
  }

  private boolean acceptToken(boolean isAccepted) {
    if (isAccepted) {
      scanner.accept(BLANKS);
    }
    return isAccepted;
  }

  /**
   * Moves past a sign.
   *
   * @throws InvalidGraphException if another one comes next
   */
  void expect(String sign) {
    if (!accept(sign)) {
      throw unexpected("'%s'".formatted(sign));
    }
  }

  /**
   * Reads an id: a word, a number, a quoted text or HTML. Plus signs join quoted texts.
   *
   * @throws InvalidGraphException if something else comes next
   */
  String readId() {
    if (scanner.isNext("<")) {
      return readHtml();
    }
    if (!scanner.isNext("\"")) {
      String name = scanner.take(NAME);
      if (name.isEmpty()) {
        throw unexpected("a name");
      }
      scanner.accept(BLANKS);
      return name;
    }
    StringBuilder text = new StringBuilder(readQuoted());
    while (acceptToken(scanner.accept("+"))) {
      text.append(readQuoted());
    }
    return text.toString();
  }

  private String readQuoted() {
    if (!scanner.isNext("\"")) {
      throw unexpected("a quoted text");
    }
    if (!scanner.accept(QUOTED)) {
      throw problem("a quoted text has no end");
    }
    String text = scanner.group("text");
    scanner.accept(BLANKS);
    return ESCAPE.matcher(text).replaceAll(DotLexer::unescape);
  }

  /** What an escaped character in quotes stands for, as a replacement. */
  private static String unescape(MatchResult escape) {
    return switch (escape.group(1)) {
      case "\"" -> "\"";
      case "n", "l", "r" -> " ";
      case "\n" -> "";
      default -> Matcher.quoteReplacement(escape.group());
    };
  }

  private String readHtml() {
    int start = scanner.offset() + 1;
    int open = 0;
    do {
      scanner.accept(OUTSIDE_OF_TAGS);
      if (scanner.isAtEnd()) {
        throw problem("HTML has no end");
      }
      open += scanner.accept("<") ? 1 : scanner.accept(">") ? -1 : 0;
    } while (open > 0);
    String html = scanner.textSince(start);
    scanner.accept(BLANKS);
    return html.substring(0, html.length() - 1);
  }
}
