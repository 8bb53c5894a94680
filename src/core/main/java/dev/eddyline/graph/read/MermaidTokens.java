package dev.eddyline.graph.read;

import java.util.regex.Pattern;

/** The tokens of a Mermaid flowchart. */
final class MermaidTokens {

  static final Pattern WHITE_SPACE = Pattern.compile("\\p{javaWhitespace}*+");
  static final Pattern BLANKS = Pattern.compile("[ \\t\\r]*+");
  static final Pattern REST_OF_LINE = Pattern.compile("[^\\n]*+");

  /** The end of a statement, before which blanks may be. */
  static final Pattern STATEMENT_END = Pattern.compile(BLANKS + "(?=[\\n;]|%%|\\z)");

  /** White space, semicolons, comments and directives between statements. */
  static final Pattern SEPARATORS =
      Pattern.compile(
          "(?:[\\p{javaWhitespace};]++|%%\\{(?:[^%}]|%(?!%\\{)|\\}(?!%%))*+\\}%%|%%[^\\n]*+)*+");

  /** What may precede a diagram: separators and front matter. */
  static final Pattern PREAMBLE =
      Pattern.compile(
          SEPARATORS
              + "(?:---[^\\n]*+(?:\\n(?![^\\S\\n]*+---[^\\S\\n]*+(?:\\n|\\z))[^\\n]*+)*+(?:\\n[^\\n]*+)?+)?+"
              + SEPARATORS);

  /** An id of a node, subgraph or link, or the first word of a statement. */
  static final Pattern ID =
      Pattern.compile(
          "(?:[\\w[^\\p{ASCII}\\p{Z}]]|(?<=[\\p{L}\\p{Nd}])-(?=[\\p{L}\\p{Nd}_])|(?<!:):(?!:)"
              + "|(?!%%)[#$%./*+!?\\\\'`,])++");

  /** Attributes behind their opening brace, and the closing one. */
  static final Pattern ATTRIBUTES =
      Pattern.compile(
          "(?<attributes>%1$s(?:\"[^\"]{0,4000}+\"%1$s){0,100}+)\\}".formatted("[^\"}]{0,4000}+"));

  private MermaidTokens() {}

  /** A text, which may begin with quotes, up to a token outside of them. */
  static Pattern textUntil(String token) {
    return textUntil(token, ".");
  }

  /**
   * The same.
   *
   * @param unquoted what may be in a text that does not begin with quotes
   */
  static Pattern textUntil(String token, String unquoted) {
    String text =
        "(?<text>%1$s\"[^\"]{0,4000}+\".{0,4000}?|(?!%1$s\")%2$s{0,4000}?)"
            .formatted(WHITE_SPACE, unquoted);
    return Pattern.compile(text + token, Pattern.DOTALL);
  }
}
