package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Digraph;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.IndexedGraph;
import dev.eddyline.graph.model.ShortestPaths;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/** Finds nodes from which no end can be reached, and nodes without a default edge. */
final class ExitCheck {

  private static final int MAX_TRAPPED_NODES_IN_MESSAGE = 8;

  private final LintContext context;
  private final IndexedGraph indexed;
  private final Digraph digraph;

  private ExitCheck(LintContext context) {
    this.context = context;
    this.indexed = context.indexed;
    this.digraph = indexed.digraph;
  }

  /** Adds the findings to the search. */
  static void find(LintContext context) {
    ExitCheck exits = new ExitCheck(context);
    exits.findTraps();
    exits.findMissingDefaults();
  }

  private void findTraps() {
    BitSet canEnd = ShortestPaths.reachableNodes(digraph, indexed.ends(), false, edge -> true);
    BitSet outside = new BitSet(digraph.edges());
    for (int edge = 0; edge < digraph.edges(); edge++) {
      outside.set(edge, canEnd.get(digraph.from[edge]) || canEnd.get(digraph.to[edge]));
    }
    for (Digraph part : digraph.stronglyConnectedComponents(outside)) {
      BitSet inside = new BitSet(digraph.nodes());
      Arrays.stream(part.nodeOf).forEach(inside::set);
      boolean isLeft =
          Arrays.stream(part.nodeOf)
              .flatMap(digraph::leaving)
              .anyMatch(edge -> !inside.get(digraph.to[edge]));
      if (!isLeft && context.count(FindingKind.NO_WAY_OUT) < context.maxReportedPerKind()) {
        addNoWayOutFinding(part, canEnd);
      }
    }
  }

  private void addNoWayOutFinding(Digraph part, BitSet canEnd) {
    int[] round = ShortestPaths.shortestPathEdges(part, 0, 0, edge -> true);
    ClosedWalk walk =
        context.rotateSoThatRetryEdgeIsLast(
            new ClosedWalk(indexed, Arrays.stream(round).map(edge -> part.edgeOf[edge]).toArray()));
    int[] trapped =
        ShortestPaths.reachableNodes(
                digraph, part.nodeOf, false, edge -> !canEnd.get(digraph.from[edge]))
            .stream()
            .toArray();
    String names =
        Arrays.stream(trapped)
            .limit(MAX_TRAPPED_NODES_IN_MESSAGE)
            .mapToObj(node -> indexed.node(node).id())
            .collect(Collectors.joining(", "));
    String more =
        trapped.length > MAX_TRAPPED_NODES_IN_MESSAGE
            ? " and %d more".formatted(trapped.length - MAX_TRAPPED_NODES_IN_MESSAGE)
            : "";
    String last = indexed.edge(walk.edges()[walk.edges().length - 1]).from();
    context.addFinding(
        FindingKind.NO_WAY_OUT,
        walk,
        List.of(),
        "No end can be reached from %s%s: once there, a run never ends by itself. An edge from %s to an end is missing."
            .formatted(names, more, last));
  }

  private void findMissingDefaults() {
    for (int node = 0; node < digraph.nodes(); node++) {
      if (context.count(FindingKind.NO_DEFAULT) < context.maxReportedPerKind()
          && hasNoDefault(node)) {
        String id = indexed.node(node).id();
        int[] edges = digraph.leaving(node).toArray();
        context.addFinding(
            FindingKind.NO_DEFAULT,
            new ClosedWalk(indexed, new int[] {edges[edges.length - 1]}),
            List.of(id),
            List.of(indexed.edge(edges[edges.length - 1]).endpointPair()),
            "All %d edges of %s have a condition and none is the default: when no condition holds, the run fails there."
                .formatted(edges.length, id));
      }
    }
  }

  private boolean hasNoDefault(int node) {
    List<Edge> edges = digraph.leaving(node).mapToObj(indexed::edge).toList();
    return !edges.isEmpty()
        && !indexed.graph.ends().contains(indexed.node(node).id())
        && edges.stream()
            .noneMatch(edge -> edge.isUnconditional() || edge.kind() == EdgeKind.ROUTED)
        && edges.stream().noneMatch(edge -> hasOpposite(edge, edges));
  }

  /** Whether the edge has only a guard, and another edge has only the opposite guard. */
  private static boolean hasOpposite(Edge edge, List<Edge> edges) {
    return isOnlyGuarded(edge)
        && edges.stream()
            .filter(ExitCheck::isOnlyGuarded)
            .anyMatch(
                other ->
                    other.guard().get().counter().equals(edge.guard().get().counter())
                        && other.guard().get().kind() != edge.guard().get().kind());
  }

  private static boolean isOnlyGuarded(Edge edge) {
    return edge.guard().isPresent() && edge.counter().isEmpty() && edge.condition().isEmpty();
  }
}
