package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeGuard;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphSearch;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.RunLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jgrapht.Graph;
import org.jgrapht.graph.EdgeReversedGraph;

/** Finds nodes from which no end can be reached, and nodes without a default edge. */
final class ExitCheck {

  private static final int MAX_NAMED_NODES = 8;

  private final LintContext context;
  private final Graph<String, Edge> graph;

  private ExitCheck(LintContext context) {
    this.context = context;
    this.graph = context.graph();
  }

  /** Adds the findings to the context. */
  static void find(LintContext context) {
    ExitCheck exits = new ExitCheck(context);
    exits.findTraps();
    exits.findMissingDefaults();
  }

  private void findTraps() {
    if (context.workflow().runLimit().filter(RunLimit::bounds).isPresent()) {
      return;
    }
    List<String> ends = graph.vertexSet().stream().filter(this::isEnd).toList();
    Set<String> canEnd = GraphSearch.reachable(new EdgeReversedGraph<>(graph), ends);
    Graph<String, Edge> endless = GraphSearch.without(graph, edge -> canEnd.contains(edge.from()));
    for (Graph<String, Edge> component : GraphSearch.components(endless)) {
      boolean isLeft =
          component.vertexSet().stream()
              .flatMap(node -> graph.outgoingEdgesOf(node).stream())
              .anyMatch(edge -> !component.containsVertex(edge.to()));
      if (!isLeft && !context.isFull(FindingKind.NO_WAY_OUT)) {
        addNoWayOutFinding(component, endless);
      }
    }
  }

  private boolean isEnd(String node) {
    return context.digraph.node(node).kind() == NodeKind.END
        || context.workflow().ends().contains(node)
        || graph.outDegreeOf(node) == 0;
  }

  private void addNoWayOutFinding(Graph<String, Edge> component, Graph<String, Edge> endless) {
    String node = component.vertexSet().iterator().next();
    ClosedWalk walk =
        context.walk(GraphSearch.shortestPath(component, node, node)).endingWithRetryEdge();
    Set<String> leadingThere =
        GraphSearch.reachable(new EdgeReversedGraph<>(endless), component.vertexSet());
    List<String> trapped = graph.vertexSet().stream().filter(leadingThere::contains).toList();
    context.addFinding(
        FindingKind.NO_WAY_OUT,
        walk,
        walk.nodes(),
        Optional.empty(),
        "No end can be reached from %s: once there, a run never ends by itself. An edge from %s to an end is missing."
            .formatted(
                context.names.joinFirst(MAX_NAMED_NODES, trapped),
                context.names.nameOf(walk.last().from())));
  }

  private void findMissingDefaults() {
    for (String node : graph.vertexSet()) {
      List<Edge> edges = new ArrayList<>(graph.outgoingEdgesOf(node));
      if (!edges.isEmpty()
          && hasNoDefault(node, edges)
          && !context.isFull(FindingKind.NO_DEFAULT)) {
        Edge last = edges.get(edges.size() - 1);
        context.addFinding(
            FindingKind.NO_DEFAULT,
            context.walk(List.of(last)),
            List.of(node),
            Optional.of(last),
            "All %d edges of %s have a condition and none is the default: when no condition holds, the run fails there."
                .formatted(edges.size(), context.names.nameOf(node)));
      }
    }
  }

  private boolean hasNoDefault(String node, List<Edge> edges) {
    return !isEnd(node)
        && !ConditionPairs.haveOpposites(edges)
        && edges.stream()
            .noneMatch(edge -> edge.isUnconditional() || edge.kind() == EdgeKind.ROUTED)
        && edges.stream()
            .filter(ExitCheck::isOnlyGuarded)
            .flatMap(edge -> edge.guard().stream())
            .collect(Collectors.groupingBy(EdgeGuard::counter))
            .values()
            .stream()
            .allMatch(guards -> guards.stream().distinct().count() == 1);
  }

  private static boolean isOnlyGuarded(Edge edge) {
    return edge.guard().isPresent() && edge.counter().isEmpty() && edge.condition().isEmpty();
  }
}
