package dev.eddyline.graph.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.read.GraphReader;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Very large and unusual graphs: a result, or a clear error. */
class LargeGraphsTest {

  private static List<Edge> randomEdges(int nodes, int edges) {
    Random random = new Random(7);
    return IntStream.range(0, edges)
        .mapToObj(each -> GraphFixtures.edge(random.nextInt(nodes), random.nextInt(nodes)))
        .collect(Collectors.toList());
  }

  @Test
  @Tag(TestTags.PROPERTIES)
  void denseGraphOf140NodesIsLinted() {
    List<Edge> edges = new ArrayList<>();
    for (int from = 0; from < 140; from++) {
      for (int to = 0; to < 140; to++) {
        edges.add(GraphFixtures.edge(from, to));
      }
    }

    LintResult result = GraphLint.lint(GraphFixtures.of(140, edges));

    assertThat(result.findings()).hasSizeBetween(10, 30);
    assertThat(result.incompleteChecks()).contains(UnboundedComponents.CHECK_NAME);
    assertThat(result.findings().get(0).remedies()).isNotEmpty();
  }

  @Test
  @Tag(TestTags.PROPERTIES)
  void graphOf5000NodesAnd20000EdgesIsLinted() {
    WorkflowGraph graph = GraphFixtures.of(5_000, randomEdges(5_000, 20_000));

    assertThat(GraphLint.lintFindings(graph))
        .extracting(GraphFinding::kind)
        .contains(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  @Tag(TestTags.PROPERTIES)
  void graphOf20000BoundedEdgesIsLinted() {
    List<Edge> edges =
        randomEdges(5_000, 20_000).stream().map(edge -> edge.withCounter("tries")).toList();
    WorkflowGraph plain = GraphFixtures.of(5_000, List.of());
    WorkflowGraph graph =
        GraphFixtures.with(plain, edges, List.of(GraphCounter.of("tries", 3)), OptionalInt.of(10));

    assertThat(GraphLint.lintFindings(graph)).noneMatch(each -> each.kind().isUnboundedCycle());
  }

  @Test
  void cycleThrough10000NodesIsOneFinding() {
    List<Edge> edges =
        IntStream.range(0, 10_000)
            .mapToObj(number -> GraphFixtures.edge(number, (number + 1) % 10_000))
            .toList();

    List<GraphFinding> findings = GraphLint.lintFindings(GraphFixtures.of(10_000, edges));

    assertThat(findings)
        .extracting(GraphFinding::kind)
        .containsExactly(FindingKind.UNBOUNDED_CYCLE, FindingKind.NO_WAY_OUT);
    assertThat(findings.get(0).cycle()).hasSize(10_000).startsWith("n0", "n1");
  }

  @Test
  void numberOfReportedCyclesIsLimited() {
    List<Edge> edges = new ArrayList<>();
    for (int number = 0; number < 9_000; number += 3) {
      edges.add(GraphFixtures.edge(number, number + 1));
      edges.add(GraphFixtures.edge(number + 1, number + 2));
      edges.add(GraphFixtures.edge(number + 2, number));
      edges.add(GraphFixtures.edge(number + 2, 9_000));
    }

    List<GraphFinding> findings =
        GraphLint.findings(GraphFixtures.of(9_001, edges)).stream()
            .filter(each -> each.kind().isUnboundedCycle())
            .toList();

    assertThat(findings).hasSize(25);
    assertThat(findings.get(24).reason()).contains("There are more in other parts");
  }

  @Test
  void thousandsOfLinksToASubgraphAreRead() {
    StringBuilder text = new StringBuilder("graph TD\nsubgraph G\nb --> c\nend\n");
    IntStream.range(0, 19_999).forEach(each -> text.append("a --> G\n"));

    assertThat(GraphFixtures.read(text.toString()).graph().edges())
        .hasSize(20_000)
        .last()
        .extracting(Edge::to)
        .isEqualTo("b");
  }

  @Test
  void selfLoopIsACycle() {
    WorkflowGraph graph =
        GraphFixtures.of(2, List.of(GraphFixtures.edge(0, 0), GraphFixtures.edge(0, 1)));

    assertThat(GraphLint.lintFindings(graph))
        .extracting(GraphFinding::cycle)
        .containsExactly(List.of("n0"));
  }

  @Test
  void unboundedEdgeBesideABoundedOneMakesTheCycleUnbounded() {
    List<Edge> edges =
        List.of(
            GraphFixtures.edge(0, 1),
            GraphFixtures.edge(1, 0),
            GraphFixtures.edge(1, 0).withCounter("tries"),
            GraphFixtures.edge(1, 2));
    WorkflowGraph plain = GraphFixtures.of(3, List.of());
    WorkflowGraph graph =
        GraphFixtures.with(plain, edges, List.of(GraphCounter.of("tries", 3)), OptionalInt.empty());

    assertThat(GraphLint.lintFindings(graph))
        .extracting(GraphFinding::kind)
        .containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void unreachableCycleIsReported() {
    WorkflowGraph graph =
        GraphFixtures.of(
            4,
            List.of(GraphFixtures.edge(0, 1), GraphFixtures.edge(2, 3), GraphFixtures.edge(3, 2)));

    assertThat(GraphLint.lintFindings(graph))
        .extracting(GraphFinding::kind)
        .containsExactly(
            FindingKind.UNBOUNDED_CYCLE, FindingKind.UNREACHED, FindingKind.NO_WAY_OUT);
  }

  @Test
  @Tag(TestTags.PROPERTIES)
  void thousandsOfEdgesOfLangGraphsJsonAreRead() {
    StringBuilder json = new StringBuilder("{\"nodes\":[{\"id\":\"__start__\"},");
    json.append(
        IntStream.range(0, 10_000)
            .mapToObj("{\"id\":\"n%d\"}"::formatted)
            .collect(Collectors.joining(",")));
    json.append("],\"edges\":[\n");
    for (int edge = 0; edge < 20_000; edge++) {
      json.append(edge == 0 ? "" : ",\n")
          .append(
              "{\"source\":\"n%d\",\"target\":\"n%d\"}"
                  .formatted(edge % 10_000, edge * 7 % 10_000));
    }

    WorkflowGraph graph = GraphFixtures.read(json.append("]}").toString()).graph();

    assertThat(graph.edges()).hasSize(20_000);
    assertThat(graph.edges().get(19_999).line()).isEqualTo(20_001);
  }

  @Test
  @Tag(TestTags.PROPERTIES)
  void thousandsOfLinesOfMermaidAreRead() {
    String chart =
        IntStream.range(0, 20_000)
            .mapToObj(
                edge ->
                    "n%d[\"<b>%d</b>\"] -->|yes| n%d"
                        .formatted(edge % 9_999, edge % 9_999, edge % 777))
            .collect(Collectors.joining("\n", "flowchart TD\n", "\n"));

    assertThat(GraphFixtures.read(chart).graph().edges()).hasSize(20_000);
  }

  @Test
  void unclosedMermaidBracketsAreParsedInBoundedTime() {
    String chart = "flowchart TD\n" + "a[\"never closed --> b\n".repeat(50_000);

    List<String> problems = GraphFixtures.problems(chart);

    assertThat(problems.isEmpty() ? "" : problems.get(0)).isIn("", "holds no node");
  }

  @Test
  void parsingStopsAtTheFirstNodeAboveTheLimit() {
    String groups =
        IntStream.range(0, 2_000).mapToObj(n -> "a" + n).collect(Collectors.joining(" & "))
            + " --> "
            + IntStream.range(0, 2_000).mapToObj(n -> "b" + n).collect(Collectors.joining(" & "));

    assertThat(GraphFixtures.problems("flowchart TD\n" + groups))
        .containsExactly("line 2: a graph must have ≤ 20,000 edges");
  }

  @Test
  void tooLongGraphTextIsRejected() {
    String text = " ".repeat(GraphReader.MAX_CHARS + 1);

    assertThat(GraphFixtures.problems(text))
        .singleElement()
        .asString()
        .contains("must have ≤ 100000000");
  }
}
