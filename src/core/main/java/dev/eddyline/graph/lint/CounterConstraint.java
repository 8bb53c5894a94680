package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeGuard;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.IndexedGraph;
import dev.eddyline.graph.model.NodePair;
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
 * @param checkingEdges the edges that check the counter
 * @param countingEdges the edges that increment it
 * @param resettingEdges the edges that reset it
 */
record CounterConstraint(
    String counter,
    boolean isGuard,
    BitSet checkingEdges,
    BitSet countingEdges,
    BitSet resettingEdges) {

  /** The constraints of a graph's counters and guards. */
  static List<CounterConstraint> constraintsOf(IndexedGraph indexed) {
    Map<String, BitSet> checkedOn = new HashMap<>();
    Map<String, BitSet> unlessGuards = new HashMap<>();
    Map<String, BitSet> whileGuards = new HashMap<>();
    List<Edge> edges = indexed.graph.edges();
    for (int number = 0; number < edges.size(); number++) {
      Edge edge = edges.get(number);
      if (edge.counter().isPresent()) {
        addEdge(checkedOn, edge.counter().get(), number);
      }
      if (edge.guard().isPresent()) {
        EdgeGuard guard = edge.guard().get();
        addEdge(
            guard.kind() == EdgeGuard.GuardKind.UNLESS ? unlessGuards : whileGuards,
            guard.counter(),
            number);
      }
    }
    List<CounterConstraint> all = new ArrayList<>();
    for (GraphCounter counter : indexed.graph.counters()) {
      String name = counter.name();
      BitSet asking = checkedOn.getOrDefault(name, new BitSet());
      BitSet counted =
          counter.declaresWhereItCounts() ? edgesIncrementing(indexed, counter) : asking;
      BitSet resets = edgesEntering(indexed, counter.resetBy());
      if (counter.max().isPresent() && counter.effective().orElse(true)) {
        boolean isDeclaredEffective = counter.effective().isPresent();
        BitSet misses = edgesEntering(indexed, counter.misses());
        misses.or(resets);
        all.add(
            new CounterConstraint(
                name,
                false,
                asking,
                isDeclaredEffective ? asking : counted,
                isDeclaredEffective ? new BitSet() : misses));
      }
      BitSet unlessEdges = unlessGuards.getOrDefault(name, new BitSet());
      BitSet whileEdges = whileGuards.getOrDefault(name, new BitSet());
      all.add(new CounterConstraint(name, true, unlessEdges, counted, resets));
      all.add(new CounterConstraint(name, true, whileEdges, resets, counted));
    }
    all.removeIf(
        obligation -> obligation.checkingEdges.isEmpty() || obligation.countingEdges.isEmpty());
    return all;
  }

  private static void addEdge(Map<String, BitSet> edges, String counter, int number) {
    edges.computeIfAbsent(counter, unseen -> new BitSet()).set(number);
  }

  private static BitSet edgesIncrementing(IndexedGraph indexed, GraphCounter counter) {
    BitSet counted = edgesEntering(indexed, counter.countedBy());
    for (NodePair pair : counter.countedOn()) {
      int to = indexed.nodeNumber(pair.to());
      edgesLeaving(indexed, pair.from())
          .filter(edge -> indexed.digraph.to[edge] == to)
          .forEach(counted::set);
    }
    return counted;
  }

  private static IntStream edgesLeaving(IndexedGraph indexed, String id) {
    int node = indexed.nodeNumber(id);
    return node < 0 ? IntStream.empty() : indexed.digraph.leaving(node);
  }

  private static BitSet edgesEntering(IndexedGraph indexed, Set<String> ids) {
    BitSet entering = new BitSet();
    for (String id : ids) {
      int node = indexed.nodeNumber(id);
      (node < 0 ? IntStream.empty() : indexed.digraph.entering(node)).forEach(entering::set);
    }
    return entering;
  }

  /** Whether it stops a run that repeats all these edges, and no others. */
  boolean stopsRepetitionOf(int[] edges) {
    boolean checkedOn = false;
    boolean counts = false;
    for (int edge : edges) {
      checkedOn |= checkingEdges.get(edge);
      counts |= countingEdges.get(edge);
      if (resettingEdges.get(edge)) {
        return false;
      }
    }
    return checkedOn && counts;
  }

  /** Whether it stops a run that repeats all these edges, and no others. */
  boolean stopsRepetitionOf(BitSet edges) {
    return checkingEdges.intersects(edges)
        && countingEdges.intersects(edges)
        && !resettingEdges.intersects(edges);
  }
}
