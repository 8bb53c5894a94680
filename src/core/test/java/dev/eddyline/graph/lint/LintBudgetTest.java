package dev.eddyline.graph.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The work limit of a lint: incomplete checks are reported. */
class LintBudgetTest {

  /** One edge less than the limit of loaded graphs. */
  private static final int EDGES = 19_999;

  /**
   * A chain of blocks of six nodes. In turn, each has an unbounded cycle, a cycle that resets its
   * counter, a cycle that does not count its counter, and a cycle whose counter stops too late and
   * which reruns an expensive node. At the end is a trap.
   */
  private static WorkflowGraph graphOfBlocksWithFindings(int edges, int counters) {
    List<Node> nodes = new ArrayList<>();
    List<Edge> all = new ArrayList<>();
    Map<String, Set<String>> resetBy = new TreeMap<>();
    while (all.size() + 7 < edges) {
      int first = nodes.size();
      int block = first / 6;
      for (int node = first; node < first + 6; node++) {
        nodes.add(
            Node.of(GraphFixtures.id(node), GraphFixtures.id(node), NodeKind.STEP, 0)
                .withStateAccess(
                    node == first + 4, Optional.of(Set.of("x" + node)), Optional.of(Set.of())));
        all.add(conditionalEdge(node, node + 1));
      }
      String counter = List.of("", "reset", "elsewhere", "late").get(block % 4) + block % counters;
      resetBy.computeIfAbsent(counter, unseen -> new HashSet<>()).add(GraphFixtures.id(first + 1));
      all.add(
          switch (block % 4) {
            case 0 -> conditionalEdge(first + 1, first);
            case 3 -> conditionalEdge(first + 5, first + 3).withCounter(counter);
            default -> conditionalEdge(first + 2, first).withCounter(counter);
          });
    }
    int last = nodes.size();
    nodes.add(Node.of(GraphFixtures.id(last), "trap", NodeKind.STEP, 0));
    while (all.size() < edges) {
      all.add(conditionalEdge(last, last));
    }
    List<GraphCounter> bounds = new ArrayList<>();
    resetBy.forEach(
        (name, by) ->
            bounds.add(
                counter(
                    name,
                    name.startsWith("reset") ? by : Set.of(),
                    name.startsWith("elsewhere") ? Set.of(GraphFixtures.id(5)) : Set.of())));
    return new WorkflowGraph(
        "blocks",
        nodes,
        all,
        bounds,
        Set.of(GraphFixtures.id(0)),
        Set.of(),
        OptionalInt.of(100),
        Optional.empty());
  }

  private static GraphCounter counter(String name, Set<String> resetBy, Set<String> countedBy) {
    GraphCounter of = GraphCounter.of(name, 1_000);
    return new GraphCounter(
        name, of.max(), Set.of(), countedBy, resetBy, Set.of(), Optional.empty());
  }

  private static Edge conditionalEdge(int from, int to) {
    return Edge.of(GraphFixtures.id(from), GraphFixtures.id(to), EdgeKind.CONDITIONAL, "odd", 0);
  }

  private static Map<FindingKind, Long> findingCountByKind(LintResult check) {
    return check.findings().stream()
        .collect(Collectors.groupingBy(GraphFinding::kind, Collectors.counting()));
  }

  @Test
  @Tag(TestTags.PROPERTIES)
  void largestTrackedGraphHasFindingsOfSevenKinds_andSaysWhyRemediesAreMissing() {
    // When
    LintResult check = GraphLint.lint(graphOfBlocksWithFindings(EDGES, 40));

    // Then
    assertThat(findingCountByKind(check))
        .containsOnlyKeys(
            FindingKind.UNBOUNDED_CYCLE,
            FindingKind.COUNTER_RESET,
            FindingKind.COUNTER_NOT_COUNTED,
            FindingKind.COUNTER_TOO_LATE,
            FindingKind.EXPENSIVE_RERUN,
            FindingKind.NO_WAY_OUT,
            FindingKind.NO_DEFAULT);
    assertThat(findingCountByKind(check).values()).allMatch(count -> count <= 25);
    assertThat(check.findings())
        .filteredOn(each -> each.remedies().isEmpty())
        .allMatch(each -> each.reason().contains("No remedy was computed"));
  }

  @Test
  @Tag(TestTags.PROPERTIES)
  void threeHundredCountersAreLinted() {
    // When
    LintResult check = GraphLint.lint(graphOfBlocksWithFindings(EDGES, 300));

    // Then
    assertThat(findingCountByKind(check))
        .containsKeys(FindingKind.UNBOUNDED_CYCLE, FindingKind.NO_DEFAULT);
  }

  @Test
  void spentBudgetIsReportedWithTheIncompleteChecks() {
    // Given: each of many counters stops every cycle except those that reset it
    int nodes = 800;
    List<GraphCounter> counters = new ArrayList<>();
    List<Edge> edges = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      counters.add(counter("c" + node, Set.of(GraphFixtures.id((node + 1) % nodes)), Set.of()));
      for (int step = 1; step <= 24; step++) {
        edges.add(GraphFixtures.edge(node, (node + step) % nodes).withCounter("c" + node));
      }
    }
    WorkflowGraph plain = GraphFixtures.of(nodes, List.of());

    // When
    LintResult check =
        GraphLint.lint(GraphFixtures.with(plain, edges, counters, OptionalInt.of(100)));

    // Then
    assertThat(check.incompleteChecks()).isNotEmpty();
  }

  @Test
  void smallGraphIsCheckedCompletely_andEveryRemedyIsLinted() {
    // When
    LintResult check = GraphLint.lint(graphOfBlocksWithFindings(56, 12));

    // Then
    assertThat(check.incompleteChecks()).isEmpty();
    assertThat(check.findings()).isNotEmpty();
    assertThat(check.findings())
        .allMatch(each -> each.remedies().stream().allMatch(LintRemedy::isLinted));
    assertThat(check.findings()).noneMatch(each -> each.reason().contains("No remedy"));
  }

  @Test
  void hubNodeWithManyReturnEdgesIsLinted() {
    // Given
    List<Edge> edges = new ArrayList<>();
    IntStream.range(1, 1_500)
        .forEach(
            node -> {
              edges.add(GraphFixtures.edge(0, node));
              edges.add(GraphFixtures.edge(node, 0).withCounter("tries"));
            });
    WorkflowGraph plain = GraphFixtures.of(1_500, List.of());
    WorkflowGraph hub =
        GraphFixtures.with(
            plain, edges, List.of(GraphCounter.of("tries", 90)), OptionalInt.of(100));

    // When
    LintResult check = GraphLint.lint(hub);

    // Then
    assertThat(check.findings())
        .filteredOn(each -> each.kind() == FindingKind.COUNTER_TOO_LATE)
        .hasSize(25)
        .last()
        .extracting(GraphFinding::reason)
        .asString()
        .contains("There may be more of this kind");
  }
}
