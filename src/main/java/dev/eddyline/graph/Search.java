package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The state that the checks of one graph share: the graph, its constraints, the findings and the
 * work limit.
 */
final class Search {

  /** Maximum number of reported findings of one kind. */
  private static final int MOST = 25;

  private static final int LEAST = 4;
  private static final long EDGES = 4_000_000;

  private static final String MORE =
      " There may be more of this kind: they are not listed one by one.";

  final Indexed indexed;
  final List<Obligation> obligations;

  /** For each node the fewest steps before it is entered. */
  final int[] steps;

  /** The remaining work. */
  final Work work;

  private final List<Found> found = new ArrayList<>();
  private final Set<List<Object>> told = new HashSet<>();

  /**
   * A finding before its remedies.
   *
   * @param finding the finding
   * @param walk the cycle, rotated so that its last edge is the retry edge
   */
  record Found(GraphFinding finding, Walk walk) {}

  Search(WorkflowGraph graph, Work work) {
    this.work = work;
    this.indexed = new Indexed(graph);
    this.obligations = Obligation.of(indexed);
    this.steps = indexed.stepsBefore();
    work.spend(Work.HANDLED * size());
  }

  /** Number of nodes and edges. */
  long size() {
    return (long) indexed.whole.nodes() + indexed.whole.edges();
  }

  /** Maximum number of reported findings of one kind, for this size of graph. */
  int most() {
    return (int) Math.max(LEAST, Math.min(MOST, EDGES / (1 + size())));
  }

  /** The walk, rotated so that its last edge is the retry edge. */
  Walk begun(Walk walk) {
    return walk.from((walk.retry(steps) + 1) % walk.edges().length);
  }

  /** The steps of a rotated walk. */
  Arithmetic arithmetic(Walk begun) {
    return Arithmetic.of(begun, begun.edges().length - 1, steps);
  }

  /** Whether a guard stops the walk. */
  boolean isHeldBack(Walk walk) {
    return obligations.stream().anyMatch(each -> each.isGuard() && each.stops(walk.edges()));
  }

  /** Adds a finding of a rotated walk, unless it was added before. */
  void add(FindingKind kind, Walk begun, List<Way> change, String reason) {
    add(kind, begun, begun.smallest(), change, reason);
  }

  /** Adds a finding of these nodes, unless it was added before. */
  void add(FindingKind kind, Walk begun, List<String> cycle, List<Way> change, String reason) {
    if (told.add(List.of(kind, cycle))) {
      GraphFinding finding =
          new GraphFinding(kind, cycle, change, line(cycle, change), reason, List.of());
      found.add(new Found(finding, begun));
    }
  }

  private int line(List<String> cycle, List<Way> change) {
    for (Way way : change) {
      int from = indexed.number(way.from());
      int at =
          indexed
              .whole
              .leaving(from)
              .filter(edge -> indexed.edge(edge).to().equals(way.to()))
              .map(edge -> indexed.edge(edge).line())
              .findFirst()
              .orElse(0);
      if (at > 0) {
        return at;
      }
    }
    return indexed.node(indexed.number(cycle.get(0))).line();
  }

  /** Number of findings of this kind so far. */
  long count(FindingKind kind) {
    return found.stream().filter(each -> each.finding().kind() == kind).count();
  }

  /** Adds to the last finding of this kind that there are more. */
  void hasMore(FindingKind kind) {
    for (int last = found.size() - 1; last >= 0; last--) {
      GraphFinding bare = found.get(last).finding();
      if (bare.kind() == kind) {
        String reason = bare.reason().endsWith(MORE) ? bare.reason() : bare.reason() + MORE;
        GraphFinding more =
            new GraphFinding(kind, bare.cycle(), bare.change(), bare.line(), reason, List.of());
        found.set(last, new Found(more, found.get(last).walk()));
        return;
      }
    }
  }

  List<Found> found() {
    return found;
  }
}
