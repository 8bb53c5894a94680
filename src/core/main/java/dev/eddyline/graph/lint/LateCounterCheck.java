package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.ClosedWalk;
import dev.eddyline.graph.model.Digraph;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.IndexedGraph;
import dev.eddyline.graph.model.ShortestPaths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds cycles whose counter stops them only after the recursion limit. For each edge with a
 * counter it checks the shortest cycle, and the longest that it finds with bounded work.
 */
final class LateCounterCheck {

  /** Edges followed for one edge with a counter in the search for a longer cycle. */
  private static final int MAX_FOLLOWED_EDGES_PER_COUNTER_EDGE = 10_000;

  private static final String CHECK_NAME = "counters that stop too late";

  /** Cycles measured for one edge with a counter although they are not longer than others. */
  private static final int MAX_MEASURED_SHORTER_CYCLES = 100;

  private final LintContext context;
  private final IndexedGraph indexed;

  private LateCounterCheck(LintContext context) {
    this.context = context;
    this.indexed = context.indexed;
  }

  /** Adds the findings to the search. */
  static void find(LintContext context) {
    if (context.indexed.graph.recursionLimit().isPresent()) {
      new LateCounterCheck(context).find();
    }
  }

  private void find() {
    context.budget.spend(LintBudget.COST_PER_ELEMENT * context.size());
    for (Digraph part : indexed.digraph.stronglyConnectedComponents(new BitSet())) {
      for (int edge = 0; edge < part.edges(); edge++) {
        if (!indexed.doesEdgeCheckCounter(part.edgeOf[edge])) {
          continue;
        }
        if (context.count(FindingKind.COUNTER_TOO_LATE) == context.maxReportedPerKind()) {
          context.markMoreFindingsOfKind(FindingKind.COUNTER_TOO_LATE);
          return;
        }
        if (!context.budget.hasWorkLeftForCheck(CHECK_NAME)) {
          return;
        }
        checkCyclesThroughEdge(part, edge);
      }
    }
  }

  private void checkCyclesThroughEdge(Digraph part, int edge) {
    context.budget.spend(part.edges());
    int start = part.to[edge];
    int end = part.from[edge];
    int[] returnPath =
        start == end ? new int[0] : ShortestPaths.shortestPathEdges(part, start, end, e -> true);
    ClosedWalk shortest = walk(part, edge, returnPath);
    if (isLate(shortest)) {
      addLateCounterFinding(shortest);
      return;
    }
    ClosedWalk longest = new LongestCycleSearch(part, edge).find();
    if (longest != null) {
      addLateCounterFinding(longest);
    }
  }

  /** The walk that starts after the edge with the counter. */
  private ClosedWalk walk(Digraph part, int edge, int[] returnPath) {
    return new ClosedWalk(
        indexed,
        IntStream.concat(Arrays.stream(returnPath), IntStream.of(edge))
            .map(local -> part.edgeOf[local])
            .toArray());
  }

  private boolean isLate(ClosedWalk walk) {
    return arithmetic(walk).exceedsRecursionLimit() && !context.isWalkStoppedByGuard(walk);
  }

  private CycleStepArithmetic arithmetic(ClosedWalk walk) {
    return context.arithmetic(walk);
  }

  private void addLateCounterFinding(ClosedWalk walk) {
    GraphCounter counter = walk.boundingCounter().orElseThrow();
    int change = walk.edges().length < 3 ? walk.edges().length - 1 : 0;
    String reason =
        "%s stops this cycle only after %d rounds.%s"
            .formatted(
                counter.name(),
                arithmetic(walk).rounds().getAsInt(),
                arithmetic(walk).describeRoundsWithinLimit());
    context.addFinding(
        FindingKind.COUNTER_TOO_LATE,
        walk,
        List.of(indexed.edge(walk.edges()[change]).endpointPair()),
        reason);
  }

  /** Searches for the longest cycle that is stopped too late, with bounded work. */
  private final class LongestCycleSearch {

    private final Digraph part;
    private final int last;
    private final BitSet nodesOnRoute;
    private final List<Integer> route = new ArrayList<>();
    private final List<int[]> unexploredEdgesByDepth = new ArrayList<>();
    private @Nullable ClosedWalk longest;
    private int longestRouteEdgeCount;
    private int measured;
    private boolean isBudgetSpent;

    LongestCycleSearch(Digraph part, int last) {
      this.part = part;
      this.last = last;
      this.nodesOnRoute = new BitSet(part.nodes());
    }

    /** Null: none. Depth first, without recursion: a path may have thousands of edges. */
    @Nullable ClosedWalk find() {
      enter(part.to[last]);
      for (int followed = 0;
          followed < MAX_FOLLOWED_EDGES_PER_COUNTER_EDGE
              && !unexploredEdgesByDepth.isEmpty()
              && !isBudgetSpent;
          followed++) {
        context.budget.spend(LintBudget.COST_PER_ELEMENT);
        int[] edges = unexploredEdgesByDepth.get(unexploredEdgesByDepth.size() - 1);
        int next = edges[edges.length - 1];
        if (next == edges.length - 1) {
          leave();
          continue;
        }
        edges[edges.length - 1] = next + 1;
        int edge = edges[next];
        if (!nodesOnRoute.get(part.to[edge])) {
          route.add(edge);
          enter(part.to[edge]);
        }
      }
      return longest;
    }

    private void enter(int node) {
      nodesOnRoute.set(node);
      boolean isCycleClosed = node == part.from[last];
      if (isCycleClosed) {
        measure();
      }
      int[] edges = isCycleClosed ? new int[0] : part.leaving(node).toArray();
      context.budget.spend(edges.length);
      unexploredEdgesByDepth.add(Arrays.copyOf(edges, edges.length + 1));
    }

    private void leave() {
      unexploredEdgesByDepth.remove(unexploredEdgesByDepth.size() - 1);
      int node = route.isEmpty() ? part.to[last] : part.to[route.get(route.size() - 1)];
      nodesOnRoute.clear(node);
      if (!route.isEmpty()) {
        route.remove(route.size() - 1);
      }
    }

    private void measure() {
      if (route.size() <= longestRouteEdgeCount && measured++ >= MAX_MEASURED_SHORTER_CYCLES) {
        return;
      }
      longestRouteEdgeCount = Math.max(longestRouteEdgeCount, route.size());
      context.budget.spend(
          (long) (LintBudget.COST_PER_ELEMENT + context.constraints.size()) * route.size());
      isBudgetSpent = !context.budget.hasWorkLeftForCheck(CHECK_NAME);
      ClosedWalk walk = walk(part, last, route.stream().mapToInt(Integer::intValue).toArray());
      boolean isLonger = longest == null || walk.edges().length > longest.edges().length;
      longest = isLonger && isLate(walk) ? walk : longest;
    }
  }
}
