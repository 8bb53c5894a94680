package dev.eddyline.graph.model;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DirectedPseudograph;
import org.jgrapht.traverse.BreadthFirstIterator;

/**
 * Searches in graphs of JGraphT whose edges are those of a workflow. Results are in their order.
 */
public final class GraphSearch {

  private GraphSearch() {}

  /** A graph of these nodes and edges. */
  public static Graph<String, Edge> graphOf(Collection<String> nodes, Collection<Edge> edges) {
    Graph<String, Edge> graph = new DirectedPseudograph<>(Edge.class);
    nodes.forEach(graph::addVertex);
    edges.forEach(edge -> graph.addEdge(edge.from(), edge.to(), edge));
    return graph;
  }

  /** A copy of a graph without some of its edges. */
  public static Graph<String, Edge> without(Graph<String, Edge> graph, Predicate<Edge> removed) {
    return graphOf(graph.vertexSet(), graph.edgeSet().stream().filter(removed.negate()).toList());
  }

  /** The strongly connected components that have an edge, ordered by their first edges. */
  public static List<Graph<String, Edge>> components(Graph<String, Edge> graph) {
    Map<String, Integer> componentOf = new HashMap<>();
    int found = 0;
    for (Set<String> component :
        new KosarajuStrongConnectivityInspector<>(graph).stronglyConnectedSets()) {
      for (String node : component) {
        componentOf.put(node, found);
      }
      found++;
    }
    Function<String, Integer> numberOf = node -> componentOf.getOrDefault(node, -1);
    Map<Integer, List<String>> nodes =
        graph.vertexSet().stream().collect(Collectors.groupingBy(numberOf));
    Map<Integer, List<Edge>> edges =
        graph.edgeSet().stream()
            .filter(edge -> numberOf.apply(edge.from()).equals(numberOf.apply(edge.to())))
            .collect(
                Collectors.groupingBy(
                    edge -> numberOf.apply(edge.from()), LinkedHashMap::new, Collectors.toList()));
    return edges.entrySet().stream()
        .map(each -> graphOf(nodes.getOrDefault(each.getKey(), List.of()), each.getValue()))
        .toList();
  }

  /** The pairs of nodes whose edges are part of a cycle of these edges. */
  public static Set<NodePair> pairsInCycles(Collection<Edge> edges) {
    Set<String> nodes = new LinkedHashSet<>();
    edges.forEach(edge -> nodes.addAll(List.of(edge.from(), edge.to())));
    return components(graphOf(nodes, edges)).stream()
        .flatMap(component -> component.edgeSet().stream())
        .map(Edge::endpointPair)
        .collect(Collectors.toSet());
  }

  /** The nodes that can be reached from these, including these. */
  public static Set<String> reachable(Graph<String, Edge> graph, Collection<String> starts) {
    Set<String> reached = new LinkedHashSet<>();
    if (!starts.isEmpty()) {
      new BreadthFirstIterator<>(graph, starts).forEachRemaining(reached::add);
    }
    return reached;
  }

  /** A shortest path of at least one edge, also from a node to itself; empty: there is none. */
  public static List<Edge> shortestPath(Graph<String, Edge> graph, String start, String end) {
    return shortestPath(graph, graph, start, end, Integer.MAX_VALUE);
  }

  /**
   * A shortest path whose last edge is one of a graph, and whose other edges are those of another.
   *
   * @param maxNodes how many nodes are searched at most
   */
  static List<Edge> shortestPath(
      Graph<String, Edge> others,
      Graph<String, Edge> lasts,
      String start,
      String end,
      int maxNodes) {
    Map<String, Edge> edgeInto = new HashMap<>();
    Deque<String> queue = new ArrayDeque<>(List.of(start));
    while (!queue.isEmpty() && edgeInto.size() <= maxNodes) {
      String node = queue.remove();
      Edge last = lasts.getEdge(node, end);
      if (last != null) {
        Deque<Edge> path = new ArrayDeque<>(List.of(last));
        while (!path.getFirst().from().equals(start)) {
          path.addFirst(Objects.requireNonNull(edgeInto.get(path.getFirst().from())));
        }
        return List.copyOf(path);
      }
      for (Edge edge : others.outgoingEdgesOf(node)) {
        if (edgeInto.putIfAbsent(edge.to(), edge) == null) {
          queue.add(edge.to());
        }
      }
    }
    return List.of();
  }
}
