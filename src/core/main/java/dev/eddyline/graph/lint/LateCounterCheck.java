package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphSearch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jgrapht.Graph;
import org.jspecify.annotations.Nullable;

/**
 * Finds cycles whose counter stops them only after the recursion limit. For each edge with a
 * counter it checks the shortest cycle, and the longest that it finds with bounded work.
 */
final class LateCounterCheck {

  private static final String CHECK_NAME = "counters that stop too late";

  /** Edges followed for one edge with a counter in the search for a longer cycle. */
  private static final int MAX_FOLLOWED_EDGES = 10_000;

  /** Cycles measured for one edge with a counter although they are not longer than others. */
  private static final int MAX_MEASURED_SHORTER_CYCLES = 100;

  private final LintContext context;

  private LateCounterCheck(LintContext context) {
    this.context = context;
  }

  /** Adds the findings to the context. */
  static void find(LintContext context) {
    if (context.workflow().recursionLimit().isPresent()) {
      new LateCounterCheck(context).find();
    }
  }

  private void find() {
    for (Graph<String, Edge> component : GraphSearch.components(context.graph())) {
      for (Edge edge : component.edgeSet()) {
        if (!context.digraph.checksCounter(edge)) {
          continue;
        }
        if (context.isFull(FindingKind.COUNTER_TOO_LATE)
            || !context.budget.spend(CHECK_NAME, component.edgeSet().size())) {
          return;
        }
        checkCyclesThrough(edge, component);
      }
    }
  }

  private void checkCyclesThrough(Edge edge, Graph<String, Edge> component) {
    boolean isSelfLoop = edge.from().equals(edge.to());
    List<Edge> back =
        isSelfLoop ? List.of() : GraphSearch.shortestPath(component, edge.to(), edge.from());
    ClosedWalk shortest = walk(back, edge);
    Optional<ClosedWalk> late =
        isLate(shortest)
            ? Optional.of(shortest)
            : Optional.ofNullable(new LongestCycleSearch(component, edge).find());
    late.ifPresent(this::addFinding);
  }

  private ClosedWalk walk(List<Edge> path, Edge last) {
    List<Edge> edges = new ArrayList<>(path);
    edges.add(last);
    return context.walk(edges);
  }

  private boolean isLate(ClosedWalk walk) {
    if (!CycleStepArithmetic.of(walk).exceedsRecursionLimit()) {
      return false;
    }
    Graph<String, Edge> edges = GraphSearch.graphOf(walk.nodes(), walk.edges());
    return context.constraintsThatStop(edges).stream().noneMatch(CounterConstraint::isGuard);
  }

  private void addFinding(ClosedWalk walk) {
    CycleStepArithmetic arithmetic = CycleStepArithmetic.of(walk);
    String reason =
        "%s stops this cycle only after %d rounds.%s"
            .formatted(
                walk.boundingCounter().orElseThrow().name(),
                arithmetic.rounds().orElseThrow(),
                arithmetic.describeRoundsWithinLimit());
    Edge change = walk.edges().size() < 3 ? walk.last() : walk.edges().get(0);
    context.addFinding(FindingKind.COUNTER_TOO_LATE, walk, change, reason);
  }

  /** Searches depth first for the longest cycle that is stopped too late, with bounded work. */
  private final class LongestCycleSearch {

    private final Graph<String, Edge> component;
    private final Edge last;
    private final List<Edge> path = new ArrayList<>();
    private final Set<String> nodesOnPath = new HashSet<>();
    private final Deque<Iterator<Edge>> unexplored = new ArrayDeque<>();
    private @Nullable ClosedWalk longest;
    private int longestPathSize;
    private int measured;

    LongestCycleSearch(Graph<String, Edge> component, Edge last) {
      this.component = component;
      this.last = last;
    }

    /** Null: none. */
    @Nullable ClosedWalk find() {
      enter(last.to());
      for (int followed = 0;
          followed < MAX_FOLLOWED_EDGES
              && !unexplored.isEmpty()
              && context.budget.spend(CHECK_NAME, 1);
          followed++) {
        if (!unexplored.getLast().hasNext()) {
          unexplored.removeLast();
          nodesOnPath.remove(path.isEmpty() ? last.to() : path.remove(path.size() - 1).to());
          continue;
        }
        Edge edge = unexplored.getLast().next();
        if (!nodesOnPath.contains(edge.to())) {
          path.add(edge);
          enter(edge.to());
        }
      }
      return longest;
    }

    private void enter(String node) {
      nodesOnPath.add(node);
      boolean isClosed = node.equals(last.from());
      if (isClosed) {
        measure();
      }
      unexplored.add(
          isClosed ? List.<Edge>of().iterator() : component.outgoingEdgesOf(node).iterator());
    }

    private void measure() {
      if (path.size() <= longestPathSize && measured++ >= MAX_MEASURED_SHORTER_CYCLES) {
        return;
      }
      longestPathSize = Math.max(longestPathSize, path.size());
      context.budget.spend(CHECK_NAME, 10L * path.size());
      ClosedWalk walk = walk(path, last);
      if ((longest == null || path.size() >= longest.edges().size()) && isLate(walk)) {
        longest = walk;
      }
    }
  }
}
