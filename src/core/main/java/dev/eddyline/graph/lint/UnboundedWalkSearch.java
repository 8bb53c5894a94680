package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphSearch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jgrapht.Graph;

/** Searches a component for a short closed walk that nothing stops, with bounded work. */
final class UnboundedWalkSearch {

  private static final int MAX_START_NODES = 16;
  private static final int MAX_COUNTER_EDGES = 64;

  private final LintContext context;
  private final Graph<String, Edge> component;

  private UnboundedWalkSearch(LintContext context, Graph<String, Edge> component) {
    this.context = context;
    this.component = component;
  }

  /** A walk in an unbounded component: without counters if possible, else with their resets. */
  static ClosedWalk find(LintContext context, Graph<String, Edge> component) {
    UnboundedWalkSearch search = new UnboundedWalkSearch(context, component);
    return context.walk(search.findCycleWithoutCounters().orElseGet(search::findWalkWithCounters));
  }

  /** The shortest of a sample of cycles; once a large part has one, other parts are skipped. */
  private Optional<List<Edge>> findCycleWithoutCounters() {
    List<List<Edge>> cycles = new ArrayList<>();
    for (Graph<String, Edge> part : partsWithoutCounters()) {
      List<String> nodes = List.copyOf(part.vertexSet());
      int stride = Math.max(1, nodes.size() / MAX_START_NODES);
      for (int start = 0; start < nodes.size(); start += stride) {
        cycles.add(shortestPath(part, nodes.get(start), nodes.get(start)));
      }
      if (nodes.size() > MAX_START_NODES && shortestUnbounded(cycles).isPresent()) {
        break;
      }
    }
    return shortestUnbounded(cycles);
  }

  private List<Graph<String, Edge>> partsWithoutCounters() {
    return component.edgeSet().stream().noneMatch(context.digraph::checksCounter)
        ? List.of(component)
        : GraphSearch.components(GraphSearch.without(component, context.digraph::checksCounter));
  }

  private List<Edge> findWalkWithCounters() {
    List<List<Edge>> cycles =
        component.edgeSet().stream()
            .filter(context.digraph::checksCounter)
            .limit(MAX_COUNTER_EDGES)
            .map(this::cycleThrough)
            .toList();
    return shortestUnbounded(cycles)
        .orElseGet(
            () ->
                addDetoursToResets(
                    cycles.isEmpty()
                        ? cycleThrough(component.edgeSet().iterator().next())
                        : cycles.get(0)));
  }

  private Optional<List<Edge>> shortestUnbounded(List<List<Edge>> cycles) {
    return cycles.stream()
        .filter(cycle -> stopping(cycle).isEmpty())
        .min(Comparator.comparing(List::size));
  }

  /** The first constraint that stops a closed walk. */
  private Optional<CounterConstraint> stopping(List<Edge> walk) {
    Graph<String, Edge> graph = GraphSearch.graphOf(walk.stream().map(Edge::from).toList(), walk);
    return context.constraintsThatStop(graph).stream().findFirst();
  }

  private List<Edge> cycleThrough(Edge edge) {
    List<Edge> cycle = new ArrayList<>(List.of(edge));
    cycle.addAll(pathBetween(edge.to(), edge.from()));
    return cycle;
  }

  /** The walk with detours, each to an edge that resets a counter that would stop it. */
  private List<Edge> addDetoursToResets(List<Edge> walk) {
    String start = walk.get(0).from();
    List<Edge> longer = new ArrayList<>(walk);
    Optional<CounterConstraint> stopping = stopping(longer);
    while (stopping.isPresent()
        && context.budget.spend(UnboundedComponents.CHECK_NAME, 10L * longer.size())) {
      Edge reset =
          component.edgeSet().stream()
              .filter(stopping.get().resetting()::contains)
              .findFirst()
              .orElseThrow();
      longer.addAll(pathBetween(start, reset.from()));
      longer.add(reset);
      longer.addAll(pathBetween(reset.to(), start));
      stopping = stopping(longer);
    }
    return longer;
  }

  private List<Edge> pathBetween(String start, String end) {
    return start.equals(end) ? List.of() : shortestPath(component, start, end);
  }

  private List<Edge> shortestPath(Graph<String, Edge> graph, String start, String end) {
    context.budget.spend(UnboundedComponents.CHECK_NAME, graph.edgeSet().size());
    return GraphSearch.shortestPath(graph, start, end);
  }
}
