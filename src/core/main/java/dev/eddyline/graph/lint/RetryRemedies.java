package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeGuard;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.IndexedGraph;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.ShortestPaths;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Builds three kinds of remedies for the retry of one cycle. */
final class RetryRemedies {

  private final RetryCycle retry;
  private final GraphFinding finding;
  private final IndexedGraph indexed;

  RetryRemedies(LintContext context, LintContext.FindingWithWalk found) {
    this.retry = new RetryCycle(context, found.walk());
    this.finding = found.finding();
    this.indexed = context.indexed;
  }

  /** The remedies of a kind: with the graph's counter, and with a new counter. */
  List<LintRemedy> buildRemediesOfKind(LintRemedyKind kind) {
    return List.of(false, true).stream()
        .map(usesNewCounter -> remedy(kind, usesNewCounter))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<LintRemedy> remedy(LintRemedyKind kind, boolean usesNewCounter) {
    boolean isDirect = kind == LintRemedyKind.DIRECT_LOOP;
    if (isDirect && !retry.hasNodesBetweenTargetAndDecider()) {
      return Optional.empty();
    }
    if (kind == LintRemedyKind.CONDITIONAL_EDGE) {
      return Optional.of(
          needsShortcutToDecider()
              ? buildShortcutRemedy(usesNewCounter)
              : buildBoundedEdgeRemedy(usesNewCounter));
    }
    return Optional.of(
        isDirect ? buildDirectLoopRemedy(usesNewCounter) : buildFixNodeRemedy(usesNewCounter));
  }

  /** Whether the retry can skip the nodes between target and deciding node, and needs to. */
  private boolean needsShortcutToDecider() {
    return retry.hasNodesBetweenTargetAndDecider()
        && finding.kind() != FindingKind.UNBOUNDED_CYCLE
        && indexed.graph.edges().stream()
            .noneMatch(edge -> isEdgeSkippedOnRetry(edge) && edge.guard().isPresent());
  }

  /** Whether the edge leads from the target into the skipped nodes. */
  private boolean isEdgeSkippedOnRetry(Edge edge) {
    if (!edge.from().equals(retry.target) || edge.to().equals(retry.decidingNode)) {
      return false;
    }
    return finding.kind() == FindingKind.EXPENSIVE_RERUN
        ? nodesLeadingToDecider().get(indexed.nodeNumber(edge.to()))
        : edge.to().equals(retry.nodesBetweenTargetAndDecider().get(0));
  }

  private BitSet nodesLeadingToDecider() {
    int decider = indexed.nodeNumber(retry.decidingNode);
    return ShortestPaths.reachableNodes(indexed.digraph, new int[] {decider}, false, edge -> true);
  }

  private LintRemedy buildShortcutRemedy(boolean usesNewCounter) {
    GraphEdit edit = new GraphEdit(indexed);
    String target = retry.target;
    String decider = retry.decidingNode;
    List<String> onwards = deciderExitsThatReachTarget();
    String mark =
        edit.add(
            GraphCounter.withoutMax(
                "retrying", Set.of(retry.retryEdge.endpointPair()), Set.copyOf(onwards)));
    EdgeGuard unless = new EdgeGuard(EdgeGuard.GuardKind.UNLESS, mark);
    BitSet skippedEdges = new BitSet();
    List<Edge> edges = indexed.graph.edges();
    for (int edge = 0; edge < edges.size(); edge++) {
      skippedEdges.set(
          edge, edges.get(edge).from().equals(target) && isEdgeSkippedOnRetry(edges.get(edge)));
    }
    Set<Edge> guarded = new HashSet<>(skippedEdges.stream().mapToObj(edges::get).toList());
    edit.replaceEdges(
        guarded::contains,
        edge -> {
          EdgeKind kind = edge.kind() == EdgeKind.FIXED ? EdgeKind.CONDITIONAL : edge.kind();
          return edge.withKind(kind).withGuard(unless);
        });
    Edge straight = Edge.of(target, decider, EdgeKind.CONDITIONAL, "", 0);
    edit.add(straight.withGuard(new EdgeGuard(EdgeGuard.GuardKind.WHILE, mark)));
    String counter =
        retry.redirectAndBoundRetryEdge(edit, target, List.of(target, decider), usesNewCounter);
    String between = String.join(", ", retry.nodesBetweenTargetAndDecider());
    return new LintRemedy(
        LintRemedyKind.CONDITIONAL_EDGE,
        true,
        "Make %s → %s conditional: unless retrying; while retrying go %s → %s straight. The retry is bounded by %s."
            .formatted(
                target, retry.nodesBetweenTargetAndDecider().get(0), target, decider, counter),
        "The run must remember that it is retrying%s, and a retry skips %s: %s must check enough by itself."
            .formatted(
                onwards.isEmpty() ? "" : " until it comes to " + String.join(" or ", onwards),
                between,
                decider),
        edit.graph());
  }

  /**
   * The nodes after the deciding node that end a retry. Only those from which the run can reach the
   * target again.
   */
  private List<String> deciderExitsThatReachTarget() {
    int target = indexed.nodeNumber(retry.target);
    BitSet again =
        ShortestPaths.reachableNodes(indexed.digraph, new int[] {target}, false, edge -> true);
    return indexed.graph.edges().stream()
        .filter(edge -> edge.from().equals(retry.decidingNode) && !retry.isRetryEdge(edge))
        .map(Edge::to)
        .filter(to -> !to.equals(retry.target) && !to.equals(retry.decidingNode))
        .filter(to -> again.get(indexed.nodeNumber(to)))
        .distinct()
        .sorted()
        .toList();
  }

  private LintRemedy buildBoundedEdgeRemedy(boolean usesNewCounter) {
    GraphEdit edit = new GraphEdit(indexed);
    List<String> cycleNodes = retry.walk.nodes().stream().distinct().toList();
    String counter =
        retry.redirectAndBoundRetryEdge(edit, retry.target, cycleNodes, usesNewCounter);
    return new LintRemedy(
        LintRemedyKind.CONDITIONAL_EDGE,
        true,
        "Make %s conditional on %s, and go on to an end once it is used up."
            .formatted(retry.retryEdge.endpointPair(), counter),
        "The run must keep the count, and gives up after as many rounds.",
        edit.graph());
  }

  private LintRemedy buildFixNodeRemedy(boolean usesNewCounter) {
    GraphEdit edit = new GraphEdit(indexed);
    Node fix = edit.add("fix_" + retry.target, NodeKind.STEP);
    edit.replace(
        fix.withStateAccess(false, edit.node(retry.decidingNode).writes(), Optional.empty()));
    edit.add(Edge.of(fix.id(), retry.decidingNode, EdgeKind.FIXED, "", 0));
    String counter =
        retry.redirectAndBoundRetryEdge(
            edit, fix.id(), List.of(fix.id(), retry.decidingNode), usesNewCounter);
    return new LintRemedy(
        LintRemedyKind.FIX_NODE,
        false,
        "Add a node %s that fixes what %s found: %s → %s → %s in place of %s, bounded by %s."
            .formatted(
                fix.id(),
                retry.decidingNode,
                retry.decidingNode,
                fix.id(),
                retry.decidingNode,
                retry.retryEdge.endpointPair(),
                counter),
        "One more node to write and to maintain, and %s must pass on what it found."
            .formatted(retry.decidingNode),
        edit.graph());
  }

  private LintRemedy buildDirectLoopRemedy(boolean usesNewCounter) {
    GraphEdit edit = new GraphEdit(indexed);
    Node before = edit.node(retry.nodeBeforeDecider());
    before.reads().ifPresent(read -> passFindingsOfDeciderTo(edit, before, read));
    List<String> cycleNodes = List.of(before.id(), retry.decidingNode);
    String counter = retry.redirectAndBoundRetryEdge(edit, before.id(), cycleNodes, usesNewCounter);
    return new LintRemedy(
        LintRemedyKind.DIRECT_LOOP,
        false,
        "Go back from %s straight to %s in place of %s, bounded by %s; %s fixes what was found."
            .formatted(retry.decidingNode, before.id(), retry.target, counter, before.id()),
        "%s also has to fix what was found%s; where the cause lies in %s this cannot help."
            .formatted(
                before.id(),
                before.expensive() ? " and runs on every retry, expensive as it is" : "",
                retry.target),
        edit.graph());
  }

  /** Lets the node before read what the deciding node found. */
  private void passFindingsOfDeciderTo(GraphEdit edit, Node before, Set<String> read) {
    String findings = "findings_of_" + retry.decidingNode;
    Set<String> more = new HashSet<>(read);
    more.add(findings);
    edit.replace(before.withStateAccess(before.expensive(), Optional.of(more), before.writes()));
    Node decider = edit.node(retry.decidingNode);
    decider
        .writes()
        .ifPresent(
            written -> {
              Set<String> also = new HashSet<>(written);
              also.add(findings);
              edit.replace(
                  decider.withStateAccess(decider.expensive(), decider.reads(), Optional.of(also)));
            });
  }
}
