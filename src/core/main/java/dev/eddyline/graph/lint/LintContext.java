package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.IndexedGraph;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.WorkflowGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The state that the checks of one graph share: the graph, its constraints, the findings and the
 * work limit.
 */
final class LintContext {

  /** Maximum number of reported findings of one kind. */
  private static final int MAX_REPORTED_PER_KIND = 25;

  private static final int MIN_REPORTED_LIMIT_PER_KIND = 4;
  private static final long MAX_REPORTED_TIMES_GRAPH_SIZE = 4_000_000;

  private static final String MORE_FINDINGS_SENTENCE =
      " There may be more of this kind: they are not listed one by one.";

  final IndexedGraph indexed;
  final List<CounterConstraint> constraints;

  /** For each node the fewest steps before it is entered. */
  final int[] minStepCountBeforeNode;

  /** The remaining work. */
  final LintBudget budget;

  private final List<FindingWithWalk> findings = new ArrayList<>();
  private final Set<List<Object>> reportedKindsAndCycles = new HashSet<>();

  /**
   * A finding before its remedies.
   *
   * @param finding the finding
   * @param walk the cycle, rotated so that its last edge is the retry edge
   */
  record FindingWithWalk(GraphFinding finding, ClosedWalk walk) {}

  LintContext(WorkflowGraph graph, LintBudget budget) {
    this.budget = budget;
    this.indexed = new IndexedGraph(graph);
    this.constraints = CounterConstraint.constraintsOf(indexed);
    this.minStepCountBeforeNode = indexed.minStepCountBeforeNode();
    budget.spend(LintBudget.COST_PER_ELEMENT * size());
  }

  /** Number of nodes and edges. */
  long size() {
    return (long) indexed.digraph.nodes() + indexed.digraph.edges();
  }

  /** Maximum number of reported findings of one kind, for this size of graph. */
  int maxReportedPerKind() {
    return (int)
        Math.max(
            MIN_REPORTED_LIMIT_PER_KIND,
            Math.min(MAX_REPORTED_PER_KIND, MAX_REPORTED_TIMES_GRAPH_SIZE / (1 + size())));
  }

  /** The walk, rotated so that its last edge is the retry edge. */
  ClosedWalk rotateSoThatRetryEdgeIsLast(ClosedWalk walk) {
    return walk.startingAt((walk.retryPosition(minStepCountBeforeNode) + 1) % walk.edges().length);
  }

  /** The steps of a rotated walk. */
  CycleStepArithmetic arithmetic(ClosedWalk begun) {
    return CycleStepArithmetic.of(begun, begun.edges().length - 1, minStepCountBeforeNode);
  }

  /** Whether a guard stops the walk. */
  boolean isWalkStoppedByGuard(ClosedWalk walk) {
    return constraints.stream()
        .anyMatch(each -> each.isGuard() && each.stopsRepetitionOf(walk.edges()));
  }

  /** Adds a finding of a rotated walk, unless it was added before. */
  void addFinding(FindingKind kind, ClosedWalk begun, List<NodePair> change, String reason) {
    addFinding(kind, begun, begun.smallestRotation(), change, reason);
  }

  /** Adds a finding about nodes, without a cycle. */
  void addNodesFinding(FindingKind kind, List<String> nodes, String reason) {
    addFinding(kind, new ClosedWalk(indexed, new int[0]), nodes, List.of(), reason);
  }

  /** Adds a finding of these nodes, unless it was added before. */
  void addFinding(
      FindingKind kind,
      ClosedWalk begun,
      List<String> cycle,
      List<NodePair> change,
      String reason) {
    if (reportedKindsAndCycles.add(List.of(kind, cycle))) {
      Optional<Edge> edge =
          change.stream()
              .flatMapToInt(pair -> indexed.digraph.leaving(indexed.nodeNumber(pair.from())))
              .mapToObj(indexed::edge)
              .filter(each -> each.line() > 0 && change.contains(each.endpointPair()))
              .findFirst();
      Node node = indexed.node(indexed.nodeNumber(cycle.get(0)));
      GraphFinding finding =
          new GraphFinding(
              kind,
              cycle,
              change,
              edge.map(Edge::line).orElse(node.line()),
              edge.map(Edge::column).orElse(node.column()),
              reason,
              List.of());
      findings.add(new FindingWithWalk(finding, begun));
    }
  }

  /** Number of findings of this kind so far. */
  long count(FindingKind kind) {
    return findings.stream().filter(each -> each.finding().kind() == kind).count();
  }

  /** Adds to the last finding of this kind that there are more. */
  void markMoreFindingsOfKind(FindingKind kind) {
    for (int last = findings.size() - 1; last >= 0; last--) {
      GraphFinding bare = findings.get(last).finding();
      if (bare.kind() == kind) {
        String reason =
            bare.reason().endsWith(MORE_FINDINGS_SENTENCE)
                ? bare.reason()
                : bare.reason() + MORE_FINDINGS_SENTENCE;
        GraphFinding more =
            new GraphFinding(
                kind,
                bare.cycle(),
                bare.edgesToChange(),
                bare.line(),
                bare.column(),
                reason,
                List.of());
        findings.set(last, new FindingWithWalk(more, findings.get(last).walk()));
        return;
      }
    }
  }

  List<FindingWithWalk> findings() {
    return findings;
  }
}
