package dev.eddyline.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which expressions of a policy's author are taken, and why others are not. */
class ExpressionTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ORD-\\d+",
        "(?i)order \\d+",
        "(a+b)+",
        "(?:[a-z]+\\.)+com",
        "(a|b)+",
        "(a{2})+",
        "\\Q(a+)+\\E",
        "[(a+)+]x",
        "[]a+]b",
        "[[:alpha:]]+",
        "\\p{Greek}+",
        "\\x{1F600}",
        "a{,3}",
        "\\bx\\b",
        "(?:a+){2,5}",
        "x(?:a*)",
      })
  void linearExpressionIsAccepted(String text) {
    assertThat(Expression.of(text).source()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a+)+",
        "x(a*)*y",
        "(?:a+)+?",
        "(a+|b)+",
        "(a+b*)+",
        "(a?)+x",
        "((a+))+",
        "(?:(?:a|b+)){2,}",
        "(\\w+\\s?)*z",
        "([ab]+)*c",
        "(a{1,3})+",
        "(?i:\\pL+)+",
      })
  void nestedRepetitionIsRejectedWithAlternative(String text) {
    assertThatThrownBy(() -> Expression.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nested repetition (")
        .hasMessageContaining("repeat the inside once");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a(?=b)    | does not support look-around such as (?=",
        "a(?!b)    | does not support look-around such as (?!",
        "(?<=a)b   | does not support look-around such as (?<=a)b",
        "(?<!a)b   | does not support look-around such as (?<!a)b",
        "(a)\\1    | does not support back-references such as \\1",
        "[a        | missing closing ]: [a",
        "(a        | missing closing ): (a",
        "a)        | not a usable expression",
        "a**       | invalid nested repetition operator: **",
        "*a        | missing argument to repetition operator: *",
        "(?>a)b    | invalid or unsupported Perl syntax: (?>",
        "(?P<n>a)  | named groups are not supported",
        "a{1001}   | invalid repeat count: {1001}",
      })
  void unsupportedSyntaxIsNamedInTheError(String text, String reason) {
    assertThatThrownBy(() -> Expression.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a usable expression: ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a*", "a?", "(a|)", "^", "$", "\\b", "a*|b", "(?i)", "\\Q\\E", "a{0}"})
  void expressionsThatMatchTheEmptyTextAreRejected(String text) {
    assertThatThrownBy(() -> Expression.of(text)).hasMessageContaining("matches the empty text");
  }

  @Test
  void expressionLengthIsLimited() {
    assertThat(Expression.of("a".repeat(1_000)).source()).hasSize(1_000);
    assertThatThrownBy(() -> Expression.of("a".repeat(1_001)))
        .hasMessageContaining("must have ≤ 1000 characters, was 1001");
  }

  @ParameterizedTest
  @ValueSource(strings = {"((a{1000}){1000}){1000}", "(?:(?:[a-z]{500}b){500}c){500}"})
  void countedRepeatsThatWouldFillTheMemoryAreRefusedUnread(String text) {
    assertThatThrownBy(() -> Expression.of(text)).hasMessageContaining("more than 10000 parts");
  }

  @Test
  void deepNestingIsNoTrouble() {
    assertThat(Expression.of("(".repeat(499) + "a" + ")".repeat(499)).hasMatchIn("cab")).isTrue();
  }

  @Test
  void aMatchIsReplacedLetterForLetter() {
    assertThat(Expression.of("k(\\d+)").replaceIn("k1 and k22", "$1\\")).isEqualTo("$1\\ and $1\\");
  }

  @ParameterizedTest
  @CsvSource({"^a, true", "a$, true", "\\ba, true", "a\\z, true", "[$^]a, false", "\\$a, false"})
  void positionAssertionsAreRecognized(String text, boolean expected) {
    assertThat(Expression.of(text).dependsOnPosition()).isEqualTo(expected);
  }
}
