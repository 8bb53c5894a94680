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

/** Cycles in the bodies of Map and Parallel, and through them. */
class AslBodiesTest {

  private static List<FindingKind> kinds(String machine) {
    return GraphLint.lintFindings(GraphFixtures.read(machine.replace('\'', '"')).graph()).stream()
        .map(GraphFinding::kind)
        .toList();
  }

  private static final String PAGES_OF_A_SHELF =
      """
      {'StartAt': 'Shelves', 'States': {
        'Shelves': {'Type': 'Map', 'ItemsPath': '$.shelves', %s: %s{
          'StartAt': 'List books', 'States': {
            'List books': {'Type': 'Task', 'Resource': 'r', %s, 'Next': 'More books?'},
            'More books?': {'Type': 'Choice', 'Choices': [
              {'Variable': '$.books.NextToken', 'IsPresent': true, 'Next': 'List books'}],
              'Default': 'Shelf done'},
            'Shelf done': {'Type': 'Pass', 'End': true}}}%s, 'End': true}}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'Parameters': {'Token.$': '$.books.NextToken'}, 'ResultPath': '$.books' | ",
        "'ResultSelector': {'NextToken.$': '$.NextToken'}, 'ResultPath': '$.books' | ",
        "'Parameters': {'Shelf.$': '$.id'}, 'ResultPath': '$.books' | UNBOUNDED_CYCLE",
        "'Parameters': {'Token.$': '$.books.NextToken'}, 'ResultPath': '$.page' | UNBOUNDED_CYCLE",
        "'ResultSelector': {'Items.$': '$.Items'}, 'ResultPath': '$.books' | UNBOUNDED_CYCLE",
      })
  void pageTokenOfABodyBoundsItsCycle(String task, FindingKind kind) {
    List<FindingKind> expected = kind == null ? List.of() : List.of(kind);

    assertThat(kinds(PAGES_OF_A_SHELF.formatted("'ItemProcessor'", "", task, "")))
        .isEqualTo(expected);
    assertThat(
            kinds(
                PAGES_OF_A_SHELF
                    .formatted("'Branches'", "[", task, "]")
                    .replace("'Map', 'ItemsPath': '$.shelves'", "'Parallel'")))
        .isEqualTo(expected);
  }

  private static final String TRIES =
      """
      {'StartAt': 'Begin', 'States': {
        'Begin': {'Type': 'Pass', %s, 'Next': 'Orders'},
        'Orders': {'Type': 'Map', 'ItemProcessor': {'StartAt': 'Zero', 'States': {
          'Zero': {'Type': 'Pass', 'Assign': {'tried': 0}, 'Next': 'Pay'},
          'Pay': {'Type': 'Task', 'Resource': 'r', %s, 'Next': 'Paid?'},
          'Paid?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.paid', 'BooleanEquals': true, %s'Next': 'Order done'},
            {'Variable': '$tried', %s, 'Next': 'Pay'}], 'Default': 'Order done'},
          'Order done': {'Type': 'Pass', 'End': true}}}, 'Next': 'All?'},
        'All?': {'Type': 'Choice', 'Choices': [{'Variable': '$.all', 'BooleanEquals': %s}],
          'Default': 'Done'},
        'Done': {'Type': 'Succeed'}}}
      """;

  private static final String COUNT = "'Assign': {'tried.$': 'States.MathAdd($tried, 1)'}";
  private static final String ONCE = "true, 'Next': 'Done'";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'NumericLessThan': 4    | ",
        "'NumericLessThanPath': '$limit' | ",
        "'NumericGreaterThan': 4 | UNBOUNDED_CYCLE",
        "'IsPresent': true       | UNBOUNDED_CYCLE",
      })
  void counterOfABodyBoundsItsCycle(String comparison, FindingKind kind) {
    String machine = TRIES.formatted("'Assign': {'limit': 9}", COUNT, "", comparison, ONCE);

    assertThat(kinds(machine)).isEqualTo(kind == null ? List.of() : List.of(kind));
  }

  @Test
  void counterOfABodyBeginsAnewInEachRoundAroundIt() {
    String again = "false, 'Next': 'Orders'";
    String all = TRIES.formatted("'Comment': ''", COUNT, "", "'NumericLessThan': 4", again);

    assertThat(kinds(all)).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void variableThatAnOuterStateCountsDoesNotBoundTheCycleOfABody() {
    String machine = TRIES.formatted(COUNT, "'Comment': ''", "", "'NumericLessThan': 4", ONCE);

    assertThat(kinds(machine)).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @CsvSource({"Pay, false", "Order done, true"})
  void ruleResetsWhereItLeads(String target, boolean isBound) {
    String rule = "'Assign': {'tried': 0}, ";
    String machine =
        TRIES
            .formatted("'Comment': ''", COUNT, rule, "'NumericLessThan': 4", ONCE)
            .replaceFirst("'Next': 'Order done'}", "'Next': '" + target + "'}");

    assertThat(kinds(machine).isEmpty()).isEqualTo(isBound);
  }

  private static final String COUNTED =
      """
      {%s'StartAt': 'Try', 'States': {
        'Try': {'Type': 'Task', 'Resource': 'r', %s, 'Next': 'Enough?'},
        'Enough?': {'Type': 'Choice', %s'Choices': [%s, 'Next': 'Try'}], 'Default': 'Done'},
        'Done': {'Type': 'Succeed'}}}
      """;

  private static final String OWN = "'QueryLanguage': 'JSONata', ";

  @ParameterizedTest
  @ValueSource(strings = {"counter", "count", "x", "index", "retry_count"})
  void nameOfACounterDoesNotMatter(String name) {
    String jsonPath =
        COUNTED.formatted(
            "",
            "'Assign': {'NAME.$': 'States.MathAdd($NAME, 1)'}",
            "",
            "{'Variable': '$NAME', 'NumericLessThan': 3");
    String jsonata =
        COUNTED.formatted(
            OWN,
            "'Output': {'NAME': '{% $states.input.NAME + 1 %}', 'r': '{% $states.result %}'}",
            "",
            "{'Condition': '{% $states.input.NAME < 3 %}'");

    assertThat(kinds(jsonPath.replace("NAME", name))).isEmpty();
    assertThat(kinds(jsonata.replace("NAME", name))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'QueryLanguage': 'JSONata', |    |                               | true",
        "                            | 'QueryLanguage': 'JSONata', | 'QueryLanguage': 'JSONata', | true",
        "                            |    | 'QueryLanguage': 'JSONata', | false",
        "                            | 'QueryLanguage': 'JSONata', |    | false",
        "'QueryLanguage': 'JSONata', | 'QueryLanguage': 'JSONPath', |  | false",
        "                            |    |                               | false",
      })
  void languageIsThatOfTheMachineOrTheState(
      String machine, String task, String choice, boolean isBound) {
    String text =
        COUNTED.formatted(
            machine == null ? "" : machine,
            (task == null ? "" : task) + "'Assign': {'n': '{% $n + 1 %}'}",
            choice == null ? "" : choice,
            "{'Condition': '{% $n < 3 %}'");

    assertThat(kinds(text).isEmpty()).isEqualTo(isBound);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{% $append($left, [1]) %} | COUNTER_RESET",
        "{% $n %}                  | COUNTER_RESET",
        "                          | ",
      })
  void sizeOfAListIsNoLimitIfTheListGrows(String written, FindingKind kind) {
    String list = written == null ? "" : ", 'left': '" + written + "'";
    String text =
        COUNTED.formatted(
            OWN,
            "'Assign': {'n': '{% $n + 1 %}'" + list + "}",
            "",
            "{'Condition': '{% $n < $count($left) %}'");

    assertThat(kinds(text)).isEqualTo(kind == null ? List.of() : List.of(kind));
  }

  @Test
  void catcherThatLeavesTheCycleResetsNothing() {
    String text =
        """
        {'StartAt': 'Count', 'States': {
          'Count': {'Type': 'Pass', 'Parameters': {'n.$': 'States.MathAdd($.i.n, 1)'},
            'ResultPath': '$.i', 'Next': 'Work'},
          'Work': {'Type': 'Task', 'Resource': 'r', 'ResultPath': '$.result', 'Next': 'Again?',
            'Catch': [{'ErrorEquals': ['States.ALL'], 'Next': '%s'}]},
          'Again?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.i.n', 'NumericLessThan': 7, 'Next': 'Count'}], 'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """;

    assertThat(kinds(text.formatted("Done"))).isEmpty();
    assertThat(kinds(text.formatted("Again?"))).containsExactly(FindingKind.COUNTER_RESET);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '^',
      value = {
        "Done, 'Comment': '', ",
        "Note, 'Comment': '', COUNTER_NOT_COUNTED",
        "Again?, 'Comment': '', COUNTER_NOT_COUNTED",
        "Again?, 'Assign': {'n.$': 'States.MathAdd($n; 1)'}, ",
      })
  void errorThatIsCaughtBeforeTheStateCountsIsNotCounted(
      String target, String assigned, FindingKind kind) {
    String text =
        """
        {'StartAt': 'Work', 'States': {
          'Work': {'Type': 'Task', 'Resource': 'r', 'Assign': {'n.$': 'States.MathAdd($n, 1)'},
            'Catch': [{'ErrorEquals': ['States.ALL'], %s, 'Next': '%s'}], 'Next': 'Again?'},
          'Note': {'Type': 'Pass', 'Next': 'Again?'},
          'Again?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$n', 'NumericLessThan': 7, 'Next': 'Work'}], 'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """
            .formatted(assigned.replace(';', ','), target);
    String reached =
        target.equals("Note")
            ? text
            : text.replace("'Note': {'Type': 'Pass', 'Next': 'Again?'},", "");

    assertThat(kinds(reached)).isEqualTo(kind == null ? List.of() : List.of(kind));
  }

  @ParameterizedTest
  @CsvSource({"$, true", "$.list, false", "$.other, true"})
  void tokenThatAnotherTaskWritesOverIsNoBound(String path, boolean isBound) {
    String text =
        """
        {'StartAt': 'Get', 'States': {
          'Get': {'Type': 'Task', 'Resource': 'r', 'Parameters': {'T.$': '$.list.NextToken'},
            'ResultPath': '$.list', 'Next': 'Work'},
          'Work': {'Type': 'Task', 'Resource': 'r', %s 'ResultPath': '%s', 'Next': 'More?'},
          'More?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.list.NextToken', 'IsPresent': true, 'Next': 'Get'}], 'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """;
    String given = path.equals("$") ? "" : "'Parameters': {'x.$': '$.list.Items'},";

    assertThat(kinds(text.formatted(given, path)).isEmpty()).isEqualTo(isBound);
  }

  private static final String ROUNDS =
      """
      {'StartAt': 'Both', 'States': {
        'Both': {'Type': 'Parallel', 'Branches': [
          {'StartAt': 'Ask', 'States': {'Ask': {'Type': 'Task', 'Resource': 'r', 'End': true}}},
          {'StartAt': 'First', 'States': {%s,
            'Nap': {'Type': 'Wait', 'Seconds': %s, 'Next': 'Last'},
            'Last': {'Type': 'Pass', 'End': true}}}], %s 'Next': 'Ready?'},
        'Ready?': {'Type': 'Choice', 'Choices': [
          {'Variable': '$[0].state', 'StringEquals': 'READY', 'Next': 'Done'}], 'Default': 'Both'},
        'Sorry': {'Type': 'Pass', 'Next': '%s'},
        'Done': {'Type': 'Succeed'}}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'First': {'Type': 'Pass', 'Next': 'Nap'} | 30 | Done | UNPROVEN_BOUND",
        "'First': {'Type': 'Pass', 'Next': 'Nap'} | 30 | Both | UNBOUNDED_CYCLE",
        "'First': {'Type': 'Pass', 'Next': 'Nap'} | 0  | Done | UNBOUNDED_CYCLE",
        "'First': {'Type': 'Pass', 'End': true}   | 30 | Done | UNBOUNDED_CYCLE",
        "'First': {'Type': 'Choice', 'Choices': [{'Variable': '$.x', 'IsNull': true, 'Next':"
            + " 'Last'}], 'Default': 'Nap'} | 30 | Done | UNBOUNDED_CYCLE",
        "'First': {'Type': 'Choice', 'Choices': [{'Variable': '$.x', 'IsNull': true, 'Next':"
            + " 'No'}], 'Default': 'Nap'}, 'No': {'Type': 'Fail'} | 30 | Done | UNPROVEN_BOUND",
        "'First': {'Type': 'Task', 'Resource': 'r', 'Catch': [{'ErrorEquals': ['States.ALL'],"
            + " 'Next': 'Last'}], 'Next': 'Nap'} | 30 | Done | UNBOUNDED_CYCLE",
      })
  void parallelWaitsIfEachWayThroughABranchDoes(
      String first, String seconds, String afterCatch, FindingKind kind) {
    String caught = "'Catch': [{'ErrorEquals': ['States.ALL'], 'Next': 'Sorry'}],";

    assertThat(kinds(ROUNDS.formatted(first, seconds, caught, afterCatch))).contains(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: ${self:service}-orders\ntype: STANDARD\ndefinition:\n  StartAt: Ask\n  States:\n",
        "definition:\n  States:\n",
        "orders:\n  name: orders\n  definition:\n    StartAt: Ask\n    States:\n",
        "stateMachines:\n  orders:\n    definition:\n      StartAt: Ask\n      States:\n",
      })
  void machineOfAnIncludedFileIsRead(String head) {
    String states =
        """
                Ask: {Type: Task, Resource: r, Next: Look}
                Look: {Type: Task, Resource: r, Next: Ask}
        """;
    boolean hasStart = head.contains("StartAt");

    assertThat(GraphFormat.find(new GraphInput("file", head + states))).contains(GraphFormat.ASL);
    if (hasStart) {
      assertThat(kinds(head + states)).contains(FindingKind.UNBOUNDED_CYCLE);
      assertThat(kinds("type: EXPRESS\n" + (head + states).replace("type: STANDARD\n", "")))
          .as("only of the machine that says so")
          .matches(found -> found.isEmpty() == head.startsWith("name"));
    }
  }

  private static final String TIMED =
      """
      {'StartAt': 'Each', 'States': {
        'Each': {'Type': 'Map', 'ItemProcessor': {%s 'StartAt': 'Ask', 'States': {
          'Ask': {'Type': 'Task', 'Resource': 'r', 'Next': 'Good?'},
          'Good?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.good', 'BooleanEquals': %s, 'Next': 'Fine'}], 'Default': '%s'},
          'Fine': {'Type': 'Pass', 'Next': 'Good'},
          'Good': {'Type': 'Pass', '%s}}}, %s},
        'Done': {'Type': 'Succeed'}}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'ProcessorConfig': {'Mode': 'DISTRIBUTED', 'ExecutionType': 'EXPRESS'}, | true",
        "'ProcessorConfig': {'Mode': 'DISTRIBUTED', 'ExecutionType': 'STANDARD'}, | false",
        "'ProcessorConfig': {'Mode': 'INLINE', 'ExecutionType': 'EXPRESS'}, | false",
        "'ProcessorConfig': {'ExecutionType': 'EXPRESS'}, | false",
        "'TimeoutSeconds': 60, | false",
      })
  void timeOfABodyBoundsItsCyclesButNotThoseAroundIt(String limit, boolean isBound) {
    String end = "End': true";
    String byDefault = TIMED.formatted(limit, "true", "Ask", end, "'Next': 'Done'");
    String byRule = TIMED.formatted(limit, "true", "Good", "Next': 'Ask'", "'Next': 'Done'");
    String around = TIMED.formatted(limit, "true", "Fine", end, "'Next': 'Each'");

    assertThat(kinds(byDefault).isEmpty()).isEqualTo(isBound);
    assertThat(kinds(byRule)).noneMatch(kind -> isBound && kind.isUnboundedCycle());
    assertThat(kinds(around)).contains(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "B", "C", "D", "E"})
  void stateThatIsInItsOwnBodyIsRefused(String name) {
    String machine =
        """
        {'StartAt': 'A', 'States': {'A': {'Type': 'Map', 'End': true, 'Iterator': {
          'TimeoutSeconds': 9, 'StartAt': 'B', 'States': {'B': {'Type': 'Map', 'End': true, 'Iterator': {
          'StartAt': 'C', 'States': {'C': {'Type': 'Map', 'End': true, 'Iterator': {
          'StartAt': 'D', 'States': {'D': {'Type': 'Map', 'End': true, 'Iterator': {
          'StartAt': '%s', 'States': {'%s': {'Type': 'Pass', 'End': true}}}}}}}}}}}}}}}
        """
            .formatted(name, name)
            .replace('\'', '"');

    assertThat(GraphFixtures.problems(machine).isEmpty()).isEqualTo(name.equals("E"));
  }
}
