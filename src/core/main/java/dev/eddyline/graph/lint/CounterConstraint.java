package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeGuard;
import dev.eddyline.graph.model.EdgeGuard.GuardKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.WorkflowGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jgrapht.Graph;

/**
 * A constraint that stops endless repetition: a run that repeats edges that check a counter and
 * edges that increment it must also repeat an edge that resets it.
 *
 * @param isGuard whether a guard checks the counter; otherwise its maximum
 * @param checking the edges that check the counter
 * @param counting the edges that increment it
 * @param resetting the edges that reset it
 */
record CounterConstraint(boolean isGuard, Set<Edge> checking, Edges counting, Edges resetting) {

  /** Edges that are given one by one, by their pairs of nodes, or by the nodes that they enter. */
  record Edges(Set<Edge> edges, Set<NodePair> pairs, Set<String> nodes) {

    private static Edges entering(Set<String> nodes) {
      return new Edges(Set.of(), Set.of(), nodes);
    }

    boolean contains(Edge edge) {
      return edges.contains(edge)
          || pairs.contains(edge.endpointPair())
          || nodes.contains(edge.to());
    }

    /** Whether a strongly connected graph has one of them. */
    boolean intersects(Graph<String, Edge> graph) {
      return anyCommon(edges, graph.edgeSet())
          || pairs.stream().anyMatch(pair -> graph.containsEdge(pair.from(), pair.to()))
          || anyCommon(nodes, graph.vertexSet());
    }

    private static <T> boolean anyCommon(Set<T> some, Set<T> others) {
      return some.size() < others.size()
          ? some.stream().anyMatch(others::contains)
          : others.stream().anyMatch(some::contains);
    }
  }

  /** The constraints of a graph's counters and guards. */
  static List<CounterConstraint> constraintsOf(WorkflowGraph graph) {
    Map<Optional<String>, Set<Edge>> byCounter =
        graph.edges().stream().collect(Collectors.groupingBy(Edge::counter, Collectors.toSet()));
    Map<Optional<EdgeGuard>, Set<Edge>> byGuard =
        graph.edges().stream().collect(Collectors.groupingBy(Edge::guard, Collectors.toSet()));
    List<CounterConstraint> all = new ArrayList<>();
    for (GraphCounter counter : graph.counters()) {
      Set<Edge> checking = byCounter.getOrDefault(Optional.of(counter.name()), Set.of());
      Edges checked = new Edges(checking, Set.of(), Set.of());
      Edges counted =
          counter.declaresWhereItCounts()
              ? new Edges(Set.of(), counter.countedOn(), counter.countedBy())
              : checked;
      Edges resets = Edges.entering(counter.resetBy());
      if (counter.max().isPresent() && counter.effective().orElse(true)) {
        Set<String> notStopped = new HashSet<>(counter.resetBy());
        notStopped.addAll(counter.misses());
        all.add(
            counter.effective().isPresent()
                ? new CounterConstraint(false, checking, checked, Edges.entering(Set.of()))
                : new CounterConstraint(false, checking, counted, Edges.entering(notStopped)));
      }
      EdgeGuard ifUncounted = new EdgeGuard(GuardKind.UNLESS, counter.name());
      EdgeGuard ifCounted = new EdgeGuard(GuardKind.WHILE, counter.name());
      Set<Edge> unless = byGuard.getOrDefault(Optional.of(ifUncounted), Set.of());
      Set<Edge> once = byGuard.getOrDefault(Optional.of(ifCounted), Set.of());
      all.add(new CounterConstraint(true, unless, counted, resets));
      all.add(new CounterConstraint(true, once, resets, counted));
    }
    all.removeIf(constraint -> constraint.checking.isEmpty());
    return all;
  }

  /**
   * Whether it stops a run that repeats all edges of a strongly connected graph, and no others. One
   * of these edges checks it.
   */
  boolean stopsRepetitionOf(Graph<String, Edge> graph) {
    return counting.intersects(graph) && !resetting.intersects(graph);
  }
}
