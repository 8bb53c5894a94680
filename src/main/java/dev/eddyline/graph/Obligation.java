package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What keeps a run from going round for ever: who takes edges that ask, and edges that count, again
 * and again, must take one that resets again and again too.
 *
 * @param counter the counter's name
 * @param isGuard whether a guard asks; else the counter's maximum
 * @param asking the edges that ask
 * @param counting the edges that count
 * @param resetting the edges that reset
 */
record Obligation(
    String counter, boolean isGuard, BitSet asking, BitSet counting, BitSet resetting) {

  /** What counters and guards of a graph ask for. */
  static List<Obligation> of(Indexed indexed) {
    Map<String, BitSet> asks = new HashMap<>();
    Map<String, BitSet> unless = new HashMap<>();
    Map<String, BitSet> whilst = new HashMap<>();
    List<Edge> edges = indexed.graph.edges();
    for (int number = 0; number < edges.size(); number++) {
      Edge edge = edges.get(number);
      if (edge.counter().isPresent()) {
        set(asks, edge.counter().get(), number);
      }
      if (edge.guard().isPresent()) {
        Guard guard = edge.guard().get();
        set(guard.kind() == Guard.Kind.UNLESS ? unless : whilst, guard.counter(), number);
      }
    }
    List<Obligation> all = new ArrayList<>();
    for (Counter counter : indexed.graph.counters()) {
      String name = counter.name();
      BitSet asking = asks.getOrDefault(name, new BitSet());
      BitSet counted = counter.tellsWhere() ? counted(indexed, counter) : asking;
      BitSet resets = entering(indexed, counter.resetBy());
      if (counter.max().isPresent() && counter.effective().orElse(true)) {
        boolean surely = counter.effective().isPresent();
        BitSet misses = entering(indexed, counter.misses());
        misses.or(resets);
        all.add(
            new Obligation(
                name, false, asking, surely ? asking : counted, surely ? new BitSet() : misses));
      }
      BitSet shut = unless.getOrDefault(name, new BitSet());
      BitSet opened = whilst.getOrDefault(name, new BitSet());
      all.add(new Obligation(name, true, shut, counted, resets));
      all.add(new Obligation(name, true, opened, resets, counted));
    }
    all.removeIf(obligation -> obligation.asking.isEmpty() || obligation.counting.isEmpty());
    return all;
  }

  private static void set(Map<String, BitSet> edges, String counter, int number) {
    edges.computeIfAbsent(counter, unseen -> new BitSet()).set(number);
  }

  private static BitSet counted(Indexed indexed, Counter counter) {
    BitSet counted = entering(indexed, counter.countedBy());
    for (Way way : counter.countedOn()) {
      int to = indexed.number(way.to());
      leaving(indexed, way.from())
          .filter(edge -> indexed.whole.to[edge] == to)
          .forEach(counted::set);
    }
    return counted;
  }

  private static IntStream leaving(Indexed indexed, String id) {
    int node = indexed.number(id);
    return node < 0 ? IntStream.empty() : indexed.whole.leaving(node);
  }

  private static BitSet entering(Indexed indexed, Set<String> ids) {
    BitSet entering = new BitSet();
    for (String id : ids) {
      int node = indexed.number(id);
      (node < 0 ? IntStream.empty() : indexed.whole.entering(node)).forEach(entering::set);
    }
    return entering;
  }

  /** Whether who takes all these edges again and again, and no others, is stopped. */
  boolean stops(int[] edges) {
    boolean asks = false;
    boolean counts = false;
    for (int edge : edges) {
      asks |= asking.get(edge);
      counts |= counting.get(edge);
      if (resetting.get(edge)) {
        return false;
      }
    }
    return asks && counts;
  }

  /** Whether who takes all these edges again and again, and no others, is stopped. */
  boolean stops(BitSet edges) {
    return asking.intersects(edges) && counting.intersects(edges) && !resetting.intersects(edges);
  }
}
