package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A constraint that stops endless repetition: a run that repeats edges that check a counter and
 * edges that increment it must also repeat an edge that resets it.
 *
 * @param counter the counter's name
 * @param isGuard whether a guard checks the counter; otherwise its maximum
 * @param asking the edges that check the counter
 * @param counting the edges that increment it
 * @param resetting the edges that reset it
 */
record Obligation(
    String counter, boolean isGuard, BitSet asking, BitSet counting, BitSet resetting) {

  /** The constraints of a graph's counters and guards. */
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

  /** Whether it stops a run that repeats all these edges, and no others. */
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

  /** Whether it stops a run that repeats all these edges, and no others. */
  boolean stops(BitSet edges) {
    return asking.intersects(edges) && counting.intersects(edges) && !resetting.intersects(edges);
  }
}
