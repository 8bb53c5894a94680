package dev.eddyline.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.FullLane;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The work limit of a lint: incomplete checks are reported. */
class LintWorkTest {

  /** One edge less than the limit of loaded graphs. */
  private static final int EDGES = 19_999;

  /**
   * A chain of blocks of six nodes. In turn, each has an unbounded cycle, a cycle that resets its
   * counter, a cycle that does not count its counter, and a cycle whose counter stops too late and
   * which reruns an expensive node. At the end is a trap.
   */
  private static WorkflowGraph blocks(int edges, int counters) {
    List<Node> nodes = new ArrayList<>();
    List<Edge> all = new ArrayList<>();
    Map<String, Set<String>> resetBy = new TreeMap<>();
    while (all.size() + 7 < edges) {
      int first = nodes.size();
      int block = first / 6;
      for (int node = first; node < first + 6; node++) {
        nodes.add(
            Node.of(Graphs.id(node), Graphs.id(node), NodeKind.STEP, 0)
                .with(node == first + 4, Optional.of(Set.of("x" + node)), Optional.of(Set.of())));
        all.add(when(node, node + 1));
      }
      String counter = List.of("", "reset", "elsewhere", "late").get(block % 4) + block % counters;
      resetBy.computeIfAbsent(counter, unseen -> new HashSet<>()).add(Graphs.id(first + 1));
      all.add(
          switch (block % 4) {
            case 0 -> when(first + 1, first);
            case 3 -> when(first + 5, first + 3).boundBy(counter);
            default -> when(first + 2, first).boundBy(counter);
          });
    }
    int last = nodes.size();
    nodes.add(Node.of(Graphs.id(last), "trap", NodeKind.STEP, 0));
    while (all.size() < edges) {
      all.add(when(last, last));
    }
    List<Counter> bounds = new ArrayList<>();
    resetBy.forEach(
        (name, by) ->
            bounds.add(
                counter(
                    name,
                    name.startsWith("reset") ? by : Set.of(),
                    name.startsWith("elsewhere") ? Set.of(Graphs.id(5)) : Set.of())));
    return Graphs.of(1, List.of()).with(nodes, all, bounds).withLimit(100);
  }

  private static Counter counter(String name, Set<String> resetBy, Set<String> countedBy) {
    Counter of = Counter.of(name, 1_000);
    return new Counter(name, of.max(), Set.of(), countedBy, resetBy, Set.of(), Optional.empty());
  }

  private static Edge when(int from, int to) {
    return Edge.of(Graphs.id(from), Graphs.id(to), EdgeKind.CONDITIONAL, "odd", 0);
  }

  private static Map<FindingKind, Long> kinds(GraphCheck check) {
    return check.findings().stream()
        .collect(Collectors.groupingBy(GraphFinding::kind, Collectors.counting()));
  }

  @Test
  @FullLane
  void justBelowWhatIsFollowedManyFindingsOfEachKindAreTold_andWhyNotEachHasARemedy() {
    // When
    GraphCheck check = GraphLint.of(blocks(EDGES, 40));

    // Then
    assertThat(kinds(check)).containsOnlyKeys(FindingKind.values());
    assertThat(kinds(check).values()).allMatch(count -> count <= 25);
    assertThat(check.findings())
        .filteredOn(each -> each.remedies().isEmpty())
        .allMatch(each -> each.reason().contains("No remedy was computed"));
  }

  @Test
  @FullLane
  void threeHundredCountersAreAnswered() {
    // When
    GraphCheck check = GraphLint.of(blocks(EDGES, 300));

    // Then
    assertThat(kinds(check)).containsKeys(FindingKind.UNBOUNDED_CYCLE, FindingKind.NO_DEFAULT);
  }

  @Test
  void whenTheWorkIsSpentItIsToldWhatWasNotSought() {
    // Given: each of many counters stops every cycle except those that reset it
    int nodes = 800;
    List<Counter> counters = new ArrayList<>();
    List<Edge> edges = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      counters.add(counter("c" + node, Set.of(Graphs.id((node + 1) % nodes)), Set.of()));
      for (int step = 1; step <= 24; step++) {
        edges.add(Graphs.edge(node, (node + step) % nodes).boundBy("c" + node));
      }
    }
    WorkflowGraph plain = Graphs.of(nodes, List.of());

    // When
    GraphCheck check = GraphLint.of(plain.with(plain.nodes(), edges, counters).withLimit(100));

    // Then
    assertThat(check.notSought()).isNotEmpty();
  }

  @Test
  void ofASmallGraphAllIsSought_andEveryRemedyIsLintedAgain() {
    // When
    GraphCheck check = GraphLint.of(blocks(56, 12));

    // Then
    assertThat(check.notSought()).isEmpty();
    assertThat(check.findings()).isNotEmpty();
    assertThat(check.findings())
        .allMatch(each -> each.remedies().stream().allMatch(Remedy::isLinted));
    assertThat(check.findings()).noneMatch(each -> each.reason().contains("No remedy"));
  }

  @Test
  void aHubOfManyWaysBackIsAnswered() {
    // Given
    List<Edge> edges = new ArrayList<>();
    IntStream.range(1, 1_500)
        .forEach(
            node -> {
              edges.add(Graphs.edge(0, node));
              edges.add(Graphs.edge(node, 0).boundBy("tries"));
            });
    WorkflowGraph plain = Graphs.of(1_500, List.of());
    WorkflowGraph hub = plain.with(plain.nodes(), edges, List.of(Counter.of("tries", 90)));

    // When
    GraphCheck check = GraphLint.of(hub.withLimit(100));

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
