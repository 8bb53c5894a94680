package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes that keep a counter of a state machine from growing. */
class AslCountersTest {

  private static final String ADD =
      "'Type': 'Pass', 'Parameters': {'n.$': 'States.MathAdd($.n, 1)'}";

  private static List<FindingKind> kinds(String count, String wait) {
    String text =
        """
        {"StartAt": "Count", "States": {
          "Count": {%s, "Next": "Again?"},
          "Again?": {"Type": "Choice", "Choices": [
            {"Variable": "$.n", "NumericLessThan": 5, "Next": "Wait"}], "Default": "Done"},
          "Wait": {%s, "Next": "Count"},
          "Done": {"Type": "Succeed"}}}
        """
            .formatted(count, wait)
            .replace('\'', '"');
    return GraphLint.lintFindings(GraphFixtures.read(text).graph()).stream()
        .map(GraphFinding::kind)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ", 'ResultPath': null",
        ", 'ResultPath': '$.other'",
        ", 'InputPath': '$.other'",
        ", 'OutputPath': '$.other'",
        ", 'OutputPath': null",
        ", 'Result': {'n': 1}",
      })
  void additionWhoseResultIsLostIsNoCounter(String paths) {
    assertThat(kinds(ADD + paths, "'Type': 'Wait', 'Seconds': 1")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'Type': 'Pass', 'InputPath': '$.zero', 'ResultPath': '$.n'",
        "'Type': 'Pass', 'InputPath': '$.zero'",
        "'Type': 'Pass', 'ResultPath': '$.n'",
        "'Type': 'Wait', 'Seconds': 1, 'InputPath': '$.zero'",
        "'Type': 'Wait', 'Seconds': 1, 'OutputPath': null",
        "'Type': 'Pass', 'QueryLanguage': 'JSONata', 'Output': {'n': 0}",
        "'Type': 'Pass', 'QueryLanguage': 'JSONata', 'Output': '{% {} %}'",
      })
  void copyOrOutputOnTheWayResetsTheCounter(String wait) {
    assertThat(kinds(ADD, wait)).containsExactly(FindingKind.COUNTER_RESET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'Type': 'Wait', 'Seconds': 1",
        "'Type': 'Pass', 'InputPath': '$.zero', 'ResultPath': '$.other'",
        "'Type': 'Pass', 'InputPath': '$.zero', 'ResultPath': null",
        "'Type': 'Pass', 'InputPath': '$', 'OutputPath': '$'",
        "'Type': 'Pass', 'QueryLanguage': 'JSONata', 'Output': '{% $states.input %}'",
      })
  void otherStateOnTheWayKeepsTheCounter(String wait) {
    assertThat(kinds(ADD, wait)).isEmpty();
    assertThat(kinds(ADD + ", 'ResultPath': '$'", wait)).isEmpty();
  }

  @Test
  void variableThatStatesMathAddCountsIsABound() {
    String text =
        """
        {"StartAt": "Ask", "States": {
          "Ask": {"Type": "Task", "Resource": "r", "Assign": {"n.$": "States.MathAdd(%s, 1)"},
            "Next": "Again?"},
          "Again?": {"Type": "Choice", "Choices": [
            {"Variable": "$n", "NumericLessThan": 5, "Next": "Ask"}], "Default": "Done"},
          "Done": {"Type": "Succeed"}}}
        """;

    assertThat(GraphLint.lintFindings(GraphFixtures.read(text.formatted("$n")).graph())).isEmpty();
    assertThat(GraphLint.lintFindings(GraphFixtures.read(text.formatted("$.n")).graph()))
        .extracting(GraphFinding::kind)
        .containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void assignmentOfAPathResetsAVariable() {
    String text =
        """
        {"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
          "Ask": {"Type": "Task", "Resource": "r", "Assign": {"n": "{%% $n + 1 %%}"}, "Next": "Wait"},
          "Wait": {"Type": "Wait", "QueryLanguage": "JSONPath", "Seconds": 1,
            "Assign": {"%s": "$.zero"}, "Next": "Again?"},
          "Again?": {"Type": "Choice", "Choices": [{"Condition": "{%% $n < 5 %%}", "Next": "Ask"}],
            "Default": "Done"},
          "Done": {"Type": "Succeed"}}}
        """;

    assertThat(GraphLint.lintFindings(GraphFixtures.read(text.formatted("n.$")).graph()))
        .extracting(GraphFinding::kind)
        .containsExactly(FindingKind.COUNTER_RESET);
    assertThat(GraphLint.lintFindings(GraphFixtures.read(text.formatted("m.$")).graph())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "$['tries']      | COUNTER_RESET",
        "$['tries']['n'] | COUNTER_RESET",
        "$.tries['n']    | COUNTER_RESET",
        "$['other']['n'] | ",
      })
  void pathInBracketsIsThatWithDots(String path, FindingKind kind) {
    String text =
        """
        {"StartAt": "Count", "States": {
          "Count": {"Type": "Pass", "Parameters": {"n.$": "States.MathAdd($['tries'].n, 1)"},
            "ResultPath": "$['tries']", "Next": "Ask"},
          "Ask": {"Type": "Task", "Resource": "r", "ResultPath": "%s", "Next": "Again?"},
          "Again?": {"Type": "Choice", "Choices": [
            {"Variable": "$.tries['n']", "NumericLessThan": 5, "Next": "Count"}], "Default": "Done"},
          "Done": {"Type": "Succeed"}}}
        """
            .formatted(path);

    assertThat(GraphLint.lintFindings(GraphFixtures.read(text).graph()))
        .extracting(GraphFinding::kind)
        .isEqualTo(kind == null ? List.of() : List.of(kind));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "$n + 1      | 8 > $n                     | true",
        "1 + $n      | 8 >= $n                    | true",
        "($n + 1)    | ($ok = 'no') and ($n < 8)  | true",
        "((1 + $n))  | (($ok = 'no' and $n < 8))  | true",
        "$n + 1      | ($ok = 'no') and $n < 8    | true",
        "$n - 1      | 0 < $n                     | true",
        "1 - $n      | $n < 8                     | false",
        "$n + 1      | 8 < $n                     | false",
        "$n + 1      | ($ok = 'no') or ($n < 8)   | false",
        "$n + 1      | $ok = 'no and $n < 8 and ' | false",
        "($n) + (0)  | $n < 8                     | false",
      })
  void orderAndBracketsOfJsonataDoNotMatter(String sum, String test, boolean isBound) {
    String text =
        """
        {"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
          "Ask": {"Type": "Task", "Resource": "r", "Assign": {"n": "{%% %s %%}"}, "Next": "Again?"},
          "Again?": {"Type": "Choice", "Choices": [{"Condition": "{%% %s %%}", "Next": "Ask"}],
            "Default": "Done"},
          "Done": {"Type": "Succeed"}}}
        """
            .formatted(sum, test);

    assertThat(GraphLint.lintFindings(GraphFixtures.read(text).graph()).isEmpty())
        .isEqualTo(isBound);
  }

  @Test
  void limitInAVariableThatIsAssignedIsNone() {
    String text =
        """
        {"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
          "Ask": {"Type": "Task", "Resource": "r",
            "Assign": {"n": "{%% $n + 1 %%}", "%s": "{%% $states.result %%}"}, "Next": "Again?"},
          "Again?": {"Type": "Choice", "Choices": [
            {"Condition": "{%% $n < $settings.most %%}", "Next": "Ask"}], "Default": "Done"},
          "Done": {"Type": "Succeed"}}}
        """;

    assertThat(GraphLint.lintFindings(GraphFixtures.read(text.formatted("other")).graph()))
        .isEmpty();
    assertThat(GraphLint.lintFindings(GraphFixtures.read(text.formatted("settings")).graph()))
        .extracting(GraphFinding::kind)
        .containsExactly(FindingKind.COUNTER_RESET);
  }
}
