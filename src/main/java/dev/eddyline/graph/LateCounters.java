package dev.eddyline.graph;

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
final class LateCounters {

  /** Edges followed for one edge with a counter in the search for a longer cycle. */
  private static final int FOLLOWED = 10_000;

  private static final String WHAT = "counters that stop too late";

  /** Cycles measured for one edge with a counter although they are not longer than others. */
  private static final int MEASURED = 100;

  private final Search search;
  private final Indexed indexed;

  private LateCounters(Search search) {
    this.search = search;
    this.indexed = search.indexed;
  }

  /** Adds the findings to the search. */
  static void find(Search search) {
    if (search.indexed.graph.recursionLimit().isPresent()) {
      new LateCounters(search).find();
    }
  }

  private void find() {
    search.work.spend(Work.HANDLED * search.size());
    for (Digraph part : indexed.whole.parts(new BitSet())) {
      for (int edge = 0; edge < part.edges(); edge++) {
        if (!indexed.isAsking(part.edgeOf[edge])) {
          continue;
        }
        if (search.count(FindingKind.COUNTER_TOO_LATE) == search.most()) {
          search.hasMore(FindingKind.COUNTER_TOO_LATE);
          return;
        }
        if (!search.work.allows(WHAT)) {
          return;
        }
        look(part, edge);
      }
    }
  }

  private void look(Digraph part, int edge) {
    search.work.spend(part.edges());
    int start = part.to[edge];
    int end = part.from[edge];
    int[] back = start == end ? new int[0] : Routes.shortest(part, start, end, e -> true);
    Walk shortest = walk(part, edge, back);
    if (isLate(shortest)) {
      tell(shortest);
      return;
    }
    Walk longest = new Longer(part, edge).find();
    if (longest != null) {
      tell(longest);
    }
  }

  /** The walk that starts after the edge with the counter. */
  private Walk walk(Digraph part, int edge, int[] back) {
    return new Walk(
        indexed,
        IntStream.concat(Arrays.stream(back), IntStream.of(edge))
            .map(local -> part.edgeOf[local])
            .toArray());
  }

  private boolean isLate(Walk walk) {
    return arithmetic(walk).isTooLate() && !search.isHeldBack(walk);
  }

  private Arithmetic arithmetic(Walk walk) {
    return search.arithmetic(walk);
  }

  private void tell(Walk walk) {
    Counter counter = walk.bound().orElseThrow();
    int change = walk.edges().length < 3 ? walk.edges().length - 1 : 0;
    String reason =
        "%s stops this cycle only after %d rounds.%s"
            .formatted(
                counter.name(), arithmetic(walk).rounds().getAsInt(), arithmetic(walk).told());
    search.add(
        FindingKind.COUNTER_TOO_LATE,
        walk,
        List.of(indexed.edge(walk.edges()[change]).way()),
        reason);
  }

  /** Searches for the longest cycle that is stopped too late, with bounded work. */
  private final class Longer {

    private final Digraph part;
    private final int last;
    private final BitSet seen;
    private final List<Integer> route = new ArrayList<>();
    private final List<int[]> open = new ArrayList<>();
    private @Nullable Walk longest;
    private int farthest;
    private int measured;
    private boolean isSpent;

    Longer(Digraph part, int last) {
      this.part = part;
      this.last = last;
      this.seen = new BitSet(part.nodes());
    }

    /** Null: none. Depth first, without recursion: a path may have thousands of edges. */
    @Nullable Walk find() {
      enter(part.to[last]);
      for (int followed = 0; followed < FOLLOWED && !open.isEmpty() && !isSpent; followed++) {
        search.work.spend(Work.HANDLED);
        int[] edges = open.get(open.size() - 1);
        int next = edges[edges.length - 1];
        if (next == edges.length - 1) {
          leave();
          continue;
        }
        edges[edges.length - 1] = next + 1;
        int edge = edges[next];
        if (!seen.get(part.to[edge])) {
          route.add(edge);
          enter(part.to[edge]);
        }
      }
      return longest;
    }

    private void enter(int node) {
      seen.set(node);
      boolean isHome = node == part.from[last];
      if (isHome) {
        measure();
      }
      int[] edges = isHome ? new int[0] : part.leaving(node).toArray();
      search.work.spend(edges.length);
      open.add(Arrays.copyOf(edges, edges.length + 1));
    }

    private void leave() {
      open.remove(open.size() - 1);
      int node = route.isEmpty() ? part.to[last] : part.to[route.get(route.size() - 1)];
      seen.clear(node);
      if (!route.isEmpty()) {
        route.remove(route.size() - 1);
      }
    }

    private void measure() {
      if (route.size() <= farthest && measured++ >= MEASURED) {
        return;
      }
      farthest = Math.max(farthest, route.size());
      search.work.spend((long) (Work.HANDLED + search.obligations.size()) * route.size());
      isSpent = !search.work.allows(WHAT);
      Walk walk = walk(part, last, route.stream().mapToInt(Integer::intValue).toArray());
      boolean isLonger = longest == null || walk.edges().length > longest.edges().length;
      longest = isLonger && isLate(walk) ? walk : longest;
    }
  }
}
