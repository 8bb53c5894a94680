package dev.eddyline.yaml;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Objects;

/**
 * A regular expression of a policy, in RE2's syntax, with linear-time matching. Never matches the
 * empty text.
 */
public final class Expression {

  /** Maximum characters of an expression. */
  public static final int MAX_CHARS = 1_000;

  /** Maximum parts after expansion of counted repetitions, which RE2 expands. */
  private static final int MAX_PARTS = 10_000;

  private final Pattern pattern;
  private final boolean dependsOnPosition;

  private Expression(Pattern pattern, boolean assertsPlace) {
    this.pattern = pattern;
    this.dependsOnPosition = assertsPlace;
  }

  /**
   * Compiles an expression.
   *
   * @throws IllegalArgumentException with the problem and how to fix it
   */
  public static Expression of(String text) {
    if (text.length() > MAX_CHARS) {
      throw unusableExpression(
          "must have ≤ %d characters, was %d".formatted(MAX_CHARS, text.length()));
    }
    ExpressionShape shape = ExpressionShape.of(text);
    if (shape.parts() > MAX_PARTS) {
      throw unusableExpression(
          "its counted repetitions expand to more than %d parts".formatted(MAX_PARTS));
    }
    Pattern compiled = compiled(text);
    if (!compiled.namedGroups().isEmpty()) {
      throw unusableExpression("named groups are not supported, write (?:…)");
    }
    if (shape.nestedRepetition() != null) {
      throw unusableExpression(
          ("the nested repetition %s would cause exponential backtracking in other engines: repeat the inside"
                  + " once, or put between its repeats something that must be there")
              .formatted(shape.nestedRepetition()));
    }
    if (shape.minMatchLength() == 0) {
      throw unusableExpression("matches the empty text: let at least one character be required");
    }
    return new Expression(compiled, shape.dependsOnPosition());
  }

  private static Pattern compiled(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException wrong) {
      String part = String.valueOf(wrong.getPattern());
      if (part.startsWith("(?=") || part.startsWith("(?!") || part.startsWith("(?<")) {
        throw unusableExpression(
            "the engine (RE2, linear time) does not support look-around such as %s: write what must match"
                .formatted(part));
      }
      if (part.matches("\\\\[1-9k]")) {
        throw unusableExpression(
            "the engine (RE2, linear time) does not support back-references such as %s"
                .formatted(part));
      }
      throw unusableExpression("%s: %s".formatted(wrong.getDescription(), part));
    }
  }

  private static IllegalArgumentException unusableExpression(String reason) {
    return new IllegalArgumentException("not a usable expression: " + reason);
  }

  /** The source text. */
  public String source() {
    return pattern.pattern();
  }

  /** Whether any part of the text matches. */
  public boolean hasMatchIn(String text) {
    return pattern.matcher(text).find();
  }

  /** Replaces each match by this literal text. */
  public String replaceIn(String text, String replacement) {
    return pattern.matcher(text).replaceAll(Matcher.quoteReplacement(replacement));
  }

  /** Whether it has position assertions ({@code ^ $ \A \b \B \z}). */
  public boolean dependsOnPosition() {
    return dependsOnPosition;
  }

  /** Expressions are equal if their source texts are. */
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
