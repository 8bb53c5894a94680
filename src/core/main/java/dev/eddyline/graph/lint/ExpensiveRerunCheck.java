package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Digraph;
import dev.eddyline.graph.model.IndexedGraph;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.ShortestPaths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Finds expensive nodes that a retry runs again although nothing that they read changed. The output
 * of the deciding node is new on a retry; a node that reads nothing new writes nothing new. A node
 * with unknown writes may change everything. An expensive node with unknown reads is reported when
 * it lies on the retry and is not the retry's target.
 */
final class ExpensiveRerunCheck {

  private static final String CHECK_NAME = "expensive nodes that are run again";

  private final LintContext context;
  private final IndexedGraph indexed;
  private final Digraph digraph;

  private ExpensiveRerunCheck(LintContext context) {
    this.context = context;
    this.indexed = context.indexed;
    this.digraph = indexed.digraph;
  }

  /** Adds the findings to the search. */
  static void find(LintContext context) {
    if (context.indexed.graph.nodes().stream().anyMatch(Node::expensive)) {
      new ExpensiveRerunCheck(context).find();
    }
  }

  private void find() {
    for (int edge = 0; edge < digraph.edges(); edge++) {
      if (indexed.doesEdgeCheckCounter(edge)) {
        if (isFindingLimitReached() || !context.budget.hasWorkLeftForCheck(CHECK_NAME)) {
          return;
        }
        checkRetryEdge(edge);
      }
    }
  }

  /** Whether the maximum number of findings is reached. */
  private boolean isFindingLimitReached() {
    boolean isEnough = context.count(FindingKind.EXPENSIVE_RERUN) >= context.maxReportedPerKind();
    if (isEnough) {
      context.markMoreFindingsOfKind(FindingKind.EXPENSIVE_RERUN);
    }
    return isEnough;
  }

  private void checkRetryEdge(int retry) {
    int target = digraph.to[retry];
    int source = digraph.from[retry];
    IntPredicate open = edgesOpenDuringRetry(retry, source);
    BitSet between = ShortestPaths.reachableNodes(digraph, new int[] {target}, true, open);
    between.and(ShortestPaths.reachableNodes(digraph, new int[] {source}, false, open));
    if (!between.get(target) || !between.get(source)) {
      return;
    }
    Optional<Set<String>> changed = stateKeysChangedByRetry(between, source);
    int[] unchanged =
        between.stream()
            .filter(node -> node != source && indexed.node(node).expensive())
            .filter(node -> isUnchanged(indexed.node(node), changed, node == target))
            .toArray();
    for (int node : unchanged) {
      if (isFindingLimitReached() || !context.budget.hasWorkLeftForCheck(CHECK_NAME)) {
        return;
      }
      addExpensiveRerunFinding(retry, node, open);
    }
  }

  /** Edges that may be taken between the retry and the deciding node. */
  private IntPredicate edgesOpenDuringRetry(int retry, int source) {
    IntPredicate isBefore = edge -> digraph.from[edge] != source;
    BitSet zone =
        ShortestPaths.reachableNodes(digraph, new int[] {digraph.to[retry]}, true, isBefore);
    List<BitSet> closed =
        context.constraints.stream()
            .filter(CounterConstraint::isGuard)
            .filter(guard -> guard.countingEdges().get(retry) && !guard.resettingEdges().get(retry))
            .filter(
                guard ->
                    guard.resettingEdges().stream()
                        .noneMatch(edge -> isBefore.test(edge) && zone.get(digraph.from[edge])))
            .map(CounterConstraint::checkingEdges)
            .toList();
    // the paths there and back
    context.budget.spend(2L * (1 + closed.size()) * digraph.edges());
    return edge -> isBefore.test(edge) && closed.stream().noneMatch(asking -> asking.get(edge));
  }

  /** The state keys that may change between the retry and the deciding node; empty: any. */
  private Optional<Set<String>> stateKeysChangedByRetry(BitSet between, int source) {
    Optional<Set<String>> written = indexed.node(source).writes();
    if (written.isEmpty()) {
      return Optional.empty();
    }
    Set<String> changed = new HashSet<>(written.get());
    List<Node> unchangedNodes =
        new ArrayList<>(between.stream().filter(n -> n != source).mapToObj(indexed::node).toList());
    boolean isMore = true;
    while (isMore) {
      context.budget.spend((long) LintBudget.COST_PER_ELEMENT * unchangedNodes.size());
      List<Node> affectedNodes =
          unchangedNodes.stream().filter(node -> readsAnyStateKey(node, changed)).toList();
      if (affectedNodes.stream().anyMatch(node -> node.writes().isEmpty())) {
        return Optional.empty();
      }
      affectedNodes.forEach(node -> changed.addAll(node.writes().get()));
      isMore = unchangedNodes.removeAll(new HashSet<>(affectedNodes));
    }
    return Optional.of(changed);
  }

  private static boolean readsAnyStateKey(Node node, Set<String> changed) {
    return node.reads().map(read -> read.stream().anyMatch(changed::contains)).orElse(true);
  }

  private static boolean isUnchanged(Node node, Optional<Set<String>> changed, boolean isTarget) {
    if (node.reads().isEmpty()) {
      return !isTarget;
    }
    return changed.isPresent() && !readsAnyStateKey(node, changed.get());
  }

  private void addExpensiveRerunFinding(int retry, int node, IntPredicate open) {
    context.budget.spend(2L * digraph.edges());
    int target = digraph.to[retry];
    int source = digraph.from[retry];
    int[] pathToNode =
        node == target ? new int[0] : ShortestPaths.shortestPathEdges(digraph, target, node, open);
    int[] pathToDecider = ShortestPaths.shortestPathEdges(digraph, node, source, open);
    ClosedWalk walk =
        new ClosedWalk(
            indexed,
            IntStream.concat(
                    IntStream.concat(Arrays.stream(pathToNode), Arrays.stream(pathToDecider)),
                    IntStream.of(retry))
                .toArray());
    Node expensive = indexed.node(node);
    String why =
        expensive
            .reads()
            .map(read -> "reads " + String.join(", ", read.stream().sorted().toList()))
            .map(read -> read + ", and nothing on the retry changes that")
            .orElse("is not declared to read anything that the retry changes");
    String reason =
        "A retry of %s by %s runs %s again, which is expensive and %s."
            .formatted(
                indexed.node(source).id(), indexed.edge(retry).endpointPair(), expensive.id(), why);
    context.addFinding(
        FindingKind.EXPENSIVE_RERUN,
        walk,
        List.of(indexed.edge(walk.edges()[0]).endpointPair()),
        reason);
  }
}
