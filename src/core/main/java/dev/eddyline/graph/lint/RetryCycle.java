package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.NodePair;
import java.util.List;
import java.util.OptionalInt;

/**
 * The retry of a cycle: the last edge of the walk leads from the deciding node back to its target.
 */
final class RetryCycle {

  /** The maximum of a new retry counter. */
  private static final int DEFAULT_RETRY_COUNTER_MAX = 5;

  final ClosedWalk walk;
  final NodePair retryPair;
  final String decider;
  final String target;
  private final LintContext context;
  private final Edge retryEdge;

  RetryCycle(LintContext context, ClosedWalk walk) {
    this.context = context;
    this.walk = walk;
    this.retryEdge = walk.last();
    this.retryPair = retryEdge.endpointPair();
    this.decider = retryPair.from();
    this.target = retryPair.to();
  }

  /** The nodes between the target and the deciding one; none if the walk visits a node twice. */
  List<String> nodesBetween() {
    return walk.isElementary() && walk.edges().size() >= 3
        ? walk.nodes().subList(1, walk.edges().size() - 1)
        : List.of();
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
  String redirectAndBound(
      GraphEdit edit, String to, List<String> cycleNodes, boolean usesNewCounter) {
    GraphCounter counter =
        retryEdge
            .counter()
            .filter(name -> !usesNewCounter)
            .flatMap(edit::counter)
            .filter(known -> canBound(known, cycleNodes))
            .map(known -> known.alsoCountedOn(new NodePair(decider, to), retryPair))
            .orElseGet(
                () -> {
                  String name = "retries_of_" + context.names.nameOf(decider);
                  GraphCounter added = GraphCounter.of(name, DEFAULT_RETRY_COUNTER_MAX);
                  return added.withName(edit.add(added));
                });
    GraphCounter fitting =
        counter.withMax(retryCountWithinLimit(edit, cycleNodes, counter.max().orElseThrow()));
    edit.replace(fitting);
    edit.replaceEdges(
        edge -> edge.endpointPair().equals(retryPair),
        edge ->
            edge.between(decider, to)
                .withKind(edge.kind() == EdgeKind.ROUTED ? EdgeKind.ROUTED : EdgeKind.CONDITIONAL)
                .withCounter(fitting.name()));
    edit.addDefaultEdgeToEnd(decider);
    return "%s (max %d)".formatted(fitting.name(), fitting.max().orElseThrow());
  }

  private boolean canBound(GraphCounter counter, List<String> cycleNodes) {
    return counter.max().orElse(0) > 0
        && counter.effective().orElse(true)
        && cycleNodes.stream().noneMatch(counter.resetBy()::contains)
        && cycleNodes.stream().noneMatch(counter.misses()::contains)
        && (!counter.declaresWhereItCounts()
            || counter.countedOn().contains(retryPair)
            || cycleNodes.stream().anyMatch(counter.countedBy()::contains));
  }

  /** The wanted number of retries, or as many as fit; raises the limit if not even one fits. */
  private int retryCountWithinLimit(GraphEdit edit, List<String> cycleNodes, int wanted) {
    OptionalInt limit = context.workflow().recursionLimit();
    int each =
        (int) cycleNodes.stream().filter(id -> edit.node(id).kind() == NodeKind.STEP).count();
    if (limit.isEmpty() || each == 0) {
      return wanted;
    }
    int before = Math.max(stepsBefore(decider), stepsBefore(target)) + 1;
    long fits = (limit.getAsInt() - (long) before) / each - 1;
    if (fits < 1) {
      edit.raiseRecursionLimit(before + 2 * each);
    }
    return (int) Math.max(1, Math.min(wanted, fits));
  }

  private int stepsBefore(String id) {
    int steps = context.digraph.stepsBefore(id);
    return steps == Integer.MAX_VALUE ? 0 : steps;
  }
}
