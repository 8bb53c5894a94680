package dev.eddyline.graph;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds cycles that nothing stops. It reports one cycle of each unbounded component, removes the
 * edge that closes it, and searches the rest: other cycles may share the edge to change.
 */
final class EndlessCycles {

  private static final int STARTS = 16;
  private static final int ASKING = 64;

  private final Search search;
  private final Indexed indexed;

  private EndlessCycles(Search search) {
    this.search = search;
    this.indexed = search.indexed;
  }

  /** Adds the findings to the search. */
  static void find(Search search) {
    new EndlessCycles(search).find();
  }

  private void find() {
    Deque<Digraph> left = new ArrayDeque<>(EndlessParts.of(indexed.whole, new BitSet(), search));
    int most = search.most();
    for (int told = 0; told < most && !left.isEmpty(); told++) {
      Digraph part = left.remove();
      Walk walk = search.begun(witness(part));
      boolean isLast = told == most - 1;
      tell(walk, isLast, isLast && !left.isEmpty(), part);
      Way back = indexed.edge(walk.edges()[walk.edges().length - 1]).way();
      BitSet gone = new BitSet(part.edges());
      for (int edge = 0; edge < part.edges(); edge++) {
        gone.set(edge, indexed.edge(part.edgeOf[edge]).way().equals(back));
      }
      if (!isLast) {
        left.addAll(EndlessParts.of(part, gone, search));
      }
    }
  }

  private void tell(Walk walk, boolean isLast, boolean isMoreLeft, Digraph part) {
    FindingKind kind = FindingKind.UNBOUNDED_CYCLE;
    String why = "no edge of this cycle is bounded by a counter";
    Optional<Counter> first = walk.asked().stream().findFirst();
    if (walk.asked().stream().anyMatch(counter -> walk.resets(counter).isPresent())) {
      Counter counter =
          walk.asked().stream().filter(c -> walk.resets(c).isPresent()).findFirst().orElseThrow();
      kind = FindingKind.COUNTER_RESET;
      why =
          "%s (max %d) is reset by %s in the cycle, so it never stops the cycle"
              .formatted(
                  counter.name(), counter.max().getAsInt(), walk.resets(counter).orElseThrow());
    } else if (first.isPresent()) {
      kind = FindingKind.COUNTER_NOT_COUNTED;
      why = notCounted(walk, first.get());
    }
    boolean isShort = walk.edges().length < 3 || !walk.isElementary();
    int change = kind == FindingKind.UNBOUNDED_CYCLE || isShort ? walk.edges().length - 1 : 0;
    String more =
        isLast && part.edges() > walk.edges().length
            ? " There are more cycles among these %d nodes and %d edges: they are not listed one by one."
                .formatted(part.nodes(), part.edges())
            : "";
    more += isMoreLeft ? " There are more in other parts: they are not listed one by one." : "";
    List<Way> ways = List.of(indexed.edge(walk.edges()[change]).way());
    String reason = upper(why) + "." + search.arithmetic(walk).told() + more;
    search.add(kind, walk, ways, reason);
  }

  private static String upper(String sentence) {
    return sentence.startsWith("no ") ? "N" + sentence.substring(1) : sentence;
  }

  private static String notCounted(Walk walk, Counter counter) {
    String name = "%s (max %d)".formatted(counter.name(), counter.max().getAsInt());
    if (!counter.effective().orElse(true)) {
      return name + " is declared not to stop the cycle";
    }
    return walk.misses(counter)
        .map(node -> name + " does not stop the cycle through " + node)
        .orElse(name + " is checked, but nothing in the cycle counts it");
  }

  /** A short closed walk of the component that nothing stops, found with bounded work. */
  private Walk witness(Digraph part) {
    search.work.spend((long) STARTS * part.edges());
    BitSet asking = new BitSet(part.edges());
    IntStream.range(0, part.edges())
        .forEach(edge -> asking.set(edge, indexed.isAsking(part.edgeOf[edge])));
    Walk best = null;
    for (Digraph free : asking.isEmpty() ? List.of(part) : part.parts(asking)) {
      best = shorter(best, shortest(free));
      if (best != null && free.nodes() > STARTS) {
        break;
      }
    }
    if (best != null) {
      return best;
    }
    Walk any = null;
    for (int edge : asking.stream().limit(ASKING).toArray()) {
      search.work.spend(part.edges());
      Walk round = through(part, edge);
      any = any == null ? round : any;
      best = isEndless(round) ? shorter(best, round) : best;
    }
    return best != null ? best : compound(part, any == null ? through(part, 0) : any);
  }

  private static @Nullable Walk shorter(@Nullable Walk one, @Nullable Walk other) {
    return one == null || other != null && other.edges().length < one.edges().length ? other : one;
  }

  /** The shortest of a sample of cycles that nothing stops. */
  private @Nullable Walk shortest(Digraph part) {
    Walk best = null;
    int stride = Math.max(1, part.nodes() / STARTS);
    for (int node = 0; node < part.nodes(); node += stride) {
      int[] round = Routes.shortest(part, node, node, edge -> true);
      Walk walk = walk(part, round);
      best = isEndless(walk) ? shorter(best, walk) : best;
    }
    return best;
  }

  private boolean isEndless(Walk walk) {
    return search.obligations.stream().noneMatch(each -> each.stops(walk.edges()));
  }

  private Walk through(Digraph part, int edge) {
    int from = part.from[edge];
    int to = part.to[edge];
    int[] back = from == to ? new int[0] : Routes.shortest(part, to, from, e -> true);
    return walk(part, IntStream.concat(IntStream.of(edge), Arrays.stream(back)).toArray());
  }

  /** The walk with detours, each to an edge that resets a counter that would stop it. */
  private Walk compound(Digraph part, Walk walk) {
    Walk longer = walk;
    for (int turn = 0; turn < search.obligations.size() && !isEndless(longer); turn++) {
      int[] edges = longer.edges();
      search.work.spend((long) (1 + search.obligations.size()) * edges.length);
      if (!search.work.allows(EndlessParts.WHAT)) {
        return longer;
      }
      Obligation stopping =
          search.obligations.stream().filter(o -> o.stops(edges)).findFirst().orElseThrow();
      int reset =
          IntStream.range(0, part.edges())
              .filter(edge -> stopping.resetting().get(part.edgeOf[edge]))
              .findFirst()
              .orElseThrow();
      int home = Arrays.binarySearch(part.nodeOf, indexed.whole.from[edges[0]]);
      int[] there = way(part, home, part.from[reset]);
      int[] back = way(part, part.to[reset], home);
      IntStream detour =
          IntStream.concat(
              Arrays.stream(there), IntStream.concat(IntStream.of(reset), Arrays.stream(back)));
      longer =
          new Walk(
              indexed,
              IntStream.concat(Arrays.stream(edges), detour.map(edge -> part.edgeOf[edge]))
                  .toArray());
    }
    return longer;
  }

  private static int[] way(Digraph part, int start, int end) {
    return start == end ? new int[0] : Routes.shortest(part, start, end, edge -> true);
  }

  private Walk walk(Digraph part, int[] edges) {
    return new Walk(indexed, Arrays.stream(edges).map(edge -> part.edgeOf[edge]).toArray());
  }
}
