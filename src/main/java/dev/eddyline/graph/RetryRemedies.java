package dev.eddyline.graph;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Builds three kinds of remedies for the retry of one cycle. */
final class RetryRemedies {

  private final Retry retry;
  private final GraphFinding finding;
  private final Indexed indexed;

  RetryRemedies(Search search, Search.Found found) {
    this.retry = new Retry(search, found.walk());
    this.finding = found.finding();
    this.indexed = search.indexed;
  }

  /** The remedies of a kind: with the graph's counter, and with a new counter. */
  List<Remedy> all(RemedyKind kind) {
    return List.of(false, true).stream()
        .map(isFresh -> remedy(kind, isFresh))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Remedy> remedy(RemedyKind kind, boolean isFresh) {
    boolean isDirect = kind == RemedyKind.DIRECT_LOOP;
    if (isDirect && !retry.isLong()) {
      return Optional.empty();
    }
    if (kind == RemedyKind.CONDITIONAL_EDGE) {
      return Optional.of(isShortcut() ? shortcut(isFresh) : bounded(isFresh));
    }
    return Optional.of(isDirect ? directLoop(isFresh) : fixNode(isFresh));
  }

  /** Whether the retry can skip the nodes between target and deciding node, and needs to. */
  private boolean isShortcut() {
    return retry.isLong()
        && finding.kind() != FindingKind.UNBOUNDED_CYCLE
        && indexed.graph.edges().stream()
            .noneMatch(edge -> isLeftOut(edge) && edge.guard().isPresent());
  }

  /** Whether the edge leads from the target into the skipped nodes. */
  private boolean isLeftOut(Edge edge) {
    if (!edge.from().equals(retry.target) || edge.to().equals(retry.decider)) {
      return false;
    }
    return finding.kind() == FindingKind.EXPENSIVE_RERUN
        ? toDecider().get(indexed.number(edge.to()))
        : edge.to().equals(retry.between().get(0));
  }

  private BitSet toDecider() {
    int decider = indexed.number(retry.decider);
    return Routes.reach(indexed.whole, new int[] {decider}, false, edge -> true);
  }

  private Remedy shortcut(boolean isFresh) {
    GraphEdit edit = new GraphEdit(indexed);
    String target = retry.target;
    String decider = retry.decider;
    List<String> onwards = onwards();
    String mark = edit.add(Counter.mark("retrying", Set.of(retry.back.way()), Set.copyOf(onwards)));
    Guard unless = new Guard(Guard.Kind.UNLESS, mark);
    BitSet leftOut = new BitSet();
    List<Edge> edges = indexed.graph.edges();
    for (int edge = 0; edge < edges.size(); edge++) {
      leftOut.set(edge, edges.get(edge).from().equals(target) && isLeftOut(edges.get(edge)));
    }
    Set<Edge> guarded = new HashSet<>(leftOut.stream().mapToObj(edges::get).toList());
    edit.change(
        guarded::contains,
        edge -> {
          EdgeKind kind = edge.kind() == EdgeKind.FIXED ? EdgeKind.CONDITIONAL : edge.kind();
          return edge.with(kind).guardedBy(unless);
        });
    Edge straight = Edge.of(target, decider, EdgeKind.CONDITIONAL, "", 0);
    edit.add(straight.guardedBy(new Guard(Guard.Kind.WHILE, mark)));
    String counter = retry.bound(edit, target, List.of(target, decider), isFresh);
    String between = String.join(", ", retry.between());
    return new Remedy(
        RemedyKind.CONDITIONAL_EDGE,
        true,
        "Make %s → %s conditional: unless retrying; while retrying go %s → %s straight. The retry is bounded by %s."
            .formatted(target, retry.between().get(0), target, decider, counter),
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
  private List<String> onwards() {
    int target = indexed.number(retry.target);
    BitSet again = Routes.reach(indexed.whole, new int[] {target}, false, edge -> true);
    return indexed.graph.edges().stream()
        .filter(edge -> edge.from().equals(retry.decider) && !retry.isBack(edge))
        .map(Edge::to)
        .filter(to -> !to.equals(retry.target) && !to.equals(retry.decider))
        .filter(to -> again.get(indexed.number(to)))
        .distinct()
        .sorted()
        .toList();
  }

  private Remedy bounded(boolean isFresh) {
    GraphEdit edit = new GraphEdit(indexed);
    List<String> round = retry.walk.nodes().stream().distinct().toList();
    String counter = retry.bound(edit, retry.target, round, isFresh);
    return new Remedy(
        RemedyKind.CONDITIONAL_EDGE,
        true,
        "Make %s conditional on %s, and go on to an end once it is used up."
            .formatted(retry.back.way(), counter),
        "The run must keep the count, and gives up after as many rounds.",
        edit.graph());
  }

  private Remedy fixNode(boolean isFresh) {
    GraphEdit edit = new GraphEdit(indexed);
    Node fix = edit.add("fix_" + retry.target, NodeKind.STEP);
    edit.replace(fix.with(false, edit.node(retry.decider).writes(), Optional.empty()));
    edit.add(Edge.of(fix.id(), retry.decider, EdgeKind.FIXED, "", 0));
    String counter = retry.bound(edit, fix.id(), List.of(fix.id(), retry.decider), isFresh);
    return new Remedy(
        RemedyKind.FIX_NODE,
        false,
        "Add a node %s that fixes what %s found: %s → %s → %s in place of %s, bounded by %s."
            .formatted(
                fix.id(),
                retry.decider,
                retry.decider,
                fix.id(),
                retry.decider,
                retry.back.way(),
                counter),
        "One more node to write and to maintain, and %s must pass on what it found."
            .formatted(retry.decider),
        edit.graph());
  }

  private Remedy directLoop(boolean isFresh) {
    GraphEdit edit = new GraphEdit(indexed);
    Node before = edit.node(retry.before());
    before.reads().ifPresent(read -> handOver(edit, before, read));
    List<String> round = List.of(before.id(), retry.decider);
    String counter = retry.bound(edit, before.id(), round, isFresh);
    return new Remedy(
        RemedyKind.DIRECT_LOOP,
        false,
        "Go back from %s straight to %s in place of %s, bounded by %s; %s fixes what was found."
            .formatted(retry.decider, before.id(), retry.target, counter, before.id()),
        "%s also has to fix what was found%s; where the cause lies in %s this cannot help."
            .formatted(
                before.id(),
                before.expensive() ? " and runs on every retry, expensive as it is" : "",
                retry.target),
        edit.graph());
  }

  /** Lets the node before read what the deciding node found. */
  private void handOver(GraphEdit edit, Node before, Set<String> read) {
    String findings = "findings_of_" + retry.decider;
    Set<String> more = new HashSet<>(read);
    more.add(findings);
    edit.replace(before.with(before.expensive(), Optional.of(more), before.writes()));
    Node decider = edit.node(retry.decider);
    decider
        .writes()
        .ifPresent(
            written -> {
              Set<String> also = new HashSet<>(written);
              also.add(findings);
              edit.replace(decider.with(decider.expensive(), decider.reads(), Optional.of(also)));
            });
  }
}
