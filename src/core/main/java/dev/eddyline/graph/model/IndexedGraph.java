package dev.eddyline.graph.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A workflow's graph with its nodes and edges numbered in their order. */
public final class IndexedGraph {

  /** The graph whose nodes and edges are numbered. */
  public final WorkflowGraph graph;

  /** The whole graph as integer arrays. */
  public final Digraph digraph;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<String, GraphCounter> counters = new HashMap<>();

  /** Numbers the nodes and edges of a graph. */
  public IndexedGraph(WorkflowGraph graph) {
    this.graph = graph;
    for (Node node : graph.nodes()) {
      numbers.put(node.id(), numbers.size());
    }
    graph.counters().forEach(counter -> counters.put(counter.name(), counter));
    List<Edge> edges = graph.edges();
    this.digraph =
        new Digraph(
            IntStream.range(0, graph.nodes().size()).toArray(),
            IntStream.range(0, edges.size()).toArray(),
            edges.stream().mapToInt(edge -> nodeNumber(edge.from())).toArray(),
            edges.stream().mapToInt(edge -> nodeNumber(edge.to())).toArray());
  }

  /** The number of a node; -1 if there is no such node. */
  public int nodeNumber(String id) {
    return numbers.getOrDefault(id, -1);
  }

  /** The node of a number. */
  public Node node(int number) {
    return graph.nodes().get(number);
  }

  /** The edge of a number. */
  public Edge edge(int number) {
    return graph.edges().get(number);
  }

  @Nullable GraphCounter counter(String name) {
    return counters.get(name);
  }

  /** Whether the node of a number is a step. */
  public boolean isStep(int node) {
    return node(node).kind() == NodeKind.STEP;
  }

  /** Whether an edge checks a counter that has a maximum. */
  public boolean doesEdgeCheckCounter(int edge) {
    return edge(edge).counter().map(this::counter).filter(c -> c.max().isPresent()).isPresent();
  }

  /** Where runs begin: the declared entries, else nodes without incoming edges, else the first. */
  public int[] entries() {
    if (!graph.entries().isEmpty()) {
      return graph.entries().stream().mapToInt(this::nodeNumber).sorted().toArray();
    }
    int[] starts =
        IntStream.range(0, digraph.nodes())
            .filter(
                n -> node(n).kind() == NodeKind.START || digraph.entering(n).findAny().isEmpty())
            .toArray();
    return starts.length > 0 || digraph.nodes() == 0 ? starts : new int[] {0};
  }

  /**
   * For each node the fewest steps before it is entered, by edges without counters where possible;
   * {@link Integer#MAX_VALUE} for unreachable nodes.
   */
  public int[] minStepCountBeforeNode() {
    int[] steps =
        ShortestPaths.minStepCountBeforeNode(
            digraph, entries(), this::isStep, edge -> !doesEdgeCheckCounter(edge));
    if (Arrays.stream(steps).anyMatch(each -> each == Integer.MAX_VALUE)) {
      int[] stepsByAnyEdge =
          ShortestPaths.minStepCountBeforeNode(digraph, entries(), this::isStep, edge -> true);
      Arrays.setAll(
          steps, node -> steps[node] == Integer.MAX_VALUE ? stepsByAnyEdge[node] : steps[node]);
    }
    return steps;
  }

  /** Where runs may end. */
  public int[] ends() {
    return IntStream.range(0, digraph.nodes())
        .filter(
            n ->
                node(n).kind() == NodeKind.END
                    || graph.ends().contains(node(n).id())
                    || digraph.leaving(n).findAny().isEmpty())
        .toArray();
  }
}
