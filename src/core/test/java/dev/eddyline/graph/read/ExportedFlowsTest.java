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

/** Loops of n8n, Flowise and Dify with the bounds that these have. */
class ExportedFlowsTest {

  private static ParsedGraph read(String text) {
    return GraphFixtures.read(text.replace('\'', '"'));
  }

  private static List<FindingKind> kinds(String text) {
    return GraphLint.lintFindings(read(text).graph()).stream().map(GraphFinding::kind).toList();
  }

  private static String n8n(String condition, String before, String settings) {
    return """
    {'nodes': [
      {'name': 'Start', 'type': 'n8n-nodes-base.manualTrigger'},
      {'name': 'Before', %s},
      {'name': 'Call', 'type': 'n8n-nodes-base.CALL'},
      {'name': 'Again?', 'type': 'n8n-nodes-base.if', 'typeVersion': 2,
        'parameters': {'conditions': %s}},
      {'name': 'Report', 'type': 'n8n-nodes-base.noOp'}],
     'connections': {
      'Start': {'main': [[{'node': 'Before'}]]}, 'Before': {'main': [[{'node': 'Call'}]]},
      'Call': {'main': [[{'node': 'Again?'}]]},
      'Again?': {'main': [[{'node': 'Before'}], [{'node': 'Report'}]]}},
     'settings': {%s}}
    """
        .formatted(before, condition, settings)
        .replace("CALL", "noOp");
  }

  private static String compares(String left, String operation, String right) {
    return "{'combinator': 'and', 'conditions': [{'leftValue': '%s', 'rightValue': %s, 'operator': {'type': 'number', 'operation': '%s'}}]}"
        .formatted(left, right, operation);
  }

  private static final String ADD =
      "'type': 'n8n-nodes-base.set', 'parameters': {'assignments': {'assignments': [{'name': 'tries', 'value': '={{ $json.tries + 1 }}'}]}}";
  private static final String CODE =
      "'type': 'n8n-nodes-base.code', 'parameters': {'jsCode': 'item.json.tries++; return item;'}";
  private static final String NONE = "'type': 'n8n-nodes-base.noOp'";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "={{ $json.tries }}             | lt  | ADD  | ",
        "={{ $json['tries'] }}          | lte | CODE | ",
        "={{ $('Before').item.json.tries }} | lt | ADD | ",
        "={{ $runIndex }}               | lt  | NONE | ",
        "={{ $json.tries }}             | lt  | NONE | UNPROVEN_BOUND",
        "={{ $json.score }}             | lt  | ADD  | UNBOUNDED_CYCLE",
        "={{ $json.limit }}             | lte | LIMIT | ",
        "={{ $json.limit }}             | lte | NONE | UNBOUNDED_CYCLE",
        "={{ $json.tries }}             | gt  | ADD  | UNBOUNDED_CYCLE",
      })
  void counterThatAnIfComparesIsABoundOfN8n(
      String left, String operation, String before, FindingKind kind) {
    String node =
        switch (before) {
          case "ADD" -> ADD;
          case "LIMIT" -> ADD.replace("tries", "limit");
          case "CODE" -> CODE;
          default -> NONE;
        };
    // quotes within the text of JSON
    String text =
        n8n(compares(left.replace("'", "§"), operation, "3"), node, "").replace("§", "\\'");

    assertThat(kinds(text)).isEqualTo(kind == null ? List.of() : List.of(kind));
  }

  @Test
  void setNodeInTheCycleResetsTheCounterOfN8n() {
    String reset =
        "'type': 'n8n-nodes-base.set', 'parameters': {'values': {'number': [{'name': 'tries', 'value': 0}]}}";
    String text =
        n8n(compares("={{ $json.tries }}", "lt", "3"), reset, "")
            .replace("'Call', 'type': 'n8n-nodes-base.noOp'", "'Call', " + ADD);

    assertThat(kinds(text)).containsExactly(FindingKind.COUNTER_RESET);
  }

  @Test
  void conditionsOfTheFirstVersionOfAnIfAreRead() {
    String old =
        "{'number': [{'value1': '={{ $json.tries }}', 'operation': 'smaller', 'value2': 4}]}";

    assertThat(kinds(n8n(old, ADD, ""))).isEmpty();
    assertThat(read(n8n(old, ADD, "")).graph().edges())
        .anyMatch(edge -> edge.condition().equals("$json.tries < 4"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'type': 'n8n-nodes-base.wait'                                          | UNPROVEN_BOUND",
        "'type': 'n8n-nodes-base.slack', 'parameters': {'operation': 'sendAndWait'} |"
            + " UNPROVEN_BOUND",
        "'type': 'n8n-nodes-base.slack', 'parameters': {'operation': 'send'}    | UNBOUNDED_CYCLE",
      })
  void roundThatWaitsIsAWarningInN8n(String node, FindingKind kind) {
    assertThat(kinds(n8n("{}", node, ""))).containsExactly(kind);
    assertThat(kinds(n8n("{}", node, "'executionTimeout': 600"))).isEmpty();
    assertThat(kinds(n8n("{}", node, "'executionTimeout': -1"))).containsExactly(kind);
  }

  @Test
  void pageTokenLooksLikeABoundInN8n() {
    String next = compares("={{ $json.next_page_token }}", "exists", "''");

    assertThat(kinds(n8n(next, NONE, ""))).containsExactly(FindingKind.UNPROVEN_BOUND);
  }

  private static String dify(String container, String more) {
    return """
    app: {mode: workflow, name: Writer}
    kind: app
    workflow:
      graph:
        nodes:
          - {id: '1', type: custom, data: {type: start, title: Start}}
          - {id: '2', type: custom, data: {title: Improve, %s}}
          - {id: '2start', type: custom-loop-start, parentId: '2', data: {type: loop-start, title: ''}}
          - {id: '3', type: custom, parentId: '2', data: {type: llm, title: Write}}
          - {id: '4', type: custom, parentId: '2', data: {type: if-else, title: Good}}
          - {id: '5', type: custom, parentId: '2', data: {type: loop-end, title: Stop}}
          - {id: '6', type: custom, parentId: '2', data: {type: assigner, title: Remember}}
          - {id: '7', type: custom, data: {type: end, title: End}}
          - {id: '8', type: custom-note, data: {type: '', title: ''}}
        edges:
          - {source: '1', sourceHandle: source, target: '2'}
          - {source: 2start, sourceHandle: source, target: '3'}
          - {source: '3', sourceHandle: source, target: '4'}
          - {source: '4', sourceHandle: 'true', target: '5'}
          - {source: '4', sourceHandle: 'false', target: '6'}
          - {source: '2', sourceHandle: source, target: '7'}
          %s
    """
        .formatted(container, more);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: loop, loop_count: 7              | 7",
        "type: iteration, iterator_selector: [x] | 2147483646",
      })
  void loopAndIterationOfDifyAreBounded(String container, int rounds) {
    ParsedGraph parsed = GraphFixtures.read(dify(container, ""));

    assertThat(parsed.format()).isEqualTo(GraphFormat.DIFY);
    assertThat(parsed.graph().nodes()).hasSize(8);
    assertThat(parsed.graph().edges()).hasSize(9);
    assertThat(parsed.graph().counters().get(0).max()).hasValue(rounds);
    assertThat(GraphLint.lintFindings(parsed.graph())).isEmpty();
  }

  @Test
  void edgeOfDifyThatLeadsBackIsAnEndlessLoop() {
    String back = "- {source: '6', sourceHandle: source, target: '3'}";

    List<GraphFinding> findings =
        GraphLint.lint(GraphFixtures.read(dify("type: loop, loop_count: 7", back))).findings();

    assertThat(findings)
        .extracting(GraphFinding::kind)
        .containsExactly(FindingKind.UNBOUNDED_CYCLE);
    assertThat(findings.get(0).cycle()).containsExactly("3", "4", "6");
    assertThat(findings.get(0).remedies().get(0).description()).contains("Good → Remember");
  }

  @Test
  void questionOfFlowiseToAPersonIsAWarning() {
    String flow =
        """
        {'nodes': [
          {'id': 'a', 'data': {'name': 'startAgentflow', 'label': 'Start', 'inputs': {}}},
          {'id': 'b', 'data': {'name': '%s', 'label': 'Ask', 'inputs': {}}},
          {'id': 'c', 'data': {'name': 'llmAgentflow', 'label': 'Write', 'inputs': {}}},
          {'id': 'd', 'data': {'name': 'directReplyAgentflow', 'label': 'Reply', 'inputs': {}}}],
         'edges': [{'source': 'a', 'target': 'c'}, {'source': 'c', 'target': 'b'},
          {'source': 'b', 'target': 'c'}, {'source': 'b', 'target': 'd'}]}
        """;

    assertThat(kinds(flow.formatted("humanInputAgentflow")))
        .containsExactly(FindingKind.UNPROVEN_BOUND);
    assertThat(kinds(flow.formatted("conditionAgentflow")))
        .containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'type': 'n8n-nodes-base.set', 'typeVersion': 3, 'parameters': {'assignments': {'assignments':"
            + " [{'name': 'tries', 'value': '={{ $json.other + 1 }}'}]}}",
        "'type': 'n8n-nodes-base.set', 'parameters': {'assignments': {'assignments': [{'name':"
            + " 'tries', 'value': '={{ $json.tries + 0 }}'}]}}",
        "'type': 'n8n-nodes-base.code', 'parameters': {'jsCode': 'return [{json: {tries: 0}}]'}",
        "'disabled': true, 'type': 'n8n-nodes-base.set', 'parameters': {'assignments':"
            + " {'assignments': [{'name': 'tries', 'value': '={{ $json.tries + 1 }}'}]}}",
      })
  void fieldThatNoNodeCountsIsNoBoundOfN8n(String node) {
    assertThat(kinds(n8n(compares("={{ $json.tries }}", "lt", "3"), node, ""))).isNotEmpty();
  }

  private static String set(String value) {
    return ADD.replace("{{ $json.tries + 1 }}", value.replace("'", "\\'"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '^',
      value = {
        "{{ ($json.tries ?? 0) + 1 }}",
        "{{ Number($json['tries'] || 0) + 1 }}",
        "{{ (parseInt($json.tries, 10) || 0) + 1 }}",
        "{{ $json.tries ? $json.tries + 1 : 1 }}",
        "{{ $input.first().json.tries + 2 }}",
        "{{ $('Before').item.json.tries + 1 }}",
        "{{ $node['Call'].json.tries + 1 }}",
      })
  void setNodeMayAddInManyWays(String value) {
    assertThat(kinds(n8n(compares("={{ $json.tries }}", "lt", "3"), set(value), ""))).isEmpty();
  }

  /** Each loop is endless. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '^',
      value = {
        "={{ $json.n }}                     ~ {{ $json.answer.n + 1 }}",
        "={{ $json.n }}                     ~ {{ ($json.n + 1) % 2 }}",
        "={{ $json.n }}                     ~ {{ $json.n - 1 }}",
        "={{ $json.n }}                     ~ {{ $json.n || 0 + 1 }}",
        "={{ $json.n }}                     ~ {{ $json.n++ }}",
        "={{ $json.n }}                     ~ {{ $('Start').item.json.n + 1 }}",
        "={{ $json.n }}                     ~ {{ $('Report').item.json.n + 1 }}",
        "={{ $json.answer.n }}              ~ {{ $json.n + 1 }}",
        "={{ $('Start').item.json.n }}      ~ {{ $json.n + 1 }}",
        "={{ $('Report').item.json.n }}     ~ {{ $json.n + 1 }}",
      })
  void anotherFieldThanTheComparedOneIsNoCounter(String left, String value) {
    String text =
        n8n(compares(left.replace("'", "\\'"), "lt", "3"), set(value), "")
            .replace("'tries'", "'n'");

    assertThat(kinds(text)).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '^',
      value = {
        "={{ $json.n }}                ~ {{ $json.n - 1 }}        ~ 0 ~ ",
        "={{ $('Call').item.json.n }}  ~ {{ Number($json.n) - 2 }} ~ 0 ~ ",
        "={{ $json.n }}                ~ {{ ($json.n || 9) - 1 }} ~ 0 ~ UNBOUNDED_CYCLE",
        "={{ $json.n }}                ~ {{ $json.n + 1 }}        ~ 0 ~ UNBOUNDED_CYCLE",
        "={{ $json.n }}                ~ {{ $json.n - 1 }}        ~ 4 ~ UNBOUNDED_CYCLE",
      })
  void setNodeMaySubtractUntilNothingIsLeft(
      String left, String value, String right, FindingKind kind) {
    String text =
        n8n(compares(left.replace("'", "\\'"), "gt", right), set(value), "")
            .replace("'tries'", "'n'");

    assertThat(kinds(text)).isEqualTo(kind == null ? List.of() : List.of(kind));
  }

  @Test
  void exitOfACountdownBoundsTheOtherWay() {
    String text =
        n8n(compares("={{ $json.n }}", "lte", "0"), set("{{ $json.n - 1 }}"), "")
            .replace("'tries'", "'n'");
    String back = "[{'node': 'Before'}], [{'node': 'Report'}]";
    String swapped = "[{'node': 'Report'}], [{'node': 'Before'}]";

    assertThat(kinds(text.replace(back, swapped))).isEmpty();
    assertThat(kinds(text)).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void fieldThatIsThereDoesNotHideACounter() {
    String both =
        "{'conditions': [{'leftValue': '={{ $json.left }}', 'rightValue': 0, 'operator': {'operation': 'gt'}}, {'leftValue': '={{ $json.tries }}', 'rightValue': 3, 'operator': {'operation': 'lt'}}]}";

    assertThat(kinds(n8n(both, ADD, ""))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '^',
      value = {
        "let tries = 0; for (const one of items) { tries++; } return [{json: {tries}}] ~"
            + " UNPROVEN_BOUND",
        "item.json.tries = (item.json.tries + 1) % 2; return item                      ~"
            + " UNPROVEN_BOUND",
        "const n = $json.tries ? $json.tries : 0; return [{json: {tries: $json.tries + 1}}] ~ ",
        "const tries = ($json.tries || 0) + 1; return [{json: {tries}}]                ~ ",
      })
  void codeCountsAFieldThatIsKept(String code, FindingKind kind) {
    String node = CODE.replace("item.json.tries++; return item;", code);

    assertThat(kinds(n8n(compares("={{ $json.tries }}", "lt", "3"), node, "")))
        .isEqualTo(kind == null ? List.of() : List.of(kind));
  }

  @Test
  void codeThatWritesAFieldOfAnyNameResetsIt() {
    String code =
        CODE.replace("item.json.tries++; return item;", "return {json: {...$json, n: 0}};");
    String text =
        n8n(compares("={{ $json.n }}", "lt", "3"), ADD.replace("tries", "n"), "")
            .replace("'Call', 'type': 'n8n-nodes-base.noOp'", "'Call', " + code);

    assertThat(kinds(text)).containsExactly(FindingKind.COUNTER_RESET);
    assertThat(kinds(text.replace("n: 0", "other: $json.n"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, false,",
    "1, 0, false, UNPROVEN_BOUND",
    "0, 1, true, UNPROVEN_BOUND",
  })
  void ruleOfASwitchBoundsOnlyTheLaterOne(int exit, int again, boolean takesAll, FindingKind kind) {
    String[] rules = new String[2];
    String[] targets = new String[2];
    rules[exit] = compares("={{ $json.tries }}", "gte", "3");
    targets[exit] = "Report";
    rules[again] = compares("={{ $json.state }}", "equals", "'failed'");
    targets[again] = "Before";
    String text =
        n8n("{}", ADD, "")
            .replace("n8n-nodes-base.if", "n8n-nodes-base.switch")
            .replace(
                "{'conditions': {}}",
                "{'rules': {'values': [{'conditions': %s}, {'conditions': %s}]}, 'options': {'allMatchingOutputs': %s}}"
                    .formatted(rules[0], rules[1], takesAll))
            .replace(
                "[{'node': 'Before'}], [{'node': 'Report'}]",
                "[{'node': '%s'}], [{'node': '%s'}]".formatted(targets[0], targets[1]));

    assertThat(kinds(text)).isEqualTo(kind == null ? List.of() : List.of(kind));
  }

  @Test
  void outputOfAnotherNodeDropsTheFieldOfTheItem() {
    String text =
        n8n(compares("={{ $json.tries }}", "lt", "3"), ADD, "")
            .replace(
                "'Call', 'type': 'n8n-nodes-base.noOp'",
                "'Call', 'type': 'n8n-nodes-base.httpRequest'");

    assertThat(kinds(text)).containsExactly(FindingKind.COUNTER_RESET);
    assertThat(
            kinds(text.replace("$json.tries }}', 'r", "$(\\'Before\\').item.json.tries }}', 'r")))
        .containsExactly(FindingKind.COUNTER_RESET);
    assertThat(kinds(text.replace("$json.tries", "$(\\'Before\\').item.json.tries"))).isEmpty();
  }

  @Test
  void errorOutputPassesOnTheFieldsThatCameIn() {
    String text =
        n8n(compares("={{ $json.tries }}", "lt", "3"), ADD, "")
            .replace(
                "'Call', 'type': 'n8n-nodes-base.noOp'",
                "'Call', 'type': 'n8n-nodes-base.httpRequest', 'onError': 'continueErrorOutput'");
    String success = "'Call': {'main': [[{'node': 'Again?'}]]}";

    assertThat(kinds(text.replace(success, success.replace("[[", "[[{'node': 'Report'}], ["))))
        .isEmpty();
    assertThat(kinds(text)).containsExactly(FindingKind.COUNTER_RESET);
  }

  @Test
  void disabledNodeOnlyPassesItemsOn() {
    String wait = "'disabled': true, 'type': 'n8n-nodes-base.wait'";

    assertThat(kinds(n8n("{}", wait, ""))).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }
}
