package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphSearch;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.WorkflowGraph;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.ConnectivityInspector;

/**
 * Finds nodes that no run can reach. They show that the file does not have all edges: LangGraph,
 * for example, does not draw the targets of a router that names none. One missing edge is one
 * finding, whatever number of nodes it would lead to.
 */
final class EntryCheck {

  private static final int MAX_NAMED_NODES = 12;

  private static final String REASON = "Nothing leads to %s.";
  private static final String OF_ROUTER =
      " The edges of %s may be missing: in the file it leads nowhere, or only to the end.";
  private static final String OF_UNKNOWN_ROUTER = " Edges may be missing in the file.";
  private static final String LANGGRAPH =
      " LangGraph draws no edges of a router without path_map or Literal, and of a node that"
          + " returns Command(goto=…) without Command[Literal[…]]. Annotate %s, and export the"
          + " graph again.";
  private static final String OTHER = " An edge to it is missing, or it never runs.";
  private static final String OTHERS = " Edges to them are missing, or they never run.";

  private final LintContext context;
  private final Graph<String, Edge> graph;
  private final Set<String> reached;

  private EntryCheck(LintContext context) {
    this.context = context;
    this.graph = context.graph();
    this.reached = GraphSearch.reachable(graph, knownStarts());
  }

  /** Adds the findings to the context. */
  static void find(LintContext context) {
    EntryCheck check = new EntryCheck(context);
    if (!check.reached.isEmpty()) {
      check.find();
    }
  }

  private void find() {
    List<String> first = firstUnreachedNodes();
    if (first.isEmpty()) {
      return;
    }
    if (graph.containsVertex("__start__")) {
      String routers = String.join(" or ", context.names.namesOf(routersWithoutTargets()));
      add(
          first,
          routers.isEmpty()
              ? OF_UNKNOWN_ROUTER + LANGGRAPH.formatted("it")
              : OF_ROUTER.formatted(routers) + LANGGRAPH.formatted(routers));
    } else if (graph.edgeSet().isEmpty()) {
      add(first, first.size() == 1 ? OTHER : OTHERS);
    } else {
      for (List<String> nodes : byConnectedPart(first)) {
        if (context.isFull(FindingKind.UNREACHED)) {
          return;
        }
        add(nodes, nodes.size() == 1 ? OTHER : OTHERS);
      }
    }
  }

  /**
   * The starts that the file names. Without them every node that no edge enters is one, except in a
   * graph of several nodes and no edge, where the first is.
   */
  private List<String> knownStarts() {
    WorkflowGraph workflow = context.workflow();
    if (!workflow.entries().isEmpty()) {
      return context.digraph.entries();
    }
    List<String> ids = workflow.nodes().stream().map(Node::id).toList();
    List<String> named = ids.stream().filter(id -> kind(id) == NodeKind.START).toList();
    boolean hasNoEdge = workflow.edges().isEmpty() && ids.size() > 1;
    return named.isEmpty() && hasNoEdge ? ids.subList(0, 1) : named;
  }

  private NodeKind kind(String node) {
    return context.digraph.node(node).kind();
  }

  /**
   * The unreached nodes that no edge enters, and one of each cycle that is entered from nowhere.
   */
  private List<String> firstUnreachedNodes() {
    List<String> first = new ArrayList<>();
    for (String node : graph.vertexSet()) {
      if (!reached.contains(node) && graph.inDegreeOf(node) == 0) {
        first.add(node);
      }
    }
    Graph<String, Edge> unreached =
        GraphSearch.without(graph, edge -> reached.contains(edge.from()));
    for (Graph<String, Edge> cycles : GraphSearch.components(unreached)) {
      boolean isEntered =
          cycles.vertexSet().stream()
              .flatMap(node -> graph.incomingEdgesOf(node).stream())
              .anyMatch(edge -> !cycles.containsVertex(edge.from()));
      if (!isEntered) {
        first.add(cycles.vertexSet().iterator().next());
      }
    }
    return first;
  }

  /**
   * The reached nodes that lead nowhere or only to the end; of these the ones that unreached nodes
   * return to, if there are any.
   */
  private List<String> routersWithoutTargets() {
    List<String> routers =
        graph.vertexSet().stream()
            .filter(reached::contains)
            .filter(node -> kind(node) == NodeKind.STEP || kind(node) == NodeKind.START)
            .filter(
                node ->
                    graph.outgoingEdgesOf(node).stream()
                        .allMatch(edge -> kind(edge.to()) == NodeKind.END))
            .toList();
    List<String> withReturns =
        routers.stream()
            .filter(
                node ->
                    graph.incomingEdgesOf(node).stream()
                        .anyMatch(edge -> !reached.contains(edge.from())))
            .toList();
    return (withReturns.isEmpty() ? routers : withReturns).stream().limit(MAX_NAMED_NODES).toList();
  }

  /** The nodes in groups, each of which edges between unreached nodes connect in any direction. */
  private Collection<List<String>> byConnectedPart(List<String> nodes) {
    Graph<String, Edge> unreached =
        GraphSearch.without(
            graph, edge -> reached.contains(edge.from()) || reached.contains(edge.to()));
    Map<String, String> firstOfPart = new HashMap<>();
    for (Set<String> part : new ConnectivityInspector<>(unreached).connectedSets()) {
      String first = part.iterator().next();
      part.forEach(node -> firstOfPart.put(node, first));
    }
    return nodes.stream()
        .collect(Collectors.groupingBy(firstOfPart::get, LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  private void add(List<String> nodes, String cause) {
    List<String> sorted =
        nodes.stream().sorted(Comparator.comparing(context.names::nameOf)).toList();
    context.addFinding(
        FindingKind.UNREACHED,
        context.walk(List.of()),
        sorted,
        Optional.empty(),
        REASON.formatted(context.names.joinFirst(MAX_NAMED_NODES, sorted)) + cause);
  }
}
