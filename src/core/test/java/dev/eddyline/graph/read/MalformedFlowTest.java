package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

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
        "'Type': 'Choice', 'choices': [{'Next': 'C'}], 'Default': 'D' | state 'C' needs Choices",
        "'Type': 'Choice', 'choices': [], 'Default': 'D' | 'choices' of state 'C' must be written"
            + " Choices",
        "'Type': 'Choice', 'Choices': {'Next': 'C'}, 'Default': 'D' | Choices of state 'C' must be"
            + " a list",
        "'Type': 'Parallel', 'Branches': {'StartAt': 'x'}, 'Next': 'D' | state 'C' needs Branches",
        "'Type': 'Map', 'Itemprocessor': {}, 'Next': 'D' | state 'C' needs ItemProcessor",
        "'Type': 'Task', 'catch': [], 'End': true | must be written Catch",
        "'Type': 'Task', 'Catch': {}, 'End': true | Catch of state 'C' must be a list",
      })
  void stateWithoutItsEdgesIsRejected(String state, String problem) {
    assertThat(GraphFixtures.problems(MACHINE.formatted(state.replace('\'', '"'))))
        .anyMatch(each -> each.contains(problem));
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
    assertThat(GraphFixtures.problems(MACHINE.formatted(state.replace('\'', '"')))).isEmpty();
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
