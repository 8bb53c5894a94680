package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.NodePair;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The retry of a cycle: the last edge of the walk leads from the deciding node back to its target.
 */
final class RetryCycle {

  /** The maximum of a new retry counter. */
  static final int DEFAULT_RETRY_COUNTER_MAX = 5;

  final LintContext context;
  final ClosedWalk walk;
  final Edge retryEdge;
  final String decidingNode;
  final String target;

  RetryCycle(LintContext context, ClosedWalk walk) {
    this.context = context;
    this.walk = walk;
    this.retryEdge = context.indexed.edge(walk.edges()[walk.edges().length - 1]);
    this.decidingNode = retryEdge.from();
    this.target = retryEdge.to();
  }

  /** Whether a node lies between the target and the deciding node. */
  boolean hasNodesBetweenTargetAndDecider() {
    return walk.isElementary() && walk.edges().length >= 3;
  }

  /** The node before the deciding one. */
  String nodeBeforeDecider() {
    return walk.nodes().get(walk.edges().length - 2);
  }

  /** The nodes between the target and the deciding one. */
  List<String> nodesBetweenTargetAndDecider() {
    return walk.nodes().subList(1, walk.edges().length - 1);
  }

  boolean isRetryEdge(Edge edge) {
    return edge.endpointPair().equals(retryEdge.endpointPair());
  }

  /**
   * Redirects the retry edge to another node, and bounds it so that the new cycle is stopped before
   * the recursion limit.
   *
   * @param edit the editable graph
   * @param to the new target of the retry edge
   * @param cycleNodes the nodes of the new cycle
   * @param usesNewCounter whether to use a new counter although the graph has one
   * @return the counter with its maximum, for messages
   */
  String redirectAndBoundRetryEdge(
      GraphEdit edit, String to, List<String> cycleNodes, boolean usesNewCounter) {
    int max = retryCountWithinRecursionLimit(edit, cycleNodes, DEFAULT_RETRY_COUNTER_MAX);
    String name =
        retryEdge
            .counter()
            .filter(known -> !usesNewCounter && canCounterBoundCycle(edit, known, cycleNodes))
            .orElse(null);
    if (name == null) {
      name = edit.add(GraphCounter.of("retries_of_" + decidingNode, max));
    } else {
      GraphCounter known = edit.counter(name).orElseThrow();
      max = retryCountWithinRecursionLimit(edit, cycleNodes, known.max().getAsInt());
      edit.replace(withRedirectedEdgeCounted(known, new NodePair(decidingNode, to)).withMax(max));
    }
    String counter = name;
    edit.replaceEdges(this::isRetryEdge, edge -> redirectEdge(edge, to).withCounter(counter));
    edit.addDefaultEdgeToEnd(decidingNode);
    return "%s (max %d)".formatted(counter, max);
  }

  private static Edge redirectEdge(Edge edge, String to) {
    EdgeKind kind = edge.kind() == EdgeKind.ROUTED ? EdgeKind.ROUTED : EdgeKind.CONDITIONAL;
    return edge.between(edge.from(), to).withKind(kind);
  }

  private GraphCounter withRedirectedEdgeCounted(GraphCounter known, NodePair pair) {
    if (!known.countedOn().contains(retryEdge.endpointPair())) {
      return known;
    }
    Set<NodePair> countedPairs = new HashSet<>(known.countedOn());
    countedPairs.add(pair);
    return new GraphCounter(
        known.name(),
        known.max(),
        countedPairs,
        known.countedBy(),
        known.resetBy(),
        known.misses(),
        known.effective());
  }

  private boolean canCounterBoundCycle(GraphEdit edit, String name, List<String> cycleNodes) {
    return edit.counter(name)
        .filter(counter -> counter.max().orElse(0) > 0 && counter.effective().orElse(true))
        .filter(counter -> cycleNodes.stream().noneMatch(counter.resetBy()::contains))
        .filter(counter -> cycleNodes.stream().noneMatch(counter.misses()::contains))
        .filter(
            counter ->
                !counter.declaresWhereItCounts()
                    || counter.countedOn().contains(retryEdge.endpointPair())
                    || cycleNodes.stream().anyMatch(counter.countedBy()::contains))
        .isPresent();
  }

  /** The wanted number of retries, or as many as fit; raises the limit if not even one fits. */
  private int retryCountWithinRecursionLimit(GraphEdit edit, List<String> cycleNodes, int wanted) {
    OptionalInt limit = context.indexed.graph.recursionLimit();
    if (limit.isEmpty()) {
      return wanted;
    }
    int each =
        (int) cycleNodes.stream().filter(id -> edit.node(id).kind() == NodeKind.STEP).count();
    int before = Math.max(knownStepCountBefore(decidingNode), knownStepCountBefore(target)) + 1;
    long fits = each == 0 ? wanted : (limit.getAsInt() - (long) before) / each - 1;
    if (fits < 1) {
      edit.raiseRecursionLimit(before + 2 * each);
    }
    return (int) Math.max(1, Math.min(wanted, fits));
  }

  private int knownStepCountBefore(String id) {
    int number = context.indexed.nodeNumber(id);
    return context.minStepCountBeforeNode[number] == Integer.MAX_VALUE
        ? 0
        : context.minStepCountBeforeNode[number];
  }
}
