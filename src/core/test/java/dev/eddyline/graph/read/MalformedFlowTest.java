package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.source.GraphFixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Edges that a file writes in a wrong shape are never left out silently. */
class MalformedFlowTest {

  private static final String MACHINE =
      """
      {"StartAt": "C", "States": {"C": {%s}, "D": {"Type": "Succeed"}}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'Type': 'Choice', 'choices': [{'Next': 'C'}], 'Default': 'D' | 'C' needs Choices",
        "'Type': 'Choice', 'choices': [], 'Default': 'D' | 'C' has 'choices', which must be written"
            + " Choices",
        "'Type': 'Choice', 'Choices': {'Next': 'C'}, 'Default': 'D' | 'C' needs a list of Choices",
        "'Type': 'Choice', 'Choices': [{'Variable': '$.x'}], 'Default': 'D' | 'C' needs Next in a"
            + " choice",
        "'Type': 'Parallel', 'Branches': {'StartAt': 'x'}, 'Next': 'D' | 'C' needs Branches",
        "'Type': 'Map', 'Itemprocessor': {}, 'Next': 'D' | 'C' needs ItemProcessor",
        "'Type': 'Task', 'catch': [], 'End': true | must be written Catch",
        "'Type': 'Task', 'Catch': {}, 'End': true | 'C' needs a list of Catch",
        "'Type': 'Task' | 'C' needs Next or End",
        "'Type': 'Wait', 'End': false | 'C' needs Next or End",
      })
  void stateWithoutItsEdgesIsReportedAndTheRestIsRead(String state, String reason) {
    String machine =
        MACHINE.formatted(
            state.replace('\'', '"')
                + "}, \"A\": {\"Type\": \"Pass\", \"Next\": \"B\"},"
                + " \"B\": {\"Type\": \"Pass\", \"Next\": \"A\"");

    ParsedGraph parsed = GraphFixtures.read(machine);

    assertThat(parsed.unparsedParts()).anyMatch(each -> each.toString().contains(reason));
    assertThat(GraphLint.lint(parsed).findings())
        .extracting(GraphFinding::kind)
        .contains(FindingKind.UNBOUNDED_CYCLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'Type': 'Choice', 'Choices': [{'Variable': '$.x', 'IsNull': true, 'Next': 'D'}]",
        "'Type': 'Parallel', 'Branches': [], 'Next': 'D'",
        "'Type': 'Map', 'ItemProcessor': {'StartAt': 'x', 'States': {'x': {'Type': 'Succeed'}}},"
            + " 'Next': 'D'",
        "'Type': 'Pass', 'Parameters': {'next': 1, 'choices': 2}, 'Next': 'D'",
      })
  void completeStateIsRead(String state) {
    assertThat(GraphFixtures.read(MACHINE.formatted(state.replace('\'', '"'))).unparsedParts())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'main': [{'node': 'b'}]}",
        "{'main': {'node': 'b'}}",
        "{'Main': [[{'node': 'b'}]]}",
        "[[{'node': 'b'}]]",
      })
  void connectionsOfN8nInAnotherShapeAreReported(String connections) {
    assertThat(n8n(connections).unparsedParts()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{'main': [[{'node': 'b'}], null, []]}", "{'ai_tool': [[{'node': 'b'}]]}", "{}"})
  void connectionsOfN8nInTheirShapeAreRead(String connections) {
    assertThat(n8n(connections).unparsedParts()).isEmpty();
  }

  private static ParsedGraph n8n(String connections) {
    return GraphFixtures.read(
        ("{'nodes': [{'name': 'a', 'type': 'x'}, {'name': 'b', 'type': 'x'}], 'connections':"
                + " {'a': "
                + connections
                + "}}")
            .replace('\'', '"'));
  }

  @Test
  void subgraphOfDotNeedsItsBraces() {
    assertThat(GraphFixtures.problems("digraph { subgraph t -> subgraph s }"))
        .singleElement()
        .asString()
        .contains("must have '{'");
    assertThat(GraphFixtures.read("digraph { subgraph t {a} -> subgraph s {b} }").graph().edges())
        .hasSize(1);
  }
}
