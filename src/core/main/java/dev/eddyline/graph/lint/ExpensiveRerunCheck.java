package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphSearch;
import dev.eddyline.graph.model.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.graph.EdgeReversedGraph;

/**
 * Finds expensive nodes that a retry runs again although nothing that they read changed. The output
 * of the deciding node is new on a retry; a node that reads nothing new writes nothing new. A node
 * with unknown writes may change everything. An expensive node with unknown reads is reported when
 * it lies on the retry and is not the retry's target.
 */
final class ExpensiveRerunCheck {

  private static final String CHECK_NAME = "expensive nodes that are run again";

  private final LintContext context;

  private ExpensiveRerunCheck(LintContext context) {
    this.context = context;
  }

  /** Adds the findings to the context. */
  static void find(LintContext context) {
    if (context.workflow().nodes().stream().anyMatch(Node::expensive)) {
      new ExpensiveRerunCheck(context).find();
    }
  }

  private void find() {
    for (Edge edge : context.graph().edgeSet()) {
      if (context.digraph.checksCounter(edge)) {
        if (isStopped()) {
          return;
        }
        checkRetryEdge(edge);
      }
    }
  }

  /** Whether enough is reported, or the work limit is reached. */
  private boolean isStopped() {
    return context.isFull(FindingKind.EXPENSIVE_RERUN)
        || !context.budget.spend(CHECK_NAME, 2L * context.graph().edgeSet().size());
  }

  private void checkRetryEdge(Edge retry) {
    Graph<String, Edge> open = edgesOpenDuringRetry(retry);
    Set<String> between = GraphSearch.reachable(open, Set.of(retry.to()));
    between.retainAll(GraphSearch.reachable(new EdgeReversedGraph<>(open), Set.of(retry.from())));
    if (!between.contains(retry.to()) || !between.contains(retry.from())) {
      return;
    }
    List<Node> nodes =
        context.workflow().nodes().stream()
            .filter(node -> between.contains(node.id()) && !node.id().equals(retry.from()))
            .toList();
    Optional<Set<String>> changed = stateKeysChangedByRetry(nodes, retry);
    for (Node node : nodes) {
      if (node.expensive() && isUnchanged(node, changed, retry)) {
        if (isStopped()) {
          return;
        }
        addFinding(retry, node, open);
      }
    }
  }

  /** The graph of the edges that may be taken between the retry and the deciding node. */
  private Graph<String, Edge> edgesOpenDuringRetry(Edge retry) {
    Graph<String, Edge> before =
        GraphSearch.without(context.graph(), edge -> edge.from().equals(retry.from()));
    Set<String> zone = GraphSearch.reachable(before, Set.of(retry.to()));
    List<Edge> taken = before.edgeSet().stream().filter(e -> zone.contains(e.from())).toList();
    Set<Edge> closed = new HashSet<>();
    for (CounterConstraint guard : context.constraints) {
      if (guard.isGuard()
          && guard.counting().contains(retry)
          && !guard.resetting().contains(retry)
          && taken.stream().noneMatch(guard.resetting()::contains)) {
        closed.addAll(guard.checking());
      }
    }
    return GraphSearch.without(before, closed::contains);
  }

  /** The state keys that may change between the retry and the deciding node; empty: any. */
  private Optional<Set<String>> stateKeysChangedByRetry(List<Node> between, Edge retry) {
    Optional<Set<String>> written = context.digraph.node(retry.from()).writes();
    if (written.isEmpty()) {
      return Optional.empty();
    }
    Set<String> changed = new HashSet<>(written.get());
    List<Node> unchanged = new ArrayList<>(between);
    List<Node> affected = List.of();
    do {
      affected = unchanged.stream().filter(node -> readsAny(node, changed)).toList();
      if (affected.stream().anyMatch(node -> node.writes().isEmpty())) {
        return Optional.empty();
      }
      affected.forEach(node -> changed.addAll(node.writes().orElseThrow()));
    } while (unchanged.removeAll(new HashSet<>(affected)));
    return Optional.of(changed);
  }

  private static boolean readsAny(Node node, Set<String> changed) {
    return node.reads().map(read -> read.stream().anyMatch(changed::contains)).orElse(true);
  }

  private static boolean isUnchanged(Node node, Optional<Set<String>> changed, Edge retry) {
    return node.reads().isEmpty()
        ? !node.id().equals(retry.to())
        : changed.filter(keys -> !readsAny(node, keys)).isPresent();
  }

  private void addFinding(Edge retry, Node node, Graph<String, Edge> open) {
    List<Edge> edges = new ArrayList<>();
    if (!node.id().equals(retry.to())) {
      edges.addAll(GraphSearch.shortestPath(open, retry.to(), node.id()));
    }
    edges.addAll(GraphSearch.shortestPath(open, node.id(), retry.from()));
    edges.add(retry);
    String why =
        node.reads()
            .map(read -> String.join(", ", read.stream().sorted().toList()))
            .map("reads %s, and nothing on the retry changes that"::formatted)
            .orElse("is not declared to read anything that the retry changes");
    NodeNames names = context.names;
    String reason =
        "A retry of %s by %s runs %s again, which is expensive and %s."
            .formatted(
                names.nameOf(retry.from()),
                names.nameOf(retry.endpointPair()),
                names.nameOf(node.id()),
                why);
    context.addFinding(FindingKind.EXPENSIVE_RERUN, context.walk(edges), edges.get(0), reason);
  }
}
