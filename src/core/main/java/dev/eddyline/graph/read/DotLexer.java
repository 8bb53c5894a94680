package dev.eddyline.graph.read;

import dev.eddyline.graph.model.InvalidGraphException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of Graphviz DOT. For one thread. */
final class DotLexer {

  /** White space and comments; what is behind # is one. */
  private static final Pattern BLANKS =
      Pattern.compile("(?:\\p{javaWhitespace}++|(?://|#)[^\\n]*+|/\\*(?s:.*?)(?:\\*/|\\z))*+");

  private static final Pattern WORD = Pattern.compile("[\\w[^\\p{ASCII}]]++");

  /** A quoted text, whose parts may be joined by plus signs; HTML, a number or a word. */
  private static final Pattern ID =
      Pattern.compile(
          "\"(?<quoted>(?:[^\"\\\\]++|\\\\(?s:.)|\"%1$s\\+%1$s\")*+)\"".formatted(BLANKS)
              + "|<(?<html>(?:[^<>]++|<[^<>]*+>)*+)>|-?+[\\d.]++(?:%1$s)?+|%1$s".formatted(WORD));

  private static final Pattern ESCAPE_OR_JOIN =
      Pattern.compile("\\\\(?<escaped>(?s:.))|\"%1$s\\+%1$s\"".formatted(BLANKS));

  private static final Pattern BEGINNING =
      Pattern.compile(
          "%1$s(?:(?i:strict)(?!%2$s)%1$s)?+(?i:di)?+(?i:graph)(?!%2$s)%1$s(?:(?:%3$s)%1$s)?+\\{"
              .formatted(BLANKS, WORD, ID));

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
    return BEGINNING.matcher(text).lookingAt();
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
    return problem(
        scanner.isAtEnd()
            ? "ends within a graph"
            : "must have %s, had '%s'".formatted(expected, scanner.take(UP_TO_20_CHARS)));
  }

  /** Whether a sign comes next. */
  boolean isNext(String sign) {
    return scanner.isNext(sign);
  }

  /** Whether a keyword comes next, in any case. */
  boolean isNextWord(String word) {
    return scanner.isNext(WORD) && scanner.match().equalsIgnoreCase(word);
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
    return scanner.accept(sign) && scanner.accept(BLANKS);
  }

  /** Moves past a keyword if it comes next. */
  boolean acceptWord(String word) {
    return isNextWord(word) && scanner.accept(WORD) && scanner.accept(BLANKS);
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
   * Reads an id.
   *
   * @throws InvalidGraphException if something else comes next
   */
  String readId() {
    if (!scanner.accept(ID)) {
      boolean isOpen = scanner.isNext("\"") || scanner.isNext("<");
      throw isOpen ? problem("a text has no end") : unexpected("a name");
    }
    String written = scanner.match();
    String quoted = scanner.group("quoted");
    String html = scanner.group("html");
    scanner.accept(BLANKS);
    return switch (written.charAt(0)) {
      case '"' -> ESCAPE_OR_JOIN.matcher(quoted).replaceAll(DotLexer::unescape);
      case '<' -> html;
      default -> written;
    };
  }

  /** What is between quotes instead of an escape or a join, as a replacement. */
  private static String unescape(MatchResult found) {
    String escaped = found.group(1) == null ? "\n" : found.group(1);
    return switch (escaped) {
      case "\"" -> escaped;
      case "n", "l", "r" -> " ";
      case "\n" -> "";
      default -> Matcher.quoteReplacement(found.group());
    };
  }
}
