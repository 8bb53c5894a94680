package dev.eddyline.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.Tries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag(Tries.TAG)
class GraphLintPropertiesTest {

  /** A random graph with counters, resets, guards, costs and a limit. */
  private static WorkflowGraph random(long seed, int size) {
    Random lots = new Random(seed);
    List<Node> nodes = new ArrayList<>();
    for (int number = 0; number < size; number++) {
      boolean expensive = lots.nextInt(4) == 0;
      nodes.add(
          Node.of(Graphs.id(number), Graphs.id(number), NodeKind.STEP, 0)
              .with(expensive, keys(lots), keys(lots)));
    }
    List<Counter> counters = new ArrayList<>();
    for (String name : List.of("a", "b", "mark")) {
      OptionalInt max = name.equals("mark") ? OptionalInt.empty() : OptionalInt.of(lots.nextInt(9));
      Set<String> counted = lots.nextBoolean() ? Set.of() : Set.of(any(lots, size));
      Set<String> resets = lots.nextInt(3) > 0 ? Set.of() : Set.of(any(lots, size));
      Set<String> misses = lots.nextInt(5) > 0 ? Set.of() : Set.of(any(lots, size));
      Optional<Boolean> known =
          lots.nextInt(6) > 0 ? Optional.empty() : Optional.of(lots.nextBoolean());
      counters.add(new Counter(name, max, Set.of(), counted, resets, misses, known));
    }
    List<Edge> edges = new ArrayList<>();
    for (int number = 0; number < size * 2; number++) {
      Edge edge =
          Edge.of(any(lots, size), any(lots, size), EdgeKind.values()[lots.nextInt(4)], "", 0);
      int bound = lots.nextInt(6);
      edge = bound < 2 ? edge.boundBy(bound == 0 ? "a" : "b") : edge;
      Guard.Kind kind = lots.nextBoolean() ? Guard.Kind.UNLESS : Guard.Kind.WHILE;
      edges.add(bound == 5 ? edge.guardedBy(new Guard(kind, "mark")) : edge);
    }
    OptionalInt limit =
        lots.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(2 + lots.nextInt(30));
    Set<String> ends = lots.nextBoolean() ? Set.of() : Set.of(Graphs.id(size - 1));
    return new WorkflowGraph("random", nodes, edges, counters, Set.of(Graphs.id(0)), ends, limit);
  }

  private static Optional<Set<String>> keys(Random lots) {
    return switch (lots.nextInt(4)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(Set.of("x"));
      case 2 -> Optional.of(Set.of("x", "y"));
      default -> Optional.of(Set.of());
    };
  }

  private static String any(Random lots, int size) {
    return Graphs.id(lots.nextInt(size));
  }

  /** The same, but every backward edge checks a counter that stops it. */
  private static WorkflowGraph bounded(long seed, int size) {
    WorkflowGraph graph = random(seed, size);
    List<Counter> counters = new ArrayList<>(graph.counters());
    counters.add(Counter.of("sure", 3));
    List<Edge> edges =
        graph.edges().stream()
            .map(edge -> number(edge.from()) < number(edge.to()) ? edge : edge.boundBy("sure"))
            .toList();
    return graph.with(graph.nodes(), edges, counters);
  }

  private static List<GraphFinding> endless(WorkflowGraph graph) {
    return GraphLint.findings(graph).stream().filter(each -> each.kind().isEndless()).toList();
  }

  @Property
  void aPlantedCycleWithNoBoundedEdgeIsAlwaysFound(
      @ForAll long seed, @ForAll @IntRange(min = 3, max = 40) int size) {
    // Given
    WorkflowGraph graph = bounded(seed, size);
    Random lots = new Random(~seed);
    List<Integer> order = new ArrayList<>();
    for (int number = 0; number < size; number++) {
      order.add(number);
    }
    Collections.shuffle(order, lots);
    List<Integer> cycle = order.subList(0, 1 + lots.nextInt(size));
    List<Edge> planted = new ArrayList<>();
    for (int at = 0; at < cycle.size(); at++) {
      planted.add(Graphs.edge(cycle.get(at), cycle.get((at + 1) % cycle.size())));
    }
    List<Edge> edges = new ArrayList<>(graph.edges());
    edges.addAll(planted);
    Collections.shuffle(edges, lots);

    // When
    List<GraphFinding> before = endless(graph);
    List<GraphFinding> after = endless(graph.with(graph.nodes(), edges, graph.counters()));

    // Then: every backward edge of an unbounded cycle was planted
    List<Way> ways = planted.stream().map(Edge::way).toList();
    assertThat(before).isEmpty();
    assertThat(after)
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(ways(each.cycle()))
                    .filteredOn(way -> number(way.from()) >= number(way.to()))
                    .isNotEmpty()
                    .isSubsetOf(ways));
  }

  private static List<Way> ways(List<String> cycle) {
    List<Way> ways = new ArrayList<>();
    for (int at = 0; at < cycle.size(); at++) {
      ways.add(new Way(cycle.get(at), cycle.get((at + 1) % cycle.size())));
    }
    return ways;
  }

  @Property
  void aGraphWithoutACycleHasNoCycleFinding(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 40) int size) {
    WorkflowGraph graph = random(seed, size);
    List<Edge> forwards =
        graph.edges().stream().filter(edge -> number(edge.from()) < number(edge.to())).toList();

    List<GraphFinding> findings =
        GraphLint.findings(graph.with(graph.nodes(), forwards, graph.counters()));

    assertThat(findings).allMatch(each -> each.kind() == FindingKind.NO_DEFAULT);
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(1));
  }

  @Property
  void aRemedysGraphNeverHasTheFindingThatItCures(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 14) int size) {
    for (GraphFinding finding : GraphLint.check(random(seed, size))) {
      for (Remedy remedy : finding.remedies()) {
        assertThat(GraphLint.findings(remedy.graph())).noneMatch(finding::isSameAs);
      }
    }
  }

  @Property
  void everyFindingHasARemedyAndOneOfThemIsRecommended(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 14) int size) {
    WorkflowGraph graph = random(seed, size);
    assertThat(GraphLint.check(graph))
        .as(() -> GraphWriter.yaml(graph))
        .allSatisfy(
            each ->
                assertThat(each.remedies().stream().map(Remedy::recommended).toList())
                    .startsWith(true)
                    .containsOnlyOnce(true));
  }

  @Property
  void whatIsFoundIsARealWayRoundInItsSmallestRotation(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int size) {
    WorkflowGraph graph = random(seed, size);
    List<Way> ways = graph.edges().stream().map(Edge::way).toList();

    for (GraphFinding finding : GraphLint.findings(graph)) {
      List<String> cycle = finding.cycle();
      if (finding.kind() != FindingKind.NO_DEFAULT) {
        assertThat(ways).containsAll(ways(cycle));
      }
      for (int turn = 0; turn < cycle.size(); turn++) {
        List<String> turned = new ArrayList<>(cycle);
        Collections.rotate(turned, turn);
        assertThat(String.join("\0", cycle)).isLessThanOrEqualTo(String.join("\0", turned));
      }
    }
  }

  @Property
  void aWrittenGraphIsReadBackTheSame(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 14) int size) {
    WorkflowGraph graph = random(seed, size);

    String yaml = GraphWriter.yaml(graph);

    assertThat(GraphWriter.yaml(Graphs.read(yaml).graph())).isEqualTo(yaml);
    String json = GraphWriter.json(graph).toString();
    assertThat(GraphWriter.yaml(Graphs.read(json).graph())).isEqualTo(yaml);
  }

  @Property
  void aWalkByTheCountersOnNoEndlessPartIsStopped(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int size) {
    WorkflowGraph graph = random(seed, size);
    boolean isEndless =
        GraphLint.findings(graph).stream().anyMatch(each -> each.kind().isEndless());

    if (!isEndless) {
      assertThat(new RandomWalk(graph, new Random(seed)).steps(20_000)).isLessThan(20_000);
    }
  }
}
