package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.WorkflowDigraph;
import dev.eddyline.graph.model.WorkflowGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jgrapht.Graph;

/** What the checks of one graph share: the graph, its constraints, its findings, the work limit. */
final class LintContext {

  /** Maximum number of reported findings of one kind. */
  static final int MAX_REPORTED_PER_KIND = 25;

  private static final String MORE_FINDINGS_SENTENCE =
      " There may be more of this kind: they are not listed one by one.";

  final WorkflowDigraph digraph;
  final List<CounterConstraint> constraints;
  final NodeNames names;
  final LintBudget budget;
  final List<FindingWithWalk> findings = new ArrayList<>();

  /** By text, the bound that it states. */
  private final Map<String, Optional<BoundText>> bounds;

  /** By edge, the constraints that it checks. */
  private final Map<Edge, List<CounterConstraint>> checkedBy = new HashMap<>();

  private final Set<List<Object>> reportedKindsAndCycles = new HashSet<>();

  /**
   * A finding before its remedies.
   *
   * @param finding the finding
   * @param walk the cycle, rotated so that its last edge is the retry edge
   */
  record FindingWithWalk(GraphFinding finding, ClosedWalk walk) {}

  LintContext(
      WorkflowGraph workflow,
      NodeNames names,
      LintBudget budget,
      Map<String, Optional<BoundText>> bounds) {
    this.bounds = bounds;
    this.digraph = new WorkflowDigraph(workflow);
    this.constraints = CounterConstraint.constraintsOf(workflow);
    constraints.forEach(
        each ->
            each.checking()
                .forEach(
                    edge -> checkedBy.computeIfAbsent(edge, it -> new ArrayList<>()).add(each)));
    this.names = names;
    this.budget = budget;
  }

  WorkflowGraph workflow() {
    return digraph.workflow();
  }

  Graph<String, Edge> graph() {
    return digraph.graph();
  }

  ClosedWalk walk(List<Edge> edges) {
    return new ClosedWalk(digraph, edges);
  }

  /** The bound that a text states. */
  Optional<BoundText> boundIn(String text) {
    return bounds.computeIfAbsent(text, BoundText::in);
  }

  /** The constraints that stop a run that repeats all edges of a strongly connected graph. */
  List<CounterConstraint> constraintsThatStop(Graph<String, Edge> graph) {
    Set<CounterConstraint> checked = Collections.newSetFromMap(new IdentityHashMap<>());
    graph.edgeSet().forEach(edge -> checked.addAll(checkedBy.getOrDefault(edge, List.of())));
    return constraints.stream()
        .filter(each -> checked.contains(each) && each.stopsRepetitionOf(graph))
        .toList();
  }

  /** Adds a finding of a cycle, unless it was added before. */
  void addFinding(FindingKind kind, ClosedWalk walk, Edge change, String reason) {
    addFinding(kind, walk, walk.nodes(), Optional.of(change), reason);
  }

  /** Adds a finding about these nodes, unless it was added before. */
  void addFinding(
      FindingKind kind, ClosedWalk walk, List<String> nodes, Optional<Edge> change, String reason) {
    List<String> cycle = ClosedWalk.smallestRotation(nodes);
    if (reportedKindsAndCycles.add(List.of(kind, cycle))) {
      List<NodePair> pairs = change.map(Edge::endpointPair).stream().toList();
      Optional<Edge> edge =
          change.map(it -> graph().getAllEdges(it.from(), it.to())).stream()
              .flatMap(Set::stream)
              .filter(each -> each.line() > 0)
              .findFirst();
      Node node = digraph.node(cycle.get(0));
      int line = edge.map(Edge::line).orElse(node.line());
      int column = edge.map(Edge::column).orElse(node.column());
      findings.add(
          new FindingWithWalk(
              new GraphFinding(kind, cycle, pairs, line, column, reason, List.of()), walk));
    }
  }

  /** The findings, without their walks. */
  List<GraphFinding> bareFindings() {
    return findings.stream().map(FindingWithWalk::finding).toList();
  }

  /** Number of findings of this kind so far. */
  long count(FindingKind kind) {
    return findings.stream().filter(each -> each.finding().kind() == kind).count();
  }

  /** Whether no more findings of this kind are reported, which the last one then says. */
  boolean isFull(FindingKind kind) {
    if (count(kind) < MAX_REPORTED_PER_KIND) {
      return false;
    }
    for (int last = findings.size() - 1; last >= 0; last--) {
      GraphFinding finding = findings.get(last).finding();
      if (finding.kind() == kind) {
        String reason = finding.reason().replace(MORE_FINDINGS_SENTENCE, "");
        findings.set(
            last,
            new FindingWithWalk(
                finding.withReason(reason + MORE_FINDINGS_SENTENCE), findings.get(last).walk()));
        break;
      }
    }
    return true;
  }
}
