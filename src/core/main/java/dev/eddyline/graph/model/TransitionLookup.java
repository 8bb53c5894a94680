package dev.eddyline.graph.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jgrapht.Graph;

/**
 * Looks up a task's transitions in a graph. It is immutable; the time of a lookup grows with the
 * length of its path. A step is found by its node's id, else by its label. Gateways, which no event
 * names, are skipped.
 */
public final class TransitionLookup {

  /** Maximum number of gateways between two steps. */
  private static final int MAX_GATEWAYS_BETWEEN_STEPS = 1_000;

  private final WorkflowDigraph digraph;
  private final Map<String, String> idByIdOrLabel = new HashMap<>();
  private final Set<String> idsAndLabelsOfNonSteps = new HashSet<>();
  private final Set<String> entries;
  private final Routes routes;
  private final Routes routesWithoutCounters;

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

  /**
   * The edges from step to step.
   *
   * @param edges all of them
   * @param toGateways those that enter a gateway
   */
  private record Routes(Graph<String, Edge> edges, Graph<String, Edge> toGateways) {

    /** A shortest route without a third step between; empty: none. */
    List<Edge> between(String from, String to) {
      return GraphSearch.shortestPath(toGateways, edges, from, to, MAX_GATEWAYS_BETWEEN_STEPS);
    }
  }

  private TransitionLookup(WorkflowGraph workflow) {
    this.digraph = new WorkflowDigraph(workflow);
    Graph<String, Edge> graph = digraph.graph();
    this.routes =
        new Routes(
            graph,
            GraphSearch.graphOf(
                graph.vertexSet(),
                graph.edgeSet().stream()
                    .filter(edge -> digraph.node(edge.to()).kind() == NodeKind.ROUTE)
                    .toList()));
    this.routesWithoutCounters =
        new Routes(
            GraphSearch.without(routes.edges, digraph::checksCounter),
            GraphSearch.without(routes.toGateways, digraph::checksCounter));
    this.entries =
        GraphSearch.reachable(
            GraphSearch.without(graph, edge -> digraph.isStep(edge.from())), digraph.entries());
    for (Node node : workflow.nodes()) {
      idByIdOrLabel.putIfAbsent(node.label(), node.id());
      if (node.kind() != NodeKind.STEP) {
        idsAndLabelsOfNonSteps.addAll(List.of(node.id(), node.label()));
      }
    }
    workflow.nodes().forEach(node -> idByIdOrLabel.put(node.id(), node.id()));
  }

  /** A lookup of the graph. */
  public static TransitionLookup of(WorkflowGraph graph) {
    return new TransitionLookup(graph);
  }

  /** The graph itself. */
  public WorkflowGraph graph() {
    return digraph.workflow();
  }

  /** Steps after which a run is aborted; empty: unknown. */
  public OptionalInt recursionLimit() {
    return graph().recursionLimit();
  }

  /** Whether the graph has the step. */
  public boolean hasNode(String step) {
    return idByIdOrLabel.containsKey(step);
  }

  /** Whether the recursion limit counts it: start, end and gateway nodes do no work. */
  public boolean isStep(String name) {
    return !idsAndLabelsOfNonSteps.contains(name);
  }

  /** Whether a run can begin there. */
  public boolean isEntry(String step) {
    return entries.contains(idByIdOrLabel.get(step));
  }

  /** Whether the graph leads from one step to another without a third step between. */
  public boolean hasEdge(String from, String to) {
    return !findRoute(from, to).isEmpty();
  }

  /**
   * The counter that stops a cycle; empty: none, or the graph does not have the cycle.
   *
   * @param cycle steps in walking order, the first not repeated at the end
   */
  public Optional<CycleBound> findCycleBound(List<String> cycle) {
    return findWalk(cycle).flatMap(TransitionLookup::findCycleBound);
  }

  private static Optional<CycleBound> findCycleBound(ClosedWalk walk) {
    return walk.boundingCounter()
        .map(bound -> new CycleBound(bound.name(), walk.maxRetries(bound)));
  }

  /** The edge to change so that a retry skips expensive nodes. Empty: no such cycle. */
  public Optional<NodePair> findEdgeToChange(List<String> cycle) {
    return findWalk(cycle)
        .map(ClosedWalk::endingWithRetryEdge)
        .map(
            walk -> {
              boolean isSkip = !walk.checkedCounters().isEmpty() && walk.edges().size() >= 3;
              return (isSkip ? walk.edges().get(0) : walk.last()).endpointPair();
            });
  }

  /** The index in a cycle of the step that the retry edge enters. Empty: no such cycle. */
  public OptionalInt retryTargetIndex(List<String> cycle) {
    List<String> ids = cycle.stream().map(idByIdOrLabel::get).toList();
    return findWalk(cycle).map(walk -> walk.endingWithRetryEdge().nodes()).stream()
        .flatMap(List::stream)
        .mapToInt(ids::indexOf)
        .filter(index -> index >= 0)
        .findFirst();
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
    Optional<ClosedWalk> walk = findWalk(cycle);
    Optional<CycleBound> bound = walk.flatMap(TransitionLookup::findCycleBound);
    if (bound.isEmpty() || recursionLimit().isEmpty()) {
      return Optional.empty();
    }
    int limit = recursionLimit().getAsInt();
    int each = Math.max(1, walk.orElseThrow().steps());
    long stops = stepsSoFar + (long) each * Math.max(0, bound.get().max() - rounds);
    int left = Math.max(0, limit - stepsSoFar) / each;
    return stops <= limit
        ? Optional.empty()
        : Optional.of(new LimitOverrun(limit + 1, left, (int) Math.min(stops, Integer.MAX_VALUE)));
  }

  /** The cycle's edges; edges without counters are preferred. */
  private Optional<ClosedWalk> findWalk(List<String> cycle) {
    List<Edge> edges = new ArrayList<>();
    for (int at = 0; at < cycle.size(); at++) {
      List<Edge> route = findRoute(cycle.get(at), cycle.get((at + 1) % cycle.size()));
      if (route.isEmpty()) {
        return Optional.empty();
      }
      edges.addAll(route);
    }
    return edges.isEmpty() ? Optional.empty() : Optional.of(new ClosedWalk(digraph, edges));
  }

  /** The edges from one step to another, without counters if possible; empty: none. */
  private List<Edge> findRoute(String from, String to) {
    String source = idByIdOrLabel.get(from);
    String target = idByIdOrLabel.get(to);
    if (source == null || target == null) {
      return List.of();
    }
    List<Edge> route = routesWithoutCounters.between(source, target);
    return route.isEmpty() ? routes.between(source, target) : route;
  }
}
