package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.lint.LintFile;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bounds that a format itself has count; those that only look like one are warnings. */
class BoundsOfFormatsTest {

  private static List<GraphFinding> findings(String text) {
    return GraphLint.lint(
            GraphReader.parseAllGraphs("file", text, Optional.empty(), Optional.empty()).get(0))
        .findings();
  }

  private static List<FindingKind> kinds(String text) {
    return findings(text).stream().map(GraphFinding::kind).toList();
  }

  private static String repeating(String timeout, String increment, String choice) {
    return """
    {%s"StartAt": "Count", "States": {
      "Count": {"Type": "Pass", %s, "Next": "Ask"},
      "Ask": {"Type": "Task", "Resource": "r", "ResultPath": "$.answer", "Next": "Ready?"},
      "Ready?": {"Type": "Choice", "Choices": [
        {"Variable": "$.state", "StringEquals": "READY", "Next": "Done"},
        {%s, "Next": "Wait"}], "Default": "GiveUp"},
      "Wait": {"Type": "Task", "Resource": "s", "ResultPath": null, "Next": "Count"},
      "GiveUp": {"Type": "Fail"}, "Done": {"Type": "Succeed"}}}
    """
        .formatted(timeout, increment, choice);
  }

  private static final String ADD =
      "\"Parameters\": {\"n.$\": \"States.MathAdd($.loop.n, 1)\"}, \"ResultPath\": \"$.loop\"";

  @Test
  void timeoutOfAStateMachineBoundsItsCycles() {
    String open = "\"Variable\": \"$.x\", \"IsPresent\": true";

    assertThat(kinds(repeating("", "\"Comment\": \"\"", open)))
        .containsExactly(FindingKind.UNBOUNDED_CYCLE);
    assertThat(kinds(repeating("\"TimeoutSeconds\": 900, ", "\"Comment\": \"\"", open))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "\"Variable\": \"$.loop.n\", \"NumericLessThan\": 5 | 5",
        "\"Variable\": \"$.loop.n\", \"NumericLessThanEquals\": 5 | 6",
        "\"And\": [{\"Variable\": \"$.loop.n\", \"NumericLessThan\": 3}, {\"Variable\": \"$.y\","
            + " \"IsPresent\": true}] | 3",
        "\"Not\": {\"Variable\": \"$.loop.n\", \"NumericGreaterThanEquals\": 4} | 4",
      })
  void counterThatAStateIncrementsAndAChoiceComparesIsABound(String choice, int max) {
    String text = repeating("", ADD, choice);

    assertThat(kinds(text)).isEmpty();
    assertThat(
            GraphReader.parseAllGraphs("file", text, Optional.empty(), Optional.empty())
                .get(0)
                .graph()
                .counters())
        .extracting(counter -> counter.max().orElseThrow())
        .containsExactly(max);
  }

  @Test
  void comparisonThatEndsTheCycleBoundsTheOtherChoices() {
    String text =
        repeating("", ADD, "\"Variable\": \"$.loop.n\", \"NumericGreaterThan\": 4")
            .replace("\"Next\": \"Wait\"}]", "\"Next\": \"GiveUp\"}]")
            .replace("\"Default\": \"GiveUp\"", "\"Default\": \"Wait\"");

    assertThat(kinds(text)).isEmpty();
  }

  @Test
  void counterThatIsResetInItsCycleIsNoBound() {
    String text =
        repeating("", ADD, "\"Variable\": \"$.loop.n\", \"NumericLessThan\": 5")
            .replace(
                "\"Wait\": {\"Type\": \"Task\", \"Resource\": \"s\", \"ResultPath\": null",
                "\"Wait\": {\"Type\": \"Pass\", \"Result\": 0, \"ResultPath\": \"$.loop.n\"");

    assertThat(kinds(text)).containsExactly(FindingKind.COUNTER_RESET);
  }

  @Test
  void counterThatNothingIncrementsIsUnproven() {
    String text =
        repeating("", "\"Comment\": \"\"", "\"Variable\": \"$.tries\", \"NumericLessThan\": 5");

    GraphFinding finding = findings(text).get(0);

    assertThat(finding.kind()).isEqualTo(FindingKind.UNPROVEN_BOUND);
    assertThat(finding.kind().isError()).isFalse();
    assertThat(finding.reason())
        .contains(
            "'$.tries < 5' looks like a bound",
            "to bounds in .eddyline-lint.yaml.\n- {graph: 'file', counters: {'$.tries': {max: 5}},");
  }

  @Test
  void counterOfJsonataIsABound() {
    String text =
        """
        {"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
          "Ask": {"Type": "Task", "Resource": "r", "Assign": {"n": "{% $n + 1 %}"}, "Next": "Again?"},
          "Again?": {"Type": "Choice", "Choices": [{"Condition": "{% $n < 5 %}", "Next": "Ask"}],
            "Default": "Done"},
          "Done": {"Type": "Succeed"}}}
        """;

    assertThat(kinds(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "retry_count < 3          | ",
        "attempts <= 2            | ",
        "retryCount < 5           | ",
        "no and attempts < 5      | ",
        "!good && attempts < 5    | ",
        "${!good && attempts < 5} | ",
        "score < 80               | UNBOUNDED_CYCLE",
        "max 3 retries            | UNPROVEN_BOUND",
        "again                    | UNBOUNDED_CYCLE",
      })
  void labelOfAMermaidLinkIsABound_ifItComparesACounter(String label, FindingKind kind) {
    String text = "flowchart TD\n make --> check{ok?}\n check -->|%s| make\n check --> done\n";

    assertThat(kinds(text.formatted(label))).isEqualTo(kind == null ? List.of() : List.of(kind));
  }

  @Test
  void labelThatEndsTheCycleBoundsTheOtherLinks() {
    assertThat(
            kinds(
                "flowchart TD\n"
                    + " make --> check{ok?}\n"
                    + " check -->|no| make\n"
                    + " check -->|tries >= 3| stop\n"))
        .isEmpty();
  }

  @Test
  void boundOfTheReasonMakesTheGraphClean() {
    String chart =
        "flowchart TD\n make --> check{ok?}\n check -->|max 3 retries| make\n check --> done\n";

    assertThat(findingsWithBoundsOfReason(chart)).isEmpty();
  }

  /** The findings after the bounds in the reason of the first finding are in the lint file. */
  private static List<GraphFinding> findingsWithBoundsOfReason(String chart) {
    String reason = findings(chart).get(0).reason();
    String entry = reason.substring(reason.indexOf("- {"), reason.lastIndexOf('}') + 1);
    LintFile lintFile = LintFile.read(LintFile.NAME, "bounds:\n  " + entry + "\n");
    ParsedGraph parsed =
        GraphReader.parseSingleGraph("file", chart, Optional.empty(), Optional.empty());
    return GraphLint.lint(lintFile.withBounds("file", parsed)).findings();
  }

  private static String process(String inner, String outside) {
    return """
    <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
    %s
    %s
    </process></definitions>
    """
        .formatted(inner, outside);
  }

  @Test
  void conditionOverACounterBoundsABpmnCycle() {
    String flows =
        """
        <startEvent id="s"/><task id="ask"/><exclusiveGateway id="g" default="f4"/><endEvent id="e"/>
        <sequenceFlow id="f1" sourceRef="s" targetRef="ask"/>
        <sequenceFlow id="f2" sourceRef="ask" targetRef="g"/>
        <sequenceFlow id="f3" sourceRef="g" targetRef="ask"><conditionExpression>${tries &lt; 3}</conditionExpression></sequenceFlow>
        <sequenceFlow id="f4" sourceRef="g" targetRef="e"/>
        """;

    assertThat(kinds(process(flows, ""))).isEmpty();
    assertThat(kinds(process(flows.replace("tries", "amount"), "")))
        .containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @CsvSource({
    "exclusiveGateway, default='f4', false",
    "exclusiveGateway, default='f3', true",
    "parallelGateway, '', true",
    "eventBasedGateway, '', true",
    "inclusiveGateway, default='f4', false",
  })
  void conditionThatEnginesIgnoreIsNoBound(String gateway, String attribute, boolean isEndless) {
    String flows =
        """
        <startEvent id="s"/><task id="ask"/><%s id="g" %s/><endEvent id="e"/>
        <sequenceFlow id="f1" sourceRef="s" targetRef="ask"/>
        <sequenceFlow id="f2" sourceRef="ask" targetRef="g"/>
        <sequenceFlow id="f3" sourceRef="g" targetRef="ask"><conditionExpression>${tries &lt; 3}</conditionExpression></sequenceFlow>
        <sequenceFlow id="f4" sourceRef="g" targetRef="e"/>
        """
            .formatted(gateway, attribute);

    assertThat(kinds(process(flows, "")).contains(FindingKind.UNBOUNDED_CYCLE))
        .isEqualTo(isEndless);
  }

  @Test
  void nameOfADefaultFlowIsNoProof() {
    String flows =
        """
        <startEvent id="s"/><task id="ask"/><exclusiveGateway id="g" default="f3"/><endEvent id="e"/>
        <sequenceFlow id="f1" sourceRef="s" targetRef="ask"/>
        <sequenceFlow id="f2" sourceRef="ask" targetRef="g"/>
        <sequenceFlow id="f3" name="tries &lt; 3" sourceRef="g" targetRef="ask"/>
        <sequenceFlow id="f4" name="done" sourceRef="g" targetRef="e"><conditionExpression>${done}</conditionExpression></sequenceFlow>
        """;

    assertThat(kinds(process(flows, ""))).containsExactly(FindingKind.UNPROVEN_BOUND);
    assertThat(kinds(process(flows.replace(" default=\"f3\"", ""), "")))
        .doesNotContain(FindingKind.UNPROVEN_BOUND);
  }

  @Test
  void interruptingTimerOfASubprocessBoundsItsCycles() {
    String poll =
        """
        <startEvent id="s"/><subProcess id="poll">
          <startEvent id="i"/><task id="ask"/><task id="wait"/>
          <sequenceFlow id="f1" sourceRef="i" targetRef="ask"/>
          <sequenceFlow id="f2" sourceRef="ask" targetRef="wait"/>
          <sequenceFlow id="f3" sourceRef="wait" targetRef="ask"/>
        </subProcess><endEvent id="e"/><sequenceFlow id="f4" sourceRef="s" targetRef="poll"/>
        """;
    String timer =
        """
        <boundaryEvent id="late" attachedToRef="poll"><timerEventDefinition/></boundaryEvent>
        <sequenceFlow id="f5" sourceRef="late" targetRef="e"/>
        """;

    assertThat(kinds(process(poll, "")))
        .containsExactly(
            FindingKind.UNBOUNDED_CYCLE, FindingKind.UNREACHED, FindingKind.NO_WAY_OUT);
    assertThat(kinds(process(poll, timer))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                       | timerEventDefinition |",
        "isInterrupting='false' | timerEventDefinition | UNBOUNDED_CYCLE",
        "                       | errorEventDefinition | UNBOUNDED_CYCLE",
      })
  void timerThatBeginsAnEventSubprocessBoundsTheCyclesAround(
      String attribute, String definition, FindingKind expected) {
    String poll =
        """
        <startEvent id="s"/><task id="ask"/><task id="wait"/>
        <sequenceFlow id="f1" sourceRef="s" targetRef="ask"/>
        <sequenceFlow id="f2" sourceRef="ask" targetRef="wait"/>
        <sequenceFlow id="f3" sourceRef="wait" targetRef="ask"/>
        <subProcess id="late" triggeredByEvent="true">
          <startEvent id="l" %s><%s/></startEvent><task id="tell"/>
          <sequenceFlow id="f4" sourceRef="l" targetRef="tell"/>
        </subProcess>
        """
            .formatted(attribute == null ? "" : attribute, definition);
    String inSubprocess =
        """
        <startEvent id="s0"/><subProcess id="all">%s</subProcess><endEvent id="e"/>
        <sequenceFlow id="f8" sourceRef="s0" targetRef="all"/>
        <sequenceFlow id="f9" sourceRef="all" targetRef="e"/>
        """
            .formatted(poll);

    for (String flows : List.of(poll, inSubprocess)) {
      assertThat(kinds(process(flows, "")).stream().filter(FindingKind::isUnboundedCycle))
          .isEqualTo(Stream.ofNullable(expected).toList());
    }
  }

  @Test
  void timerThatBeginsAnEventSubprocessBoundsNoCycleInIt() {
    String flows =
        """
        <startEvent id="s"/><task id="ask"/><sequenceFlow id="f1" sourceRef="s" targetRef="ask"/>
        <subProcess id="late" triggeredByEvent="true">
          <startEvent id="l"><timerEventDefinition/></startEvent><task id="call"/><task id="wait"/>
          <sequenceFlow id="f2" sourceRef="l" targetRef="call"/>
          <sequenceFlow id="f3" sourceRef="call" targetRef="wait"/>
          <sequenceFlow id="f4" sourceRef="wait" targetRef="call"/>
        </subProcess>
        """;

    assertThat(kinds(process(flows, ""))).contains(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @CsvSource({
    "PT5M, UNPROVEN_BOUND",
    "PT0.5S, UNPROVEN_BOUND",
    "${delay}, UNPROVEN_BOUND",
    "PT0S, UNBOUNDED_CYCLE",
    "P0DT0H0M, UNBOUNDED_CYCLE",
  })
  void timerWithoutTimeIsNoWait(String duration, FindingKind expected) {
    String flows =
        """
        <startEvent id="s"/><task id="ask"/><intermediateCatchEvent id="pause">
        <timerEventDefinition><timeDuration>%s</timeDuration></timerEventDefinition>
        </intermediateCatchEvent><exclusiveGateway id="g"/><endEvent id="e"/>
        <sequenceFlow id="f1" sourceRef="s" targetRef="ask"/>
        <sequenceFlow id="f2" sourceRef="ask" targetRef="g"/>
        <sequenceFlow id="f3" sourceRef="g" targetRef="pause"/>
        <sequenceFlow id="f4" sourceRef="pause" targetRef="ask"/>
        <sequenceFlow id="f5" sourceRef="g" targetRef="e"/>
        """
            .formatted(duration);

    assertThat(kinds(process(flows, ""))).containsExactly(expected);
  }

  @Test
  void activityThatNoFlowLeavesEndsTheProcess() {
    String flows =
        """
        <startEvent id="s"/><task id="a"/><boundaryEvent id="b" attachedToRef="a"/><task id="n"/>
        <sequenceFlow id="f1" sourceRef="s" targetRef="a"/>
        <sequenceFlow id="f2" sourceRef="b" targetRef="n"/>
        <sequenceFlow id="f3" sourceRef="n" targetRef="a"/>
        """;

    assertThat(kinds(process(flows, ""))).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void linkToASubgraphOfSubgraphsEntersItsNodes() {
    String chart =
        """
        flowchart TD
          subgraph outer
            subgraph inner
              A --> B
            end
          end
          B --> outer
          B --> C
        """;

    assertThat(kinds(chart)).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void linkMayBeginALine_andAttributesOfALinkAreNoNode() {
    ParsedGraph parsed =
        GraphReader.parseSingleGraph(
            "file",
            "flowchart LR\n"
                + " A\n"
                + "  --> B\n"
                + " B e1@--> C\n"
                + " e1@{ animate: true }\n"
                + " D@{ label: \"{x}\" }\n"
                + " C --> D\n",
            Optional.empty(),
            Optional.empty());

    assertThat(parsed.unparsedParts()).isEmpty();
    assertThat(parsed.graph().nodes()).extracting(Node::id).containsExactly("A", "B", "C", "D");
    assertThat(parsed.graph().edges()).hasSize(3);
  }

  @Test
  void subgraphThatIsNamedBeforeItIsDefinedIsNoNode() {
    ParsedGraph parsed =
        GraphReader.parseSingleGraph(
            "file",
            "flowchart LR\n"
                + " a --> b\n"
                + " subgraph A\n"
                + "  B\n"
                + " end\n"
                + " subgraph B\n"
                + "  b\n"
                + " end\n"
                + " L_a_b_0@{ animation: fast }\n",
            Optional.empty(),
            Optional.empty());

    assertThat(parsed.graph().nodes()).extracting(Node::id).containsExactly("a", "b");
    assertThat(parsed.unparsedParts()).isEmpty();
  }

  @Test
  void fencesOfMarkdownFollowCommonMark() {
    String markdown =
        """
        ````text
        ```mermaid
        flowchart TD
          X --> X
        ```
        ````
        ```not a fence``` on one line.

        > ``` Mermaid
        > flowchart TD
        >   P --> Q
        > ```

        :::mermaid
        flowchart TD
          A --> B
          B --> A
        :::
        """;

    List<ParsedGraph> graphs =
        GraphReader.parseAllGraphs("file", markdown, Optional.empty(), Optional.empty());

    assertThat(graphs)
        .extracting(parsed -> parsed.graph().nodes().get(0).id())
        .containsExactly("P", "A");
    assertThat(graphs.get(1).graph().edges().get(1).line()).isEqualTo(17);
  }

  /** Each is endless, although something in it looks like a counter. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        // another rule leads to the same state
        "\"Variable\": \"$.loop.n\", \"NumericLessThan\": 5, \"Next\": \"Wait\"}, {\"Variable\":"
            + " \"$.x\", \"IsNull\": true",
        // an exit only together with something else
        "\"Variable\": \"$.x\", \"IsNull\": true, \"Next\": \"Wait\"}, {\"And\": [{\"Variable\":"
            + " \"$.loop.n\", \"NumericGreaterThan\": 4}, {\"Variable\": \"$.y\", \"IsNull\":"
            + " true}], \"Next\": \"GiveUp\"}, {\"Variable\": \"$.z\", \"IsNull\": true",
        // the exit is tried after the rule that goes on
        "\"Variable\": \"$.x\", \"IsNull\": true, \"Next\": \"Wait\"}, {\"Variable\": \"$.loop.n\","
            + " \"NumericGreaterThan\": 4, \"Next\": \"GiveUp\"}, {\"Variable\": \"$.z\","
            + " \"IsNull\": true",
        "\"Or\": [{\"Variable\": \"$.loop.n\", \"NumericLessThan\": 5}, {\"Variable\": \"$.y\","
            + " \"IsNull\": true}]",
        "\"Variable\": \"$.loop.n\", \"NumericEquals\": 5",
        "\"Variable\": \"$.other.n\", \"NumericLessThan\": 5",
      })
  void comparisonThatDoesNotStopTheCycleIsNoBound(String choice) {
    assertThat(kinds(repeating("", ADD, choice))).contains(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        // only the input of a task
        "\"Type\": \"Task\", \"Parameters\": {\"n.$\": \"States.MathAdd($.loop.n, 1)\"},"
            + " \"ResultPath\": \"$.loop\"",
        // written elsewhere
        "\"Type\": \"Pass\", \"Parameters\": {\"n.$\": \"States.MathAdd($.loop.n, 1)\"},"
            + " \"ResultPath\": \"$.else\"",
        "\"Type\": \"Pass\", \"Parameters\": {\"n.$\": \"States.MathAdd($.loop.n, -1)\"},"
            + " \"ResultPath\": \"$.loop\"",
        "\"Type\": \"Pass\", \"Parameters\": {\"n.$\": \"States.Format('{}',"
            + " States.MathAdd($.loop.n, 1))\"}, \"ResultPath\": \"$.loop\"",
      })
  void additionThatIsNotWrittenToTheVariableIsNoCounter(String count) {
    String text =
        repeating("", "X", "\"Variable\": \"$.loop.n\", \"NumericLessThan\": 5")
            .replace("\"Type\": \"Pass\", X", count);

    assertThat(kinds(text)).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void taskThatReplacesTheWholeInputResetsItsCounters() {
    String text =
        repeating("", ADD, "\"Variable\": \"$.loop.n\", \"NumericLessThan\": 5")
            .replace("\"ResultPath\": \"$.answer\", ", "");

    assertThat(kinds(text)).containsExactly(FindingKind.COUNTER_RESET);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{% $n < 5 or $x %}   | UNBOUNDED_CYCLE",
        "{% $not($n < 5) %}   | UNBOUNDED_CYCLE",
        "{% $m < 5 %}         | UNBOUNDED_CYCLE",
      })
  void otherConditionsOfJsonataAreNoBounds(String condition, FindingKind kind) {
    String text =
        """
        {"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
          "Ask": {"Type": "Task", "Resource": "r", "Assign": {"n": "{%% $n + 1 %%}"}, "Next": "Again?"},
          "Again?": {"Type": "Choice", "Choices": [{"Condition": "%s", "Next": "Ask"}],
            "Default": "Done"},
          "Done": {"Type": "Succeed"}}}
        """
            .formatted(condition);

    assertThat(kinds(text)).containsExactly(kind);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "retry_count < 3 or urgent   | UNPROVEN_BOUND",
        "unless tries < 3            | UNPROVEN_BOUND",
        "not (tries < 3)             | UNPROVEN_BOUND",
        "not tries < 3 and urgent    | UNPROVEN_BOUND",
        "!(tries < 3 && urgent)      | UNPROVEN_BOUND",
        "underLimit                  | UNPROVEN_BOUND",
        "more pages                  | UNPROVEN_BOUND",
        "account_balance < 100       | UNBOUNDED_CYCLE",
        "discount < 20               | UNBOUNDED_CYCLE",
        "pass_rate < 80              | UNBOUNDED_CYCLE",
        "round_trip_time < 200       | UNBOUNDED_CYCLE",
        "attempts_left > 0           | UNPROVEN_BOUND",
        "error_count > 0             | UNBOUNDED_CYCLE",
        "max 5 MB                    | UNBOUNDED_CYCLE",
      })
  void textThatSaysMoreOrElseIsNoProof(String label, FindingKind kind) {
    String text = "flowchart TD\n make --> check{ok?}\n check -->|%s| make\n check --> done\n";

    assertThat(kinds(text.formatted(label))).containsExactly(kind);
  }

  @Test
  void exitBoundsOnlyTheOtherWayOfAChoiceOfTwo() {
    String chart = "flowchart TD\n make --> check\n check -->|tries >= 3| stop\n check %s make\n";

    assertThat(kinds(chart.formatted("-->|no|"))).isEmpty();
    assertThat(kinds(chart.formatted("-->"))).containsExactly(FindingKind.UNPROVEN_BOUND);
    assertThat(kinds(chart.formatted("-->|failed|"))).containsExactly(FindingKind.UNPROVEN_BOUND);
    assertThat(kinds(chart.formatted("-->|no|") + " check -->|pending| make\n"))
        .containsExactly(FindingKind.UNPROVEN_BOUND);
  }

  @Test
  void boundOfAnExitThatIsNoProofMakesTheGraphClean() {
    String chart =
        "flowchart TD\n"
            + " make --> check\n"
            + " check -->|tries >= 3 and failed| stop\n"
            + " check -->|no| make\n";

    assertThat(findingsWithBoundsOfReason(chart)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Ask, Check, 'from: Check, to: Ask'",
    "Same, Same, 'from: b, to: a'",
    "b, Check, 'from: Check, to: a'",
  })
  void boundsNameNodesAsPeopleDo_andByIdWhereANameIsNotUnique(
      String ask, String check, String written) {
    String chart =
        "flowchart TD\n a[%s] --> b{%s}\n b -->|again, up to 3 times| a\n b --> End\n"
            .formatted(ask, check);

    assertThat(findings(chart).get(0).reason().replace("'", "")).contains(written);
    assertThat(findingsWithBoundsOfReason(chart)).isEmpty();
  }

  @Test
  void nameOfTwoNodesIsUnknownInBounds() {
    ParsedGraph parsed =
        GraphReader.parseSingleGraph(
            "file",
            "flowchart TD\n a[Same] --> b{Same}\n b -->|again| a\n",
            Optional.empty(),
            Optional.empty());
    LintFile lintFile =
        LintFile.read(LintFile.NAME, "bounds: [{graph: file, counters: {n: {resetBy: Same}}}]");

    assertThatThrownBy(() -> lintFile.withBounds("file", parsed))
        .hasMessageContaining("unknown node 'Same'");
  }

  @Test
  void timerOfASubprocessDoesNotBoundACycleThatEntersItAgain() {
    String again =
        """
        <startEvent id="s"/><subProcess id="poll">
          <startEvent id="i"/><task id="ask"/><endEvent id="d"/>
          <sequenceFlow id="f1" sourceRef="i" targetRef="ask"/>
          <sequenceFlow id="f2" sourceRef="ask" targetRef="d"/>
        </subProcess><exclusiveGateway id="g"/><endEvent id="e"/>
        <sequenceFlow id="f3" sourceRef="s" targetRef="poll"/>
        <sequenceFlow id="f4" sourceRef="poll" targetRef="g"/>
        <sequenceFlow id="f5" sourceRef="g" targetRef="poll"/>
        <sequenceFlow id="f6" sourceRef="g" targetRef="e"/>
        <boundaryEvent id="late" attachedToRef="poll"><timerEventDefinition/></boundaryEvent>
        <sequenceFlow id="f7" sourceRef="late" targetRef="e"/>
        """;

    assertThat(kinds(process(again, ""))).containsExactly(FindingKind.COUNTER_RESET);
  }

  @ParameterizedTest
  @CsvSource({"hide", "title", "direction", "class-a", "style-check"})
  void stateMayHaveTheNameOfAKeyword(String name) {
    String diagram = "stateDiagram-v2\n [*] --> a\n a --> %1$s\n %1$s --> a\n a --> [*]\n";

    assertThat(kinds(diagram.formatted(name))).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stateDiagram-v2\\n [*] --> a\\n note right of a\\n a --> b\\n b --> a\\n",
        "flowchart TD\\n A --> B\\n B@{ label: \"it\"s\" }\\n B --> A\\n",
      })
  void blockWithoutItsEndIsReported(String text) {
    assertThat(
            GraphReader.parseSingleGraph(
                    "file", text.replace("\\n", "\n"), Optional.empty(), Optional.empty())
                .unparsedParts())
        .isNotEmpty();
  }

  @Test
  void manyCommentsBeforeAGraphAreNoHang() {
    String comments = "/**/".repeat(50_000);

    assertThat(kinds(comments + "digraph { a -> b; b -> a; b -> c }"))
        .containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  /** Work that grows with the square of the file would take hours. */
  @Test
  void manyTransitionsFromAndToCompositeStatesAreNoHang() {
    int count = 8_000;
    StringBuilder text =
        new StringBuilder("stateDiagram-v2\n[*] --> Work\nstate Work {\n[*] --> a\n");
    for (int number = 0; number < count / 4; number++) {
      text.append("s%d --> s%d\n".formatted(number, number + 1));
    }
    text.append("}\n");
    for (int number = 0; number < count; number++) {
      text.append("Work --> Work : again\n");
    }

    assertThat(GraphFixtures.read(text.toString()).graph().edges())
        .hasSize(1 + 1 + count / 4 + 2 * count);
  }
}
