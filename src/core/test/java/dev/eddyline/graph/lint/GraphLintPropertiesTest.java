package dev.eddyline.graph.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeGuard;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphWriter;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.source.GraphFixtures;
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

@Tag(TestTags.TRIES)
class GraphLintPropertiesTest {

  /** A random graph with counters, resets, guards, costs and a limit. */
  private static WorkflowGraph random(long seed, int size) {
    Random random = new Random(seed);
    List<Node> nodes = new ArrayList<>();
    for (int number = 0; number < size; number++) {
      boolean expensive = random.nextInt(4) == 0;
      nodes.add(
          Node.of(GraphFixtures.id(number), GraphFixtures.id(number), NodeKind.STEP, 0)
              .withStateAccess(expensive, randomStateKeys(random), randomStateKeys(random)));
    }
    List<GraphCounter> counters = new ArrayList<>();
    for (String name : List.of("a", "b", "mark")) {
      OptionalInt max =
          name.equals("mark") ? OptionalInt.empty() : OptionalInt.of(random.nextInt(9));
      Set<String> counted = random.nextBoolean() ? Set.of() : Set.of(randomNodeId(random, size));
      Set<String> resets = random.nextInt(3) > 0 ? Set.of() : Set.of(randomNodeId(random, size));
      Set<String> misses = random.nextInt(5) > 0 ? Set.of() : Set.of(randomNodeId(random, size));
      Optional<Boolean> known =
          random.nextInt(6) > 0 ? Optional.empty() : Optional.of(random.nextBoolean());
      counters.add(new GraphCounter(name, max, Set.of(), counted, resets, misses, known));
    }
    List<Edge> edges = new ArrayList<>();
    for (int number = 0; number < size * 2; number++) {
      Edge edge =
          Edge.of(
              randomNodeId(random, size),
              randomNodeId(random, size),
              EdgeKind.values()[random.nextInt(4)],
              "",
              0);
      int bound = random.nextInt(6);
      edge = bound < 2 ? edge.withCounter(bound == 0 ? "a" : "b") : edge;
      EdgeGuard.GuardKind kind =
          random.nextBoolean() ? EdgeGuard.GuardKind.UNLESS : EdgeGuard.GuardKind.WHILE;
      edges.add(bound == 5 ? edge.withGuard(new EdgeGuard(kind, "mark")) : edge);
    }
    OptionalInt limit =
        random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(2 + random.nextInt(30));
    Set<String> ends = random.nextBoolean() ? Set.of() : Set.of(GraphFixtures.id(size - 1));
    return new WorkflowGraph(
        "random",
        nodes,
        edges,
        counters,
        Set.of(GraphFixtures.id(0)),
        ends,
        limit,
        Optional.empty());
  }

  private static Optional<Set<String>> randomStateKeys(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(Set.of("x"));
      case 2 -> Optional.of(Set.of("x", "y"));
      default -> Optional.of(Set.of());
    };
  }

  private static String randomNodeId(Random random, int size) {
    return GraphFixtures.id(random.nextInt(size));
  }

  /** The same, but every backward edge checks a counter that stops it. */
  private static WorkflowGraph randomBoundedGraph(long seed, int size) {
    WorkflowGraph graph = random(seed, size);
    List<GraphCounter> counters = new ArrayList<>(graph.counters());
    counters.add(GraphCounter.of("sure", 3));
    List<Edge> edges =
        graph.edges().stream()
            .map(edge -> number(edge.from()) < number(edge.to()) ? edge : edge.withCounter("sure"))
            .toList();
    return GraphFixtures.with(graph, edges, counters, graph.recursionLimit());
  }

  private static List<GraphFinding> unboundedCycles(WorkflowGraph graph) {
    return GraphLint.findings(graph).stream()
        .filter(each -> each.kind().isUnboundedCycle())
        .toList();
  }

  @Property
  void aPlantedCycleWithNoBoundedEdgeIsAlwaysFound(
      @ForAll long seed, @ForAll @IntRange(min = 3, max = 40) int size) {
    // Given
    WorkflowGraph graph = randomBoundedGraph(seed, size);
    Random random = new Random(~seed);
    List<Integer> order = new ArrayList<>();
    for (int number = 0; number < size; number++) {
      order.add(number);
    }
    Collections.shuffle(order, random);
    List<Integer> cycle = order.subList(0, 1 + random.nextInt(size));
    List<Edge> planted = new ArrayList<>();
    for (int at = 0; at < cycle.size(); at++) {
      planted.add(GraphFixtures.edge(cycle.get(at), cycle.get((at + 1) % cycle.size())));
    }
    List<Edge> edges = new ArrayList<>(graph.edges());
    edges.addAll(planted);
    Collections.shuffle(edges, random);

    // When
    List<GraphFinding> before = unboundedCycles(graph);
    List<GraphFinding> after =
        unboundedCycles(GraphFixtures.with(graph, edges, graph.counters(), graph.recursionLimit()));

    // Then: every backward edge of an unbounded cycle was planted
    List<NodePair> pairs = planted.stream().map(Edge::endpointPair).toList();
    assertThat(before).isEmpty();
    assertThat(after)
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(edgePairsOfCycle(each.cycle()))
                    .filteredOn(pair -> number(pair.from()) >= number(pair.to()))
                    .isNotEmpty()
                    .isSubsetOf(pairs));
  }

  private static List<NodePair> edgePairsOfCycle(List<String> cycle) {
    List<NodePair> pairs = new ArrayList<>();
    for (int at = 0; at < cycle.size(); at++) {
      pairs.add(new NodePair(cycle.get(at), cycle.get((at + 1) % cycle.size())));
    }
    return pairs;
  }

  @Property
  void aGraphWithoutACycleHasNoCycleFinding(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 40) int size) {
    WorkflowGraph graph = random(seed, size);
    List<Edge> forwards =
        graph.edges().stream().filter(edge -> number(edge.from()) < number(edge.to())).toList();

    List<GraphFinding> findings =
        GraphLint.findings(
            GraphFixtures.with(graph, forwards, graph.counters(), graph.recursionLimit()));

    assertThat(findings).noneMatch(each -> each.kind().isCycle());
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(1));
  }

  @Property
  void remedyGraphNeverHasItsFinding(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 14) int size) {
    for (GraphFinding finding : GraphLint.lintFindings(random(seed, size))) {
      for (LintRemedy remedy : finding.remedies()) {
        assertThat(GraphLint.findings(remedy.graph())).noneMatch(finding::hasSameKindAndCycle);
      }
    }
  }

  @Property
  void everyFindingHasARemedyAndOneOfThemIsRecommended(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 14) int size) {
    WorkflowGraph graph = random(seed, size);
    assertThat(GraphLint.lintFindings(graph))
        .filteredOn(each -> each.kind() != FindingKind.UNREACHED)
        .as(() -> GraphWriter.yaml(graph))
        .allSatisfy(
            each ->
                assertThat(each.remedies().stream().map(LintRemedy::recommended).toList())
                    .startsWith(true)
                    .containsOnlyOnce(true));
  }

  @Property
  void reportedCyclesExistInTheGraph_andHaveTheSmallestRotation(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int size) {
    WorkflowGraph graph = random(seed, size);
    List<NodePair> pairs = graph.edges().stream().map(Edge::endpointPair).toList();

    for (GraphFinding finding : GraphLint.findings(graph)) {
      List<String> cycle = finding.cycle();
      if (finding.kind().isCycle()) {
        assertThat(pairs).containsAll(edgePairsOfCycle(cycle));
      }
      for (int turn = 0; turn < cycle.size(); turn++) {
        List<String> turned = new ArrayList<>(cycle);
        Collections.rotate(turned, turn);
        assertThat(String.join("\0", cycle)).isLessThanOrEqualTo(String.join("\0", turned));
      }
    }
  }

  @Property
  void writtenGraphParsesToTheSameGraph(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 14) int size) {
    WorkflowGraph graph = random(seed, size);

    String yaml = GraphWriter.yaml(graph);

    assertThat(GraphWriter.yaml(GraphFixtures.read(yaml).graph())).isEqualTo(yaml);
    String json = GraphWriter.json(graph).toString();
    assertThat(GraphWriter.yaml(GraphFixtures.read(json).graph())).isEqualTo(yaml);
  }

  @Property
  void randomWalkStopsWhereNoUnboundedCycleIsReported(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int size) {
    WorkflowGraph graph = random(seed, size);
    boolean isEndless =
        GraphLint.findings(graph).stream().anyMatch(each -> each.kind().isUnboundedCycle());

    if (!isEndless) {
      assertThat(new RandomWalk(graph, new Random(seed)).walkAndCountEdges(20_000))
          .isLessThan(20_000);
    }
  }
}
