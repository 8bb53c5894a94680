package dev.eddyline.graph;

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
public final class RunGraph {

  /** Maximum number of gateways between two steps. */
  private static final int GATEWAYS = 1_000;

  private final WorkflowGraph graph;
  private final Indexed indexed;
  private final int[] steps;
  private final Map<String, Integer> byName = new HashMap<>();
  private final Set<String> noSteps = new HashSet<>();
  private final BitSet entries;

  /** The first edge between two nodes: of all edges, and of edges without counters. */
  private final Map<Long, Integer> direct = new HashMap<>();

  private final Map<Long, Integer> free = new HashMap<>();

  /** The edges to gateways, by node. */
  private final int[][] gateways;

  /**
   * A counter that stops a cycle.
   *
   * @param counter its name
   * @param max how often the retry edge can be taken
   */
  public record Bound(String counter, int max) {}

  /**
   * The case that the recursion limit ends the run before the counter stops the cycle.
   *
   * @param step the step that exceeds the limit
   * @param roundsLeft whole rounds that still fit
   * @param counterStopsAt the step at which the counter would stop the cycle
   */
  public record Strike(int step, int roundsLeft, int counterStopsAt) {}

  private RunGraph(WorkflowGraph graph) {
    this.graph = graph;
    this.indexed = new Indexed(graph);
    this.steps = indexed.stepsBefore();
    this.gateways = gateways();
    this.entries = begins();
    for (int edge = 0; edge < graph.edges().size(); edge++) {
      long way = way(indexed.whole.from[edge], indexed.whole.to[edge]);
      direct.putIfAbsent(way, edge);
      if (!indexed.isAsking(edge)) {
        free.putIfAbsent(way, edge);
      }
    }
    for (Node node : graph.nodes()) {
      if (node.kind() != NodeKind.STEP) {
        noSteps.add(node.id());
        noSteps.add(node.label());
      }
    }
    graph.nodes().forEach(node -> byName.putIfAbsent(node.label(), indexed.number(node.id())));
    graph.nodes().forEach(node -> byName.put(node.id(), indexed.number(node.id())));
  }

  /** A lookup of the graph. */
  public static RunGraph of(WorkflowGraph graph) {
    return new RunGraph(graph);
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
    return byName.containsKey(step);
  }

  /** Whether the recursion limit counts it: start, end and gateway nodes do no work. */
  public boolean isStep(String name) {
    return !noSteps.contains(name);
  }

  /** Whether a run can begin there. */
  public boolean isEntry(String step) {
    Integer node = byName.get(step);
    return node != null && entries.get(node);
  }

  /** Whether the graph leads from one step to another without a third step between. */
  public boolean hasEdge(String from, String to) {
    Integer source = byName.get(from);
    Integer target = byName.get(to);
    return source != null && target != null && !choices(source, target).isEmpty();
  }

  /**
   * The counter that stops a cycle; empty: none, or the graph does not have the cycle.
   *
   * @param cycle steps in walking order, the first not repeated at the end
   */
  public Optional<Bound> bound(List<String> cycle) {
    return walk(cycle).flatMap(RunGraph::bound);
  }

  private static Optional<Bound> bound(Walk walk) {
    return walk.bound().map(bound -> new Bound(bound.name(), walk.retries(bound)));
  }

  /** The edge to change so that a retry skips expensive nodes. Empty: no such cycle. */
  public Optional<Way> toChange(List<String> cycle) {
    return walk(cycle)
        .map(
            walk -> {
              int back = walk.retry(steps);
              int length = walk.edges().length;
              boolean isAsked = !walk.asked().isEmpty();
              int change = isAsked && length >= 3 ? (back + 1) % length : back;
              return indexed.edge(walk.edges()[change]).way();
            });
  }

  /** The index in a cycle of the step that the retry edge enters. Empty: no such cycle. */
  public OptionalInt entered(List<String> cycle) {
    return walk(cycle)
        .map(
            walk -> {
              List<Integer> steps = cycle.stream().map(byName::get).toList();
              Walk begun = walk.from((walk.retry(this.steps) + 1) % walk.edges().length);
              return Arrays.stream(begun.edges())
                  .map(edge -> steps.indexOf(indexed.whole.from[edge]))
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
  public Optional<Strike> strike(int stepsSoFar, List<String> cycle, int rounds) {
    Optional<Walk> walk = walk(cycle);
    Optional<Bound> bound = walk.flatMap(RunGraph::bound);
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
    return Optional.of(new Strike(limit + 1, left, stopsAt));
  }

  /** The cycle's edges; edges without counters are preferred. */
  private Optional<Walk> walk(List<String> cycle) {
    List<Integer> edges = new ArrayList<>();
    for (int at = 0; at < cycle.size(); at++) {
      Integer from = byName.get(cycle.get(at));
      Integer to = byName.get(cycle.get((at + 1) % cycle.size()));
      List<Integer> way = from == null || to == null ? List.of() : choices(from, to);
      if (way.isEmpty()) {
        return Optional.empty();
      }
      edges.addAll(way);
    }
    return cycle.isEmpty()
        ? Optional.empty()
        : Optional.of(new Walk(indexed, edges.stream().mapToInt(Integer::intValue).toArray()));
  }

  /**
   * The edges from one step to another, through gateways if needed, without counters if possible.
   */
  private List<Integer> choices(int from, int to) {
    List<Integer> route = route(from, to, true);
    return route.isEmpty() ? route(from, to, false) : route;
  }

  private List<Integer> route(int from, int to, boolean isFree) {
    Map<Integer, Integer> cameBy = new HashMap<>();
    Deque<Integer> queue = new ArrayDeque<>(List.of(from));
    Set<Integer> seen = new HashSet<>();
    while (!queue.isEmpty() && seen.size() < GATEWAYS) {
      int node = queue.remove();
      Integer last = (isFree ? free : direct).get(way(node, to));
      if (last != null) {
        return back(cameBy, from, last);
      }
      for (int edge : gateways[node]) {
        int next = indexed.whole.to[edge];
        if (!(isFree && indexed.isAsking(edge)) && seen.add(next)) {
          cameBy.put(next, edge);
          queue.add(next);
        }
      }
    }
    return List.of();
  }

  /** The nodes at which runs begin; the successors of those that are not steps too. */
  private BitSet begins() {
    BitSet begins = new BitSet();
    Deque<Integer> queue = new ArrayDeque<>();
    Arrays.stream(indexed.entries()).forEach(queue::add);
    while (!queue.isEmpty()) {
      int node = queue.remove();
      if (!begins.get(node)) {
        begins.set(node);
        if (!indexed.isStep(node)) {
          indexed.whole.leaving(node).forEach(edge -> queue.add(indexed.whole.to[edge]));
        }
      }
    }
    return begins;
  }

  private int[][] gateways() {
    int[][] all = new int[graph.nodes().size()][];
    Arrays.setAll(
        all,
        node ->
            indexed
                .whole
                .leaving(node)
                .filter(edge -> indexed.node(indexed.whole.to[edge]).kind() == NodeKind.ROUTE)
                .toArray());
    return all;
  }

  private static long way(int from, int to) {
    return (long) from << Integer.SIZE | to;
  }

  private List<Integer> back(Map<Integer, Integer> cameBy, int from, int last) {
    Deque<Integer> route = new ArrayDeque<>(List.of(last));
    int node = indexed.whole.from[last];
    while (node != from) {
      int edge = Objects.requireNonNull(cameBy.get(node), "no edge led to a node of the route");
      route.push(edge);
      node = indexed.whole.from[edge];
    }
    return List.copyOf(route);
  }
}
