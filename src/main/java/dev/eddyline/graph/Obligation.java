package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

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
    List<Obligation> all = new ArrayList<>();
    for (Counter counter : indexed.graph.counters()) {
      BitSet asking = new BitSet();
      BitSet unless = new BitSet();
      BitSet whilst = new BitSet();
      BitSet counted = new BitSet();
      BitSet resets = new BitSet();
      BitSet misses = new BitSet();
      List<Edge> edges = indexed.graph.edges();
      for (int number = 0; number < edges.size(); number++) {
        Edge edge = edges.get(number);
        boolean asks = edge.counter().filter(counter.name()::equals).isPresent();
        asking.set(number, asks);
        unless.set(number, isGuarded(edge, Guard.Kind.UNLESS, counter));
        whilst.set(number, isGuarded(edge, Guard.Kind.WHILE, counter));
        counted.set(number, isCounted(counter, edge, asks));
        resets.set(number, counter.resetBy().contains(edge.to()));
        misses.set(number, counter.misses().contains(edge.to()));
      }
      if (counter.max().isPresent() && counter.effective().orElse(true)) {
        boolean surely = counter.effective().isPresent();
        misses.or(resets);
        all.add(
            new Obligation(
                counter.name(),
                false,
                asking,
                surely ? asking : counted,
                surely ? new BitSet() : misses));
      }
      all.add(new Obligation(counter.name(), true, unless, counted, resets));
      all.add(new Obligation(counter.name(), true, whilst, resets, counted));
    }
    all.removeIf(obligation -> obligation.asking.isEmpty() || obligation.counting.isEmpty());
    return all;
  }

  private static boolean isGuarded(Edge edge, Guard.Kind kind, Counter counter) {
    return edge.guard()
        .filter(guard -> guard.kind() == kind && guard.counter().equals(counter.name()))
        .isPresent();
  }

  private static boolean isCounted(Counter counter, Edge edge, boolean asks) {
    Set<String> nodes = counter.countedBy();
    return counter.tellsWhere()
        ? counter.countedOn().contains(edge.way()) || nodes.contains(edge.to())
        : asks;
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

  /** Whether an edge that asks is among the edges. */
  boolean isAskedIn(int[] edges) {
    for (int edge : edges) {
      if (asking.get(edge)) {
        return true;
      }
    }
    return false;
  }
}
