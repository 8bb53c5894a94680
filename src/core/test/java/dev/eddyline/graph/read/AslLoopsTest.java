package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops of state machines as people write them: pages, polls, locks, loops over items. */
class AslLoopsTest {

  private static List<FindingKind> kinds(String machine) {
    return GraphLint.lintFindings(GraphFixtures.read(machine.replace('\'', '"')).graph()).stream()
        .map(GraphFinding::kind)
        .toList();
  }

  private static String pages(String parameters, String rule) {
    return """
    {'StartAt': 'List', 'States': {
      'List': {'Type': 'Task', 'Resource': 'arn:aws:states:::aws-sdk:s3:listObjectsV2'%s,
        'ResultPath': '$.list', 'Next': 'Work'},
      'Work': {'Type': 'Map', 'ItemsPath': '$.list.Contents', 'ResultPath': null,
        'ItemProcessor': {'StartAt': 'One', 'States': {
          'One': {'Type': 'Task', 'Resource': 'r', 'End': true}}}, 'Next': 'More?'},
      'More?': {'Type': 'Choice', 'Choices': [%s]%s},
      'Done': {'Type': 'Succeed'}}}
    """
        .formatted(parameters, rule, rule.endsWith("'Done'}") ? "" : ", 'Default': 'Done'");
  }

  private static final String TOKEN =
      ", 'Parameters': {'Bucket': 'b', 'ContinuationToken.$': '$.list.NextContinuationToken'}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'Variable': '$.list.NextContinuationToken', 'IsPresent': true, 'Next': 'List'}",
        "{'Variable': '$.list.IsTruncated', 'BooleanEquals': true, 'Next': 'List'}",
        "{'And': [{'Variable': '$.list.NextToken', 'IsPresent': true}, {'Variable':"
            + " '$.list.NextToken', 'IsNull': false}], 'Next': 'List'}",
        "{'Not': {'Variable': '$.list.Cursor', 'StringEquals': ''}, 'Next': 'List'}",
        "{'Variable': '$.list.LastEvaluatedKey', 'IsPresent': false, 'Next': 'Done'}, {'Variable':"
            + " '$.x', 'IsPresent': false, 'Next': 'List'}",
      })
  void pageTokenThatIsPassedOnIsABound(String rule) {
    assertThat(kinds(pages(TOKEN, rule))).doesNotContain(FindingKind.UNBOUNDED_CYCLE);
    assertThat(kinds(pages(TOKEN, rule))).noneMatch(FindingKind::isUnboundedCycle);
    assertThat(kinds(pages("", rule))).as("the whole input").noneMatch(FindingKind::isError);
  }

  @Test
  void pageTokenThatNoTaskGetsIsNoBound() {
    String rule = "{'Variable': '$.list.NextToken', 'IsPresent': true, 'Next': 'List'}";

    assertThat(kinds(pages(", 'Parameters': {'Bucket': 'b'}", rule)))
        .contains(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void defaultThatFetchesTheNextPageIsBounded() {
    String rule = "{'Variable': '$.list.NextToken', 'IsPresent': false, 'Next': 'Done'}";

    assertThat(kinds(pages(TOKEN, rule).replace("}]}", "}], 'Default': 'List'}"))).isEmpty();
  }

  @Test
  void pollAndLockThatWaitInEachRoundAreWarnings() {
    String poll =
        """
        {'StartAt': 'Start', 'States': {
          'Start': {'Type': 'Task', 'Resource': 'r', 'Next': 'Wait'},
          'Wait': {'Type': 'Wait', 'Seconds': 20, 'Next': 'Look'},
          'Look': {'Type': 'Task', 'Resource': 'r', 'Next': 'Ready?'},
          'Ready?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.state', 'StringEquals': 'READY', 'Next': 'Use'}], 'Default': 'Wait'},
          'Use': {'Type': 'Task', 'Resource': 'r', 'End': true}}}
        """;
    String lock =
        """
        {'StartAt': 'Lock', 'States': {
          'Lock': {'Type': 'Task', 'Resource': 'arn:aws:states:::dynamodb:updateItem',
            'Catch': [{'ErrorEquals': ['DynamoDB.ConditionalCheckFailedException'],
              'Next': 'Wait for the lock'}], 'Next': 'Work'},
          'Wait for the lock': {'Type': 'Wait', 'Seconds': 3, 'Next': 'Lock'},
          'Work': {'Type': 'Task', 'Resource': 'r', 'End': true}}}
        """;

    assertThat(kinds(poll)).containsExactly(FindingKind.UNPROVEN_BOUND);
    assertThat(kinds(lock)).containsExactly(FindingKind.UNPROVEN_BOUND);
  }

  @ParameterizedTest
  @CsvSource({
    "arn:aws:states:::sqs:sendMessage.waitForTaskToken, true",
    "arn:aws:states:::x, false"
  })
  void answerFromOutsideInEachRoundIsAWarning(String resource, boolean waits) {
    String machine =
        """
        {'StartAt': 'Draft', 'States': {
          'Draft': {'Type': 'Task', 'Resource': 'r', 'Next': 'Ask'},
          'Ask': {'Type': 'Task', 'Resource': '%s', 'Next': 'Approved?'},
          'Approved?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.answer', 'StringEquals': 'yes', 'Next': 'Done'}], 'Default': 'Draft'},
          'Done': {'Type': 'Succeed'}}}
        """
            .formatted(resource);

    assertThat(kinds(machine))
        .containsExactly(waits ? FindingKind.UNPROVEN_BOUND : FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void cycleThatDoesNotWaitIsAnErrorAlthoughAnotherSharesItsEdge() {
    String machine =
        """
        {'StartAt': 'Build', 'States': {
          'Build': {'Type': 'Task', 'Resource': 'r', 'Next': 'Result?'},
          'Result?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.r', 'StringEquals': 'flaky', 'Next': 'Prepare'},
            {'Variable': '$.r', 'StringEquals': 'busy', 'Next': 'Wait'}], 'Default': 'Done'},
          'Wait': {'Type': 'Wait', 'Seconds': 9, 'Next': 'Prepare'},
          'Prepare': {'Type': 'Pass', 'Next': 'Build'},
          'Done': {'Type': 'Succeed'}}}
        """;

    assertThat(kinds(machine)).first().isEqualTo(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "$.n, 1  | 'Variable': '$.i.n', 'NumericLessThanPath': '$.total' | ",
        "$.n, -1 | 'Variable': '$.i.n', 'NumericGreaterThan': 0          | ",
        "$.n, 1  | 'Variable': '$.i.n', 'NumericGreaterThan': 0          | UNBOUNDED_CYCLE",
        "$.n, -1 | 'Variable': '$.i.n', 'NumericLessThan': 9             | UNBOUNDED_CYCLE",
        "$.n, 1  | 'Not': {'Variable': '$.i.n', 'NumericEquals': 7}      | ",
        "$.n, 1  | 'Variable': '$.i.n', 'NumericEquals': 7               | UNBOUNDED_CYCLE",
        "$.n, 1  | 'Not': {'Or': [{'Variable': '$.i.n', 'NumericGreaterThan': 7}, {'Variable':"
            + " '$.ok', 'IsPresent': true}]} | ",
        "$.n, 1  | 'Variable': '$.iterator.continue', 'BooleanEquals': true | UNPROVEN_BOUND",
      })
  void loopThatCountsUpToALimitOrDownIsBounded(String step, String rule, FindingKind kind) {
    String machine =
        """
        {'StartAt': 'Count', 'States': {
          'Count': {'Type': 'Pass', 'Parameters': {'n.$': 'States.MathAdd($.i%s)'},
            'ResultPath': '$.i', 'Next': 'Work'},
          'Work': {'Type': 'Task', 'Resource': 'r', 'ResultPath': '$.result', 'Next': 'Again?'},
          'Again?': {'Type': 'Choice', 'Choices': [{%s, 'Next': 'Count'}], 'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """
            .formatted(step.substring(1).strip(), rule);

    assertThat(kinds(machine)).isEqualTo(kind == null ? List.of() : List.of(kind));
  }

  @Test
  void limitThatGrowsWithTheCounterIsNone() {
    String machine =
        """
        {'StartAt': 'Count', 'States': {
          'Count': {'Type': 'Pass', 'Parameters': {'n.$': 'States.MathAdd($.i.n, 1)'},
            'ResultPath': '$.i', 'Next': 'Work'},
          'Work': {'Type': 'Task', 'Resource': 'r', 'ResultPath': '$.total', 'Next': 'Again?'},
          'Again?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.i.n', 'NumericLessThanPath': '$.total', 'Next': 'Count'}],
            'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """;

    assertThat(kinds(machine)).containsExactly(FindingKind.COUNTER_RESET);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{% $exists($states.input.NextToken) %}                | true",
        "{% $states.input.NextToken != null and $states.input.n > 1 %} | true",
        "{% $not($exists($states.input.problem)) %}            | false",
        "{% $exists($states.input.NextToken) or $retry %}      | false",
      })
  void tokenOfJsonataIsABound(String condition, boolean isBound) {
    String machine =
        """
        {'QueryLanguage': 'JSONata', 'StartAt': 'List', 'States': {
          'List': {'Type': 'Task', 'Resource': 'r',
            'Arguments': {'Token': '{%% $states.input.NextToken %%}'}, 'Next': 'More?'},
          'More?': {'Type': 'Choice', 'Choices': [{'Condition': '%s', 'Next': 'List'}],
            'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """
            .formatted(condition);

    assertThat(kinds(machine).isEmpty()).isEqualTo(isBound);
  }

  @ParameterizedTest
  @CsvSource({"1, true", "-1, false"})
  void choiceMayCountItself(int step, boolean isBound) {
    String machine =
        """
        {'StartAt': 'Begin', 'States': {
          'Begin': {'Type': 'Pass', 'Assign': {'n': 0}, 'Next': 'Ask'},
          'Ask': {'Type': 'Task', 'Resource': 'r', 'Next': 'Good?'},
          'Good?': {'Type': 'Choice', 'Choices': [
            {'And': [{'Variable': '$.good', 'BooleanEquals': false},
              {'Variable': '$n', 'NumericLessThan': 5}],
             'Assign': {'n.$': 'States.MathAdd($n, %d)'}, 'Next': 'Ask'}], 'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """
            .formatted(step);

    assertThat(kinds(machine).isEmpty()).isEqualTo(isBound);
  }

  @Test
  void loopThatTakesTheFirstItemOfAListEachTimeIsBounded() {
    String machine =
        """
        {'StartAt': 'Any?', 'States': {
          'Any?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.files[0]', 'IsPresent': true, 'Next': 'Work'}], 'Default': 'Done'},
          'Work': {'Type': 'Task', 'Resource': 'r', 'ResultPath': null, 'Next': 'Rest'},
          'Rest': {'Type': 'Pass', 'InputPath': '$.files[1:]', 'ResultPath': '$.files',
            'Next': 'Any?'},
          'Done': {'Type': 'Succeed'}}}
        """;

    assertThat(kinds(machine)).isEmpty();
    assertThat(kinds(machine.replace("[1:]", "[0:]"))).contains(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void expressWorkflowEndsByItself() {
    String template =
        """
        Resources:
          Machine:
            Type: AWS::Serverless::StateMachine
            Properties:
              Type: %s
              Definition:
                StartAt: Ask
                States:
                  Ask: {Type: Task, Resource: r, Next: Again}
                  Again: {Type: Choice, Choices: [{Variable: $.x, IsPresent: true, Next: Ask}], Default: Done}
                  Done: {Type: Succeed}
        """;

    assertThat(kinds(template.formatted("EXPRESS"))).isEmpty();
    assertThat(kinds(template.formatted("STANDARD"))).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void machinesOfTheServerlessFrameworkAreRead() {
    String file =
        """
        service: shop
        stepFunctions:
          stateMachines:
            orders:
              name: orders
              definition:
                StartAt: Ask
                States:
                  Ask: {Type: Task, Resource: r, Next: Ask2}
                  Ask2: {Type: Task, Resource: r, Next: Ask}
        """;

    assertThat(kinds(file)).contains(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void entryOfTheLintFileForADefaultIsAllThatIsNeeded() {
    String poll =
        """
        {"StartAt": "Wait", "States": {
          "Wait": {"Type": "Wait", "Seconds": 20, "Next": "Ready?"},
          "Ready?": {"Type": "Choice", "Choices": [
            {"Variable": "$.state", "StringEquals": "READY", "Next": "Done"}], "Default": "Wait"},
          "Done": {"Type": "Succeed"}}}
        """;
    String entry =
        "counters: {rounds: {max: 9}}\nedges: [{from: 'Ready?', to: Wait, counter: rounds}]";

    ParsedGraph bounded =
        GraphReader.parseSingleGraph("file", poll, Optional.empty(), Optional.of(entry));

    assertThat(GraphLint.lint(bounded).findings()).isEmpty();
  }

  @Test
  void invalidMachineOfATemplateHidesNoOther() {
    String template =
        """
        Resources:
          Bad: {Type: 'AWS::Serverless::StateMachine', Properties: {Definition: {StartAt: B, States: {A: {Type: Succeed}}}}}
          Good: {Type: 'AWS::Serverless::StateMachine', Properties: {Definition: {StartAt: A, States: {A: {Type: Succeed}}}}}
        """;

    ParsedGraph good = GraphFixtures.read(template);

    assertThat(good.graph().name()).isEqualTo("test#Good");
    assertThat(good.unparsedParts())
        .singleElement()
        .asString()
        .contains("'Bad' is not read", "unknown node 'B'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // the token that is asked for is never written
        "'Parameters': {'Token.$': '$.page.NextToken'}, 'ResultPath': '$.items'",
        "'Parameters': {'Token.$': '$.page.NextToken'}, 'ResultPath': null",
        "'Parameters': {'Token.$': '$.page.NextToken'}, 'ResultSelector': {'NextToken': 'x'},"
            + " 'ResultPath': '$.page'",
      })
  void pageTokenThatDoesNotChangeIsNoBound(String task) {
    String machine =
        """
        {'StartAt': 'Get', 'States': {
          'Get': {'Type': 'Task', 'Resource': 'r', %s, 'Next': 'More?'},
          'More?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.page.NextToken', 'IsPresent': true, 'Next': 'Get'}], 'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """
            .formatted(task);

    assertThat(kinds(machine)).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{% $n + 2 %} | {% $n = 5 %}                    | false",
        "{% $n + 1 %} | {% $n = 5 %}                    | true",
        "{% $n + 1 %} | {% $done or $n >= 5 %}          | true",
        "{% $n + 1 %} | {% $done and $n >= 5 %}         | false",
        "{% $n + 1 %} | {% $not($ok and $n < 5 and $y) %} | true",
      })
  void exitOfJsonataIsABoundIfItMustComeTrue(String step, String exit, boolean isBound) {
    String machine =
        """
        {'QueryLanguage': 'JSONata', 'StartAt': 'Ask', 'States': {
          'Ask': {'Type': 'Task', 'Resource': 'r', 'Assign': {'n': '%s'}, 'Next': 'Done?'},
          'Done?': {'Type': 'Choice', 'Choices': [{'Condition': '%s', 'Next': 'Done'}],
            'Default': 'Ask'},
          'Done': {'Type': 'Succeed'}}}
        """
            .formatted(step, exit);

    assertThat(kinds(machine).isEmpty()).isEqualTo(isBound);
  }

  @Test
  void ruleThatCountsOnAnotherWayDoesNotBoundThisOne() {
    String machine =
        """
        {'StartAt': 'Ask', 'States': {
          'Ask': {'Type': 'Task', 'Resource': 'r', 'Next': 'Good?'},
          'Good?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.good', 'BooleanEquals': true, 'Assign': {'n.$': 'States.MathAdd($n, 1)'},
             'Next': 'Done'},
            {'Variable': '$n', 'NumericLessThan': 5, 'Next': 'Ask'}], 'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """;

    assertThat(kinds(machine)).containsExactly(FindingKind.COUNTER_NOT_COUNTED);
  }

  @Test
  void listThatIsTheWholeInputMayShrink() {
    String machine =
        """
        {'StartAt': 'Any?', 'States': {
          'Any?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$[0]', 'IsPresent': false, 'Next': 'Done'}], 'Default': 'Work'},
          'Work': {'Type': 'Task', 'Resource': 'r', 'ResultPath': null, 'Next': 'Rest'},
          'Rest': {'Type': 'Pass', 'InputPath': '$[1:]', 'Next': 'Any?'},
          'Done': {'Type': 'Succeed'}}}
        """;

    assertThat(kinds(machine)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'ResultPath': '$.files'  | COUNTER_RESET",
        "'Comment': 'whole input' | COUNTER_RESET",
        "'ResultPath': '$.other'  | ",
      })
  void listThatATaskFillsAgainIsNoBound(String task, FindingKind kind) {
    String machine =
        """
        {'StartAt': 'Any?', 'States': {
          'Any?': {'Type': 'Choice', 'Choices': [
            {'Variable': '$.files[0]', 'IsPresent': true, 'Next': 'Rest'}], 'Default': 'Done'},
          'Rest': {'Type': 'Pass', 'Parameters': {'files.$': '$.files[1:]'}, 'Next': 'Same'},
          'Same': {'Type': 'Pass', 'Parameters': {'files.$': '$.files', 'x': 1}, 'Next': 'Scan'},
          'Scan': {'Type': 'Task', 'Resource': 'r', %s, 'Next': 'Any?'},
          'Done': {'Type': 'Succeed'}}}
        """;

    // a Pass without a path has no place for the list that is known
    String inside =
        machine
            .replace("$.files", "$.todo.files")
            .replace("'Parameters'", "'ResultPath': '$.todo', 'Parameters'");

    assertThat(kinds(inside.formatted(task.replace("$.files", "$.todo"))))
        .isEqualTo(kind == null ? List.of() : List.of(kind));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        // a session, and a position that no page changes
        "$.login.token      |                                      | $       | false",
        "$.login.token      | 'Parameters': {'t.$': '$.login.token'}, | $.login | true",
        "$.page.hasMore     | 'Parameters': {'startAt.$': '$.first'}, | $.page  | false",
        "$.page.hasMore     | 'Parameters': {'startAt.$': '$.page.next'}, | $.page | true",
      })
  void tokenMustBeGivenAndWritten(String token, String given, String result, boolean isBound) {
    String machine =
        """
        {'StartAt': 'Read', 'States': {
          'Read': {'Type': 'Task', 'Resource': 'r', %s 'ResultPath': '%s', 'Next': 'More?'},
          'More?': {'Type': 'Choice', 'Choices': [{'Variable': '%s', '%s': true, 'Next': 'Read'}],
            'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """;
    String test = token.endsWith("More") ? "BooleanEquals" : "IsPresent";

    assertThat(kinds(machine.formatted(given == null ? "" : given, result, token, test)).isEmpty())
        .isEqualTo(isBound);
    assertThat(kinds(machine.formatted("", "$.page", "$.page.hasMore", "BooleanEqualsPath")))
        .as("another path has the value")
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "$states.result.Next                                    | $nextToken != null    | true",
        "$nextToken                                             | $nextToken != null    | false",
        "$exists($states.result.N) ? $states.result.N : null    | $nextToken != null    | true",
        "$exists($states.result.N) ? $states.result.N : null    | $exists($nextToken)   | false",
        "$states.result.N ? $states.result.N : ''               | $nextToken != ''      | true",
        "$states.result.N ? $states.result.N : 'a'              | $nextToken != ''      | false",
        "$states.result.N ? $states.result.N : $nextToken       | $nextToken != ''      | false",
        "$states.result.Next                                    | $boolean($nextToken)  | true",
        "$states.result.Next                                    | $nextToken            | true",
        "$states.result.Next                                    | $not($nextToken)      | false",
      })
  void tokenOfAVariableMustBeOfTheResult(String next, String test, boolean isBound) {
    String machine =
        """
        {'QueryLanguage': 'JSONata', 'StartAt': 'Read', 'States': {
          'Read': {'Type': 'Task', 'Resource': 'r', 'Arguments': {'t': '{%% $nextToken %%}'},
            'Assign': {'nextToken': '{%% %s %%}'}, 'Next': 'More?'},
          'More?': {'Type': 'Choice', 'Choices': [{'Condition': '{%% %s %%}', 'Next': 'Read'}],
            'Default': 'Done'},
          'Done': {'Type': 'Succeed'}}}
        """
            .replace('\'', '"')
            .formatted(next, test);

    assertThat(GraphLint.lintFindings(GraphFixtures.read(machine).graph()).isEmpty())
        .isEqualTo(isBound);
  }
}
