package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.source.GraphFixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements of Mermaid in one line, and those that have no steps. */
class MermaidStatementsTest {

  private static ParsedGraph read(String statements) {
    return GraphFixtures.read("flowchart TD\n" + statements + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A --> B; style A fill:#f9f; B --> A",
        "A --> B; classDef hot fill:#f96,stroke:#333; B --> A",
        "A --> B\nclass A hot; B-->A",
        "A --> B\nlinkStyle 0 stroke:#f00; B --> A",
        "A --> B\nclick A \"https://example.com/?a;b\" \"x; y\"; B --> A",
        "A --> B\nstyle A \"fill; B --> A",
        "A --> B\nsubgraph x; B-->A; end",
        "A --> B\nsubgraph x[a; b]; B-->A; end",
        "A --> B\nsubgraph x [\"a; b\"]; B-->A; end",
        "A --> B\nsubgraph a #35; b; B-->A; end",
        "A --> B\ndirection LR; B --> A",
      })
  void statementBehindASemicolonIsRead(String statements) {
    ParsedGraph parsed = read(statements);

    assertThat(parsed.unparsedParts()).isEmpty();
    assertThat(parsed.graph().edges())
        .extracting(edge -> edge.endpointPair().toString())
        .containsExactly(
            Edge.of("A", "B", EdgeKind.FIXED, "", 0).endpointPair().toString(),
            Edge.of("B", "A", EdgeKind.FIXED, "", 0).endpointPair().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A --> B\nsubgraph x\n B --> C",
        "A --> B\nsubgraph x\nsubgraph y\n B --> C\nend",
        "A --> B\nclass A hot B --> A",
        "A --> B\nstyle A fill:#f9f; b:c --> A",
        "A --> B\nsubgraph x B --> A\nend",
      })
  void subgraphWithoutItsEndAndLinkWithinAStyleAreReported(String statements) {
    assertThat(read(statements).unparsedParts()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class A hot",
        "style A fill:#f9f,stroke-dasharray: 5 5;",
        "classDef hot fill:#f96;stroke:#333; color: #fff;",
        "click A \"x --> y\"",
        "accTitle: from A --> B",
        "title the flow",
        "subgraph \"x --> y\"\n C\nend",
      })
  void statementWithoutStepsAddsNone(String statement) {
    ParsedGraph parsed = read("A --> B\n" + statement);

    assertThat(parsed.unparsedParts()).isEmpty();
    assertThat(parsed.graph().edges()).hasSize(1);
    assertThat(parsed.graph().nodes()).hasSizeLessThan(4).noneMatch(n -> n.id().contains(":"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"class:::big --> A", "title@{ shape: rect } --> A", "direction>x] --> A"})
  void nodeMayHaveTheNameOfAStyleStatement(String link) {
    ParsedGraph parsed = read("A --> B\n" + link);

    assertThat(parsed.unparsedParts()).isEmpty();
    assertThat(parsed.graph().edges()).hasSize(2);
  }

  @Test
  void transitionBehindAStyleOfAStateDiagramIsReported() {
    String diagram = "stateDiagram-v2\n [*] --> A\n A --> B\n class A hot%s\n";

    assertThat(GraphFixtures.read(diagram.formatted("")).unparsedParts()).isEmpty();
    assertThat(GraphFixtures.read(diagram.formatted("; B --> A")).unparsedParts()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "B@{ label: \"Check it, now\", shape: diam }",
        "B@{ shape: decision, label: 'Check it, now' }",
        "B@{\n shape: diam\n label: Check it now\n}",
      })
  void nodeHasTheLabelAndTheShapeOfItsAttributes(String node) {
    ParsedGraph parsed = read("A --> " + node + "\nB --> C");

    assertThat(parsed.unparsedParts()).isEmpty();
    assertThat(parsed.graph().nodes().get(1).label()).matches("Check it,? now");
    assertThat(parsed.graph().nodes().get(1).kind()).isEqualTo(NodeKind.ROUTE);
    assertThat(read("A --> B@{ shape: rect, label: \"diam\" }").graph().nodes().get(1).kind())
        .isEqualTo(NodeKind.STEP);
  }
}
