package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.source.GraphFixtures;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A state writes on the way that it takes, not on its other ways. */
class AslTransitionsTest {

  private static List<FindingKind> kinds(String machine) {
    return GraphLint.lintFindings(GraphFixtures.read(machine.replace('\'', '"')).graph()).stream()
        .map(GraphFinding::kind)
        .toList();
  }

  private static final String PRINT =
      """
      {%s'StartAt': 'Load', 'States': {
        'Load': {'Type': 'Pass', %s, 'Next': 'Print'},
        'Print': {'Type': 'Task', 'Resource': 'printer', %s, 'Next': '%s'},
        'Jammed?': {'Type': 'Choice', %s'Choices': [%s], 'Default': 'Off'},
        'Off': {'Type': 'Succeed'}}}
      """;

  private static final String ZERO = "'Assign': {'jams': 0}";
  private static final String ADD = "'Assign': {'jams.$': 'States.MathAdd($jams, 1)'}";
  private static final String FEW = "'Variable': '$jams', 'NumericLessThan': 6";
  private static final String JSONATA = "'QueryLanguage': 'JSONata', ";

  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void allRulesToAStateMustCount(boolean bothCount, boolean isBound) {
    String second = bothCount ? ADD + ", " : "";
    String rules =
        "{'And': [{'Variable': '$.out', 'IsNull': true}, {%s}], %s, 'Next': 'Print'}, {%s, %s'Next': 'Print'}"
            .formatted(FEW, ADD, FEW, second);

    assertThat(
            kinds(PRINT.formatted("", ZERO, "'ResultPath': '$.out'", "Jammed?", "", rules))
                .isEmpty())
        .isEqualTo(isBound);
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void allCatchersToAStateMustCount(boolean bothCount, boolean isBound) {
    String task =
        "'Catch': [{'ErrorEquals': ['Jam'], %s, 'Next': 'Jammed?'}, {'ErrorEquals': ['States.ALL'], %s'Next': 'Jammed?'}]"
            .formatted(ADD, bothCount ? ADD + ", " : "");

    assertThat(
            kinds(PRINT.formatted("", ZERO, task, "Off", "", "{" + FEW + ", 'Next': 'Print'}"))
                .isEmpty())
        .isEqualTo(isBound);
  }

  @Test
  void choiceItselfWritesByDefaultOnly() {
    String rule = "{" + FEW + ", 'Next': 'Print'}";
    String result = "'ResultPath': null";

    assertThat(kinds(PRINT.formatted("", ZERO, result, "Jammed?", ADD + ", ", rule)))
        .containsExactly(FindingKind.COUNTER_NOT_COUNTED);
    assertThat(kinds(PRINT.formatted("", ZERO, ADD, "Jammed?", ZERO + ", ", rule))).isEmpty();
    assertThat(
            kinds(
                PRINT
                    .formatted(
                        "", ZERO, ADD, "Jammed?", ZERO + ", ", "{" + FEW + ", 'Next': 'Off'}")
                    .replace("'Default': 'Off'", "'Default': 'Print'")))
        .isNotEmpty();
    assertThat(
            kinds(
                PRINT.formatted(
                    JSONATA,
                    "'Output': {'jams': 0}",
                    "'Output': '{% $states.input %}'",
                    "Jammed?",
                    "'Output': {'jams': '{% $states.input.jams + 1 %}'}, ",
                    "{'Condition': '{% $states.input.jams < 6 %}', 'Next': 'Print'}")))
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        // the result is written on success only
        "'Assign': {'jams': 0}, 'Retry': [{'ErrorEquals': ['Busy']}], | Off     | true",
        "                                                            | Off     | true",
        "'Assign': {'jams': 0},                                      | Jammed? | false",
      })
  void catcherCountsWhereSuccessResets(String task, String next, boolean isBound) {
    String caught =
        "'Catch': [{'ErrorEquals': ['States.ALL'], 'ResultPath': '$.jam', %s, 'Next': 'Jammed?'}]"
            .formatted(ADD);

    assertThat(
            kinds(
                    PRINT.formatted(
                        "",
                        ZERO,
                        (task == null ? "" : task) + caught,
                        next,
                        "",
                        "{" + FEW + ", 'Next': 'Print'}"))
                .isEmpty())
        .isEqualTo(isBound);
  }

  @Test
  void resultThatEndsTheLoopReplacesNoCounterOfTheInput() {
    String machine =
        """
        {'StartAt': 'Zero', 'States': {
          'Zero': {'Type': 'Pass', 'Result': {'n': 0}, 'ResultPath': '$.tries', 'Next': 'Pay'},
          'Pay': {'Type': 'Task', 'Resource': 'bank', 'Next': 'Paid', 'OutputPath': '$.Payload',
            'Catch': [{'ErrorEquals': ['States.ALL'], 'ResultPath': '$%s', 'Next': 'Add'}]},
          'Add': {'Type': 'Pass', 'Parameters': {'n.$': 'States.MathAdd(1, $.tries.n)'},
            'ResultPath': '$.tries', 'Next': 'Again?'},
          'Again?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.tries.n', 'NumericLessThan': 4, 'Next': 'Pay'}], 'Default': 'Paid'},
          'Paid': {'Type': 'Succeed'}}}
        """;
    String jsonata =
        """
        {'QueryLanguage': 'JSONata', 'StartAt': 'Pay', 'States': {
          'Pay': {'Type': 'Task', 'Resource': 'bank', 'Next': 'Paid', 'Catch': [
            {'ErrorEquals': ['States.ALL'], %s'Next': 'Again?'}]},
          'Again?': {'Type': 'Choice', 'Choices': [
            {'Condition': '{%% $states.input.n < 4 %%}', 'Next': 'Pay'}], 'Default': 'Paid'},
          'Paid': {'Type': 'Succeed'}}}
        """;

    assertThat(kinds(machine.formatted(".problem"))).isEmpty();
    assertThat(kinds(machine.formatted(""))).containsExactly(FindingKind.COUNTER_RESET);
    assertThat(kinds(jsonata.formatted("'Output': {'n': '{% $states.input.n + 1 %}'}, ")))
        .isEmpty();
    assertThat(kinds(jsonata.formatted(""))).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, false"})
  void numberIsMissedIfTwoStatesAdd(int states, boolean isBound) {
    String machine =
        """
        {'StartAt': 'Left', 'States': {
          'Left': {'Type': 'Pass', 'Assign': {'n.$': 'States.MathAdd($n, 1)'}, 'Next': 'Right'},
          'Right': {'Type': 'Pass', %s'Next': 'Done?'},
          'Done?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$n', 'NumericEquals': 7, 'Next': 'Done'}], 'Default': 'Left'},
          'Done': {'Type': 'Succeed'}}}
        """
            .formatted(states == 2 ? "'Assign': {'n.$': 'States.MathAdd($n, 1)'}, " : "");

    assertThat(kinds(machine).isEmpty()).isEqualTo(isBound);
  }

  @Test
  void mapCountsWhenItIsDone() {
    String machine =
        """
        {'StartAt': 'Each', 'States': {
          'Each': {'Type': 'Map', 'ResultPath': null, 'Iterator': {'StartAt': 'One', 'States': {
            'One': {'Type': 'Task', 'Resource': 'r', 'End': true}}},
            'Assign': {'n.$': 'States.MathAdd($n, 1)'}, 'Next': 'Again?'%s},
          'Again?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$n', 'NumericLessThan': 4, 'Next': 'Each'}], 'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """;

    assertThat(kinds(machine.formatted(""))).isEmpty();
    assertThat(
            kinds(
                machine.formatted(
                    ", 'Catch': [{'ErrorEquals': ['States.ALL'], 'Next': 'Again?'}]")))
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"true, 900", "false, 2500"})
  void thousandsOfVariablesTakeNoMinutes(boolean isCounted, int loops) {
    String states =
        IntStream.range(0, loops)
            .mapToObj(
                number ->
                    "'W%1$d': {'Type': 'Pass', %2$s'Next': 'C%1$d'}, 'C%1$d': {'Type': 'Choice', 'Choices': [{'Variable': '$v%1$d', 'NumericLessThan': 5, 'Next': 'W%1$d'}], 'Default': 'W%3$d'}, "
                        .formatted(
                            number,
                            isCounted
                                ? "'Assign': {'v%1$d.$': 'States.MathAdd($v%1$d, 1)'}, "
                                    .formatted(number)
                                : "",
                            number + 1))
            .collect(Collectors.joining());
    String machine =
        "{'StartAt': 'W0', 'States': {%s'W%d': {'Type': 'Succeed'}}}".formatted(states, loops);

    Assertions.assertTimeout(
        Duration.ofSeconds(30),
        () ->
            assertThat(GraphFixtures.read(machine.replace('\'', '"')).graph().nodes())
                .hasSizeGreaterThan(loops));
  }
}
