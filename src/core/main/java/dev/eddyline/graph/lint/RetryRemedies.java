package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeGuard;
import dev.eddyline.graph.model.EdgeGuard.GuardKind;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSearch;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jgrapht.graph.EdgeReversedGraph;

/** Builds three kinds of remedies for the retry of one cycle. */
final class RetryRemedies {

  private final LintContext context;
  private final RetryCycle retry;
  private final FindingKind kind;
  private final List<String> between;

  /** The edges that lead from the target into the nodes that a retry can skip. */
  private final Set<Edge> skippedEdges;

  private final NodeNames names;
  private final String decider;
  private final String target;

  RetryRemedies(LintContext context, LintContext.FindingWithWalk found) {
    this.context = context;
    this.retry = new RetryCycle(context, found.walk());
    this.kind = found.finding().kind();
    this.between = retry.nodesBetween();
    this.names = context.names;
    this.decider = names.nameOf(retry.decider);
    this.target = names.nameOf(retry.target);
    this.skippedEdges = between.isEmpty() ? Set.of() : findSkippedEdges();
  }

  private Set<Edge> findSkippedEdges() {
    Set<Edge> skipped = new HashSet<>(context.graph().outgoingEdgesOf(retry.target));
    skipped.removeIf(edge -> edge.to().equals(retry.decider));
    Set<String> leadingToDecider =
        kind == FindingKind.EXPENSIVE_RERUN
            ? GraphSearch.reachable(new EdgeReversedGraph<>(context.graph()), Set.of(retry.decider))
            : Set.of(between.get(0));
    skipped.removeIf(edge -> !leadingToDecider.contains(edge.to()));
    return skipped;
  }

  /** The remedies in groups of one kind: with the graph's counter, and with a new counter. */
  List<List<LintRemedy>> build() {
    boolean canSkip =
        !between.isEmpty()
            && kind != FindingKind.UNBOUNDED_CYCLE
            && kind != FindingKind.ONLY_RUN_LIMIT
            && skippedEdges.stream().noneMatch(edge -> edge.guard().isPresent());
    return List.of(
        Stream.of(false, true).map(canSkip ? this::buildShortcut : this::buildBoundedEdge).toList(),
        Stream.of(false, true).map(this::buildFixNode).toList(),
        Stream.of(false, true)
            .filter(it -> !between.isEmpty())
            .map(this::buildDirectLoop)
            .toList());
  }

  private LintRemedy buildShortcut(boolean usesNewCounter) {
    GraphEdit edit = new GraphEdit(context);
    List<String> onwards = exitsThatReachTarget();
    String mark =
        edit.add(GraphCounter.withoutMax("retrying", Set.of(retry.retryPair), Set.copyOf(onwards)));
    edit.replaceEdges(
        skippedEdges::contains,
        edge ->
            edge.withKind(edge.kind() == EdgeKind.FIXED ? EdgeKind.CONDITIONAL : edge.kind())
                .withGuard(new EdgeGuard(GuardKind.UNLESS, mark)));
    edit.add(
        Edge.of(retry.target, retry.decider, EdgeKind.CONDITIONAL, "", 0)
            .withGuard(new EdgeGuard(GuardKind.WHILE, mark)));
    String counter =
        retry.redirectAndBound(
            edit, retry.target, List.of(retry.target, retry.decider), usesNewCounter);
    return new LintRemedy(
        LintRemedyKind.CONDITIONAL_EDGE,
        true,
        "Make %s → %s conditional: unless retrying; while retrying go %s → %s straight. The retry is bounded by %s."
            .formatted(target, names.nameOf(between.get(0)), target, decider, counter),
        "The run must remember that it is retrying%s, and a retry skips %s: %s must check enough by itself."
            .formatted(
                onwards.isEmpty()
                    ? ""
                    : " until it comes to " + String.join(" or ", names.namesOf(onwards)),
                String.join(", ", names.namesOf(between)),
                decider),
        edit.graph());
  }

  /**
   * The nodes after the deciding node that end a retry. Only those from which the run can reach the
   * target again.
   */
  private List<String> exitsThatReachTarget() {
    Set<String> again =
        GraphSearch.reachable(new EdgeReversedGraph<>(context.graph()), Set.of(retry.target));
    return context.graph().outgoingEdgesOf(retry.decider).stream()
        .map(Edge::to)
        .filter(to -> !to.equals(retry.target) && !to.equals(retry.decider) && again.contains(to))
        .distinct()
        .sorted(Comparator.comparing(names::nameOf))
        .toList();
  }

  private LintRemedy buildBoundedEdge(boolean usesNewCounter) {
    GraphEdit edit = new GraphEdit(context);
    List<String> cycleNodes = retry.walk.nodes().stream().distinct().toList();
    String counter = retry.redirectAndBound(edit, retry.target, cycleNodes, usesNewCounter);
    return new LintRemedy(
        LintRemedyKind.CONDITIONAL_EDGE,
        true,
        "Make %s conditional on %s, and go on to an end once it is used up."
            .formatted(names.nameOf(retry.retryPair), counter),
        "The run must keep the count, and gives up after as many rounds.",
        edit.graph());
  }

  private LintRemedy buildFixNode(boolean usesNewCounter) {
    GraphEdit edit = new GraphEdit(context);
    Node fix = edit.add("fix_" + target, NodeKind.STEP);
    String id = fix.id();
    edit.replace(fix.withStateAccess(false, edit.node(retry.decider).writes(), Optional.empty()));
    edit.add(Edge.of(id, retry.decider, EdgeKind.FIXED, "", 0));
    String counter = retry.redirectAndBound(edit, id, List.of(id, retry.decider), usesNewCounter);
    return new LintRemedy(
        LintRemedyKind.FIX_NODE,
        false,
        "Add a node %s that fixes what %s found: %s → %s → %s in place of %s, bounded by %s."
            .formatted(id, decider, decider, id, decider, names.nameOf(retry.retryPair), counter),
        "One more node to write and to maintain, and %s must pass on what it found."
            .formatted(decider),
        edit.graph());
  }

  private LintRemedy buildDirectLoop(boolean usesNewCounter) {
    GraphEdit edit = new GraphEdit(context);
    Node before = edit.node(between.get(between.size() - 1));
    before.reads().ifPresent(read -> passFindingsOfDeciderTo(edit, before, read));
    String counter =
        retry.redirectAndBound(
            edit, before.id(), List.of(before.id(), retry.decider), usesNewCounter);
    String name = names.nameOf(before.id());
    return new LintRemedy(
        LintRemedyKind.DIRECT_LOOP,
        false,
        "Go back from %s straight to %s in place of %s, bounded by %s; %s fixes what was found."
            .formatted(decider, name, target, counter, name),
        "%s also has to fix what was found%s; where the cause lies in %s this cannot help."
            .formatted(
                name,
                before.expensive() ? " and runs on every retry, expensive as it is" : "",
                target),
        edit.graph());
  }

  /** Lets the node before read what the deciding node found. */
  private void passFindingsOfDeciderTo(GraphEdit edit, Node before, Set<String> read) {
    String findings = "findings_of_" + decider;
    edit.replace(
        before.withStateAccess(
            before.expensive(), Optional.of(with(read, findings)), before.writes()));
    Node node = edit.node(retry.decider);
    edit.replace(
        node.withStateAccess(
            node.expensive(), node.reads(), node.writes().map(keys -> with(keys, findings))));
  }

  private static Set<String> with(Set<String> keys, String added) {
    Set<String> all = new HashSet<>(keys);
    all.add(added);
    return all;
  }
}
