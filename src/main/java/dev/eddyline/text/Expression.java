package dev.eddyline.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Objects;

/**
 * A regular expression of a policy's author, in RE2's syntax: its work grows with the text and no
 * faster. Never matches the empty text.
 */
public final class Expression {

  /** The longest expression, in characters. */
  public static final int MAX_CHARS = 1_000;

  /** The most parts that counted repeats may come to: RE2 writes each of them out. */
  private static final int MAX_PARTS = 10_000;

  private final Pattern pattern;
  private final boolean assertsPlace;

  private Expression(Pattern pattern, boolean assertsPlace) {
    this.pattern = pattern;
    this.assertsPlace = assertsPlace;
  }

  /**
   * The expression of this text.
   *
   * @throws IllegalArgumentException with what is wrong and what to write instead
   */
  public static Expression of(String text) {
    if (text.length() > MAX_CHARS) {
      throw refused("must have ≤ %d characters, was %d".formatted(MAX_CHARS, text.length()));
    }
    ExpressionShape shape = ExpressionShape.of(text);
    if (shape.parts() > MAX_PARTS) {
      throw refused("its counted repeats come to more than %d parts".formatted(MAX_PARTS));
    }
    Pattern compiled = compiled(text);
    if (!compiled.namedGroups().isEmpty()) {
      throw refused("a named group is of no use here, write (?:…)");
    }
    if (shape.nested() != null) {
      throw refused(
          ("the nested repetition %s would backtrack for ever in other engines: repeat the inside"
                  + " once, or put between its repeats something that must be there")
              .formatted(shape.nested()));
    }
    if (shape.least() == 0) {
      throw refused("matches the empty text: let at least one character be required");
    }
    return new Expression(compiled, shape.assertsPlace());
  }

  private static Pattern compiled(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException wrong) {
      String part = String.valueOf(wrong.getPattern());
      if (part.startsWith("(?=") || part.startsWith("(?!") || part.startsWith("(?<")) {
        throw refused(
            "the engine (RE2, linear time) knows no look-around such as %s: write what must match"
                .formatted(part));
      }
      if (part.matches("\\\\[1-9k]")) {
        throw refused(
            "the engine (RE2, linear time) knows no back-reference such as %s".formatted(part));
      }
      throw refused("%s: %s".formatted(wrong.getDescription(), part));
    }
  }

  private static IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException("not a usable expression: " + reason);
  }

  /** The expression as it was written. */
  public String source() {
    return pattern.pattern();
  }

  /** Whether some part of the text matches. */
  public boolean isIn(String text) {
    return pattern.matcher(text).find();
  }

  /** The text with each match replaced by this, letter for letter. */
  public String replaceIn(String text, String replacement) {
    return pattern.matcher(text).replaceAll(Matcher.quoteReplacement(replacement));
  }

  /** Whether what stands beside a match decides ({@code ^ $ \A \b \B \z}). */
  public boolean assertsPlace() {
    return assertsPlace;
  }

  /** Expressions are equal when they are written alike. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Expression expression && source().equals(expression.source());
  }

  @Override
  public int hashCode() {
    return Objects.hash(source());
  }

  @Override
  public String toString() {
    return source();
  }
}
