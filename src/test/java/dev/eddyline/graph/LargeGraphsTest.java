package dev.eddyline.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.FullLane;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Very large and unusual graphs: a result, or a clear error. */
class LargeGraphsTest {

  private static List<Edge> random(int nodes, int edges) {
    Random lots = new Random(7);
    return IntStream.range(0, edges)
        .mapToObj(each -> Graphs.edge(lots.nextInt(nodes), lots.nextInt(nodes)))
        .collect(Collectors.toList());
  }

  @Test
  @FullLane
  void aDenseGraphOfAThousandNodesIsAnswered() {
    List<Edge> edges = new ArrayList<>();
    for (int from = 0; from < 1_000; from++) {
      for (int to = 0; to < 1_000; to++) {
        edges.add(Graphs.edge(from, to));
      }
    }

    List<GraphFinding> findings = GraphLint.check(Graphs.of(1_000, edges));

    assertThat(findings).hasSizeBetween(1, 10);
    assertThat(findings).anyMatch(each -> each.reason().contains("are not listed one by one"));
    assertThat(findings.get(0).remedies()).isNotEmpty();
  }

  @Test
  @FullLane
  void tenThousandNodesAndAMillionEdgesAreAnswered() {
    WorkflowGraph graph = Graphs.of(10_000, random(10_000, 1_000_000));

    assertThat(GraphLint.check(graph))
        .extracting(GraphFinding::kind)
        .contains(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  @FullLane
  void aMillionBoundedEdgesAreAnsweredToo() {
    List<Edge> edges =
        random(10_000, 1_000_000).stream().map(edge -> edge.boundBy("tries")).toList();
    WorkflowGraph plain = Graphs.of(10_000, List.of());
    WorkflowGraph graph =
        plain.with(plain.nodes(), edges, List.of(Counter.of("tries", 3))).withLimit(10);

    assertThat(GraphLint.check(graph)).noneMatch(each -> each.kind().isEndless());
  }

  @Test
  void aWayRoundThroughTenThousandNodesIsOneFinding() {
    List<Edge> edges =
        IntStream.range(0, 10_000)
            .mapToObj(number -> Graphs.edge(number, (number + 1) % 10_000))
            .toList();

    List<GraphFinding> findings = GraphLint.check(Graphs.of(10_000, edges));

    assertThat(findings)
        .extracting(GraphFinding::kind)
        .containsExactly(FindingKind.UNBOUNDED_CYCLE, FindingKind.NO_WAY_OUT);
    assertThat(findings.get(0).cycle()).hasSize(10_000).startsWith("n0", "n1");
  }

  @Test
  void threeThousandSmallWaysRoundAreToldUpToAMeasure() {
    List<Edge> edges = new ArrayList<>();
    for (int number = 0; number < 9_000; number += 3) {
      edges.add(Graphs.edge(number, number + 1));
      edges.add(Graphs.edge(number + 1, number + 2));
      edges.add(Graphs.edge(number + 2, number));
      edges.add(Graphs.edge(number + 2, 9_000));
    }

    List<GraphFinding> findings = GraphLint.findings(Graphs.of(9_001, edges));

    assertThat(findings).hasSize(25);
    assertThat(findings.get(24).reason()).contains("There are more in other parts");
  }

  @Test
  void aHundredThousandLinksToASubgraphAreRead() {
    StringBuilder text = new StringBuilder("graph TD\nsubgraph G\nb --> c\nend\n");
    IntStream.range(0, 100_000).forEach(each -> text.append("a --> G\n"));

    assertThat(Graphs.read(text.toString()).graph().edges())
        .hasSize(100_001)
        .last()
        .extracting(Edge::to)
        .isEqualTo("b");
  }

  @Test
  void aSelfLoopIsAWayRoundOfOne() {
    WorkflowGraph graph = Graphs.of(2, List.of(Graphs.edge(0, 0), Graphs.edge(0, 1)));

    assertThat(GraphLint.check(graph))
        .extracting(GraphFinding::cycle)
        .containsExactly(List.of("n0"));
  }

  @Test
  void ofParallelEdgesOneThatIsNotBoundedIsEnough() {
    List<Edge> edges =
        List.of(
            Graphs.edge(0, 1),
            Graphs.edge(1, 0),
            Graphs.edge(1, 0).boundBy("tries"),
            Graphs.edge(1, 2));
    WorkflowGraph plain = Graphs.of(3, List.of());
    WorkflowGraph graph = plain.with(plain.nodes(), edges, List.of(Counter.of("tries", 3)));

    assertThat(GraphLint.check(graph))
        .extracting(GraphFinding::kind)
        .containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void aPartThatCannotBeReachedIsLookedAtToo() {
    WorkflowGraph graph =
        Graphs.of(4, List.of(Graphs.edge(0, 1), Graphs.edge(2, 3), Graphs.edge(3, 2)));

    assertThat(GraphLint.check(graph))
        .extracting(GraphFinding::kind)
        .containsExactly(FindingKind.UNBOUNDED_CYCLE, FindingKind.NO_WAY_OUT);
  }

  @Test
  @FullLane
  void aMillionEdgesOfLangGraphsJsonAreRead() {
    StringBuilder json = new StringBuilder("{\"nodes\":[");
    json.append(
        IntStream.range(0, 10_000)
            .mapToObj("{\"id\":\"n%d\"}"::formatted)
            .collect(Collectors.joining(",")));
    json.append("],\"edges\":[\n");
    for (int edge = 0; edge < 1_000_000; edge++) {
      json.append(edge == 0 ? "" : ",\n")
          .append(
              "{\"source\":\"n%d\",\"target\":\"n%d\"}"
                  .formatted(edge % 10_000, edge * 7 % 10_000));
    }

    WorkflowGraph graph = Graphs.read(json.append("]}").toString()).graph();

    assertThat(graph.edges()).hasSize(1_000_000);
    assertThat(graph.edges().get(999_999).line()).isEqualTo(1_000_001);
  }

  @Test
  @FullLane
  void hundredThousandsOfLinesOfMermaidAreRead() {
    String chart =
        IntStream.range(0, 100_000)
            .mapToObj(
                edge ->
                    "n%d[\"<b>%d</b>\"] -->|yes| n%d"
                        .formatted(edge % 9_999, edge % 9_999, edge % 777))
            .collect(Collectors.joining("\n", "flowchart TD\n", "\n"));

    assertThat(Graphs.read(chart).graph().edges()).hasSize(100_000);
  }

  @Test
  void openBracketsOnEveryLineAreMisreadInBoundedTime() {
    String chart = "flowchart TD\n" + "a[\"never closed --> b\n".repeat(50_000);

    List<String> problems = Graphs.problems(chart);

    assertThat(problems.isEmpty() ? "" : problems.get(0)).isIn("", "holds no node");
  }

  @Test
  void tooManyNodesAreRefusedAtTheFirstTooMany() {
    String groups =
        IntStream.range(0, 2_000).mapToObj(n -> "a" + n).collect(Collectors.joining(" & "))
            + " --> "
            + IntStream.range(0, 2_000).mapToObj(n -> "b" + n).collect(Collectors.joining(" & "));

    assertThat(Graphs.problems("flowchart TD\n" + groups))
        .containsExactly("line 2: a graph must have ≤ 2,000,000 edges");
  }

  @Test
  void aTextOfMoreThanAHundredMillionCharactersIsRefused() {
    String text = " ".repeat(GraphReader.MAX_CHARS + 1);

    assertThat(Graphs.problems(text)).singleElement().asString().contains("must have ≤ 100000000");
  }
}
