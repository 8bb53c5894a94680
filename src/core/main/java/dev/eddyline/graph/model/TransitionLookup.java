package dev.eddyline.graph.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Looks up a task's transitions in a graph. It is immutable; the time of a lookup grows with the
 * length of its path. A step is found by its node's id, else by its label. Gateways, which no event
 * names, are skipped.
 */
public final class TransitionLookup {

  /** Maximum number of gateways between two steps. */
  private static final int MAX_GATEWAYS_BETWEEN_STEPS = 1_000;

  private final WorkflowGraph graph;
  private final IndexedGraph indexed;
  private final int[] minStepCountBeforeNode;
  private final Map<String, Integer> nodeNumberByIdOrLabel = new HashMap<>();
  private final Set<String> idsAndLabelsOfNonSteps = new HashSet<>();
  private final BitSet entries;

  /** The first edge between two nodes: of all edges, and of edges without counters. */
  private final Map<Long, Integer> firstEdgeByNodePairKey = new HashMap<>();

  private final Map<Long, Integer> firstEdgeWithoutCounterByNodePairKey = new HashMap<>();

  /** The edges to gateways, by node. */
  private final int[][] edgesToGatewaysByNode;

  /**
   * A counter that stops a cycle.
   *
   * @param counter its name
   * @param max how often the retry edge can be taken
   */
  public record CycleBound(String counter, int max) {}

  /**
   * The case that the recursion limit ends the run before the counter stops the cycle.
   *
   * @param step the step that exceeds the limit
   * @param roundsLeft whole rounds that still fit
   * @param counterStopsAt the step at which the counter would stop the cycle
   */
  public record LimitOverrun(int step, int roundsLeft, int counterStopsAt) {}

  private TransitionLookup(WorkflowGraph graph) {
    this.graph = graph;
    this.indexed = new IndexedGraph(graph);
    this.minStepCountBeforeNode = indexed.minStepCountBeforeNode();
    this.edgesToGatewaysByNode = edgesToGatewaysByNode();
    this.entries = findEntryNodes();
    for (int edge = 0; edge < graph.edges().size(); edge++) {
      long way = nodePairKey(indexed.digraph.from[edge], indexed.digraph.to[edge]);
      firstEdgeByNodePairKey.putIfAbsent(way, edge);
      if (!indexed.doesEdgeCheckCounter(edge)) {
        firstEdgeWithoutCounterByNodePairKey.putIfAbsent(way, edge);
      }
    }
    for (Node node : graph.nodes()) {
      if (node.kind() != NodeKind.STEP) {
        idsAndLabelsOfNonSteps.add(node.id());
        idsAndLabelsOfNonSteps.add(node.label());
      }
    }
    graph
        .nodes()
        .forEach(
            node -> nodeNumberByIdOrLabel.putIfAbsent(node.label(), indexed.nodeNumber(node.id())));
    graph
        .nodes()
        .forEach(node -> nodeNumberByIdOrLabel.put(node.id(), indexed.nodeNumber(node.id())));
  }

  /** A lookup of the graph. */
  public static TransitionLookup of(WorkflowGraph graph) {
    return new TransitionLookup(graph);
  }

  /** The graph itself. */
  public WorkflowGraph graph() {
    return graph;
  }

  /** Steps after which a run is aborted; empty: unknown. */
  public OptionalInt recursionLimit() {
    return graph.recursionLimit();
  }

  /** Whether the graph has the step. */
  public boolean hasNode(String step) {
    return nodeNumberByIdOrLabel.containsKey(step);
  }

  /** Whether the recursion limit counts it: start, end and gateway nodes do no work. */
  public boolean isStep(String name) {
    return !idsAndLabelsOfNonSteps.contains(name);
  }

  /** Whether a run can begin there. */
  public boolean isEntry(String step) {
    Integer node = nodeNumberByIdOrLabel.get(step);
    return node != null && entries.get(node);
  }

  /** Whether the graph leads from one step to another without a third step between. */
  public boolean hasEdge(String from, String to) {
    Integer source = nodeNumberByIdOrLabel.get(from);
    Integer target = nodeNumberByIdOrLabel.get(to);
    return source != null && target != null && !findEdgesBetweenSteps(source, target).isEmpty();
  }

  /**
   * The counter that stops a cycle; empty: none, or the graph does not have the cycle.
   *
   * @param cycle steps in walking order, the first not repeated at the end
   */
  public Optional<CycleBound> findCycleBound(List<String> cycle) {
    return walk(cycle).flatMap(TransitionLookup::findCycleBound);
  }

  private static Optional<CycleBound> findCycleBound(ClosedWalk walk) {
    return walk.boundingCounter()
        .map(bound -> new CycleBound(bound.name(), walk.maxRetries(bound)));
  }

  /** The edge to change so that a retry skips expensive nodes. Empty: no such cycle. */
  public Optional<NodePair> findEdgeToChange(List<String> cycle) {
    return walk(cycle)
        .map(
            walk -> {
              int back = walk.retryPosition(minStepCountBeforeNode);
              int length = walk.edges().length;
              boolean checksCounter = !walk.checkedCounters().isEmpty();
              int change = checksCounter && length >= 3 ? (back + 1) % length : back;
              return indexed.edge(walk.edges()[change]).endpointPair();
            });
  }

  /** The index in a cycle of the step that the retry edge enters. Empty: no such cycle. */
  public OptionalInt retryTargetIndex(List<String> cycle) {
    return walk(cycle)
        .map(
            walk -> {
              List<Integer> steps = cycle.stream().map(nodeNumberByIdOrLabel::get).toList();
              ClosedWalk retryWalk =
                  walk.startingAt(
                      (walk.retryPosition(this.minStepCountBeforeNode) + 1) % walk.edges().length);
              return Arrays.stream(retryWalk.edges())
                  .map(edge -> steps.indexOf(indexed.digraph.from[edge]))
                  .filter(at -> at >= 0)
                  .findFirst();
            })
        .orElse(OptionalInt.empty());
  }

  /**
   * The recursion limit, where the cycle's counter is effective but would stop it too late.
   *
   * @param stepsSoFar steps that the run has made
   * @param cycle steps in walking order
   * @param rounds how often the cycle was walked already
   */
  public Optional<LimitOverrun> findRecursionLimitOverrun(
      int stepsSoFar, List<String> cycle, int rounds) {
    Optional<ClosedWalk> walk = walk(cycle);
    Optional<CycleBound> bound = walk.flatMap(TransitionLookup::findCycleBound);
    if (bound.isEmpty() || graph.recursionLimit().isEmpty()) {
      return Optional.empty();
    }
    int limit = graph.recursionLimit().getAsInt();
    int each = Math.max(1, walk.orElseThrow().steps());
    long stops = stepsSoFar + (long) each * Math.max(0, bound.get().max() - rounds);
    if (stops <= limit) {
      return Optional.empty();
    }
    int left = Math.max(0, limit - stepsSoFar) / each;
    int stopsAt = (int) Math.min(stops, Integer.MAX_VALUE);
    return Optional.of(new LimitOverrun(limit + 1, left, stopsAt));
  }

  /** The cycle's edges; edges without counters are preferred. */
  private Optional<ClosedWalk> walk(List<String> cycle) {
    List<Integer> edges = new ArrayList<>();
    for (int at = 0; at < cycle.size(); at++) {
      Integer from = nodeNumberByIdOrLabel.get(cycle.get(at));
      Integer to = nodeNumberByIdOrLabel.get(cycle.get((at + 1) % cycle.size()));
      List<Integer> way = from == null || to == null ? List.of() : findEdgesBetweenSteps(from, to);
      if (way.isEmpty()) {
        return Optional.empty();
      }
      edges.addAll(way);
    }
    return cycle.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ClosedWalk(indexed, edges.stream().mapToInt(Integer::intValue).toArray()));
  }

  /**
   * The edges from one step to another, through gateways if needed, without counters if possible.
   */
  private List<Integer> findEdgesBetweenSteps(int from, int to) {
    List<Integer> route = findShortestRouteThroughGateways(from, to, true);
    return route.isEmpty() ? findShortestRouteThroughGateways(from, to, false) : route;
  }

  private List<Integer> findShortestRouteThroughGateways(
      int from, int to, boolean skipsCounterEdges) {
    Map<Integer, Integer> edgeInto = new HashMap<>();
    Deque<Integer> queue = new ArrayDeque<>(List.of(from));
    Set<Integer> seen = new HashSet<>();
    while (!queue.isEmpty() && seen.size() < MAX_GATEWAYS_BETWEEN_STEPS) {
      int node = queue.remove();
      Integer last =
          (skipsCounterEdges ? firstEdgeWithoutCounterByNodePairKey : firstEdgeByNodePairKey)
              .get(nodePairKey(node, to));
      if (last != null) {
        return traceRouteEdges(edgeInto, from, last);
      }
      for (int edge : edgesToGatewaysByNode[node]) {
        int next = indexed.digraph.to[edge];
        if (!(skipsCounterEdges && indexed.doesEdgeCheckCounter(edge)) && seen.add(next)) {
          edgeInto.put(next, edge);
          queue.add(next);
        }
      }
    }
    return List.of();
  }

  /** The nodes at which runs begin; the successors of those that are not steps too. */
  private BitSet findEntryNodes() {
    BitSet begins = new BitSet();
    Deque<Integer> queue = new ArrayDeque<>();
    Arrays.stream(indexed.entries()).forEach(queue::add);
    while (!queue.isEmpty()) {
      int node = queue.remove();
      if (!begins.get(node)) {
        begins.set(node);
        if (!indexed.isStep(node)) {
          indexed.digraph.leaving(node).forEach(edge -> queue.add(indexed.digraph.to[edge]));
        }
      }
    }
    return begins;
  }

  private int[][] edgesToGatewaysByNode() {
    int[][] all = new int[graph.nodes().size()][];
    Arrays.setAll(
        all,
        node ->
            indexed
                .digraph
                .leaving(node)
                .filter(edge -> indexed.node(indexed.digraph.to[edge]).kind() == NodeKind.ROUTE)
                .toArray());
    return all;
  }

  private static long nodePairKey(int from, int to) {
    return (long) from << Integer.SIZE | to;
  }

  private List<Integer> traceRouteEdges(Map<Integer, Integer> edgeInto, int from, int last) {
    Deque<Integer> route = new ArrayDeque<>(List.of(last));
    int node = indexed.digraph.from[last];
    while (node != from) {
      int edge = Objects.requireNonNull(edgeInto.get(node), "no edge led to a node of the route");
      route.push(edge);
      node = indexed.digraph.from[edge];
    }
    return List.copyOf(route);
  }
}
