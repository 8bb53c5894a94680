package dev.eddyline.graph;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the largest strongly connected components in which a run can repeat forever. If a counter
 * stops a component, the edges that check the counter are removed and the rest is decomposed again.
 * No cycle is enumerated.
 */
final class EndlessParts {

  /** Name of the check, for the list of incomplete checks. */
  static final String WHAT = "more unbounded cycles";

  /** Cost of a component in addition to its edges. */
  private static final int LOOK = 500;

  /** Components of up to this many edges are searched only once. */
  private static final int REMEMBERED = 2_000;

  private final List<Obligation> obligations;
  private final Work work;
  private final List<Digraph> found = new ArrayList<>();
  private final Set<IntBuffer> searched = new HashSet<>();

  private EndlessParts(Search search) {
    this.obligations = search.obligations;
    this.work = search.work;
  }

  /** The unbounded components without these edges, which are numbered as in the given graph. */
  static List<Digraph> of(Digraph graph, BitSet removed, Search search) {
    EndlessParts parts = new EndlessParts(search);
    parts.search(graph, removed);
    return parts.found;
  }

  private void search(Digraph graph, BitSet removed) {
    if (!work.allows(WHAT)) {
      return;
    }
    work.spend(LOOK + (long) Work.HANDLED * (graph.nodes() + graph.edges()));
    for (Digraph part : graph.parts(removed)) {
      if (!isNew(part)) {
        continue;
      }
      List<Obligation> stopping = stopping(part);
      if (stopping.isEmpty()) {
        found.add(part);
        continue;
      }
      BitSet asking = new BitSet(part.edges());
      stopping.forEach(obligation -> asking.or(local(part, obligation.asking())));
      search(part, asking);
      for (Obligation obligation : stopping) {
        BitSet counting = local(part, obligation.counting());
        if (!within(local(part, obligation.asking()), counting)) {
          search(part, counting);
        }
      }
    }
  }

  private List<Obligation> stopping(Digraph part) {
    work.spend((long) obligations.size() * Math.min(part.edges(), REMEMBERED));
    if (part.edges() <= REMEMBERED) {
      return obligations.stream().filter(obligation -> obligation.stops(part.edgeOf)).toList();
    }
    BitSet edges = new BitSet();
    for (int edge : part.edgeOf) {
      edges.set(edge);
    }
    return obligations.stream().filter(obligation -> obligation.stops(edges)).toList();
  }

  private boolean isNew(Digraph part) {
    return part.edges() > REMEMBERED || searched.add(IntBuffer.wrap(part.edgeOf));
  }

  private BitSet local(Digraph part, BitSet edges) {
    work.spend(part.edges());
    BitSet local = new BitSet(part.edges());
    for (int edge = 0; edge < part.edges(); edge++) {
      local.set(edge, edges.get(part.edgeOf[edge]));
    }
    return local;
  }

  /** Whether every edge that checks the counter also increments it. */
  private static boolean within(BitSet asking, BitSet counting) {
    BitSet rest = (BitSet) asking.clone();
    rest.andNot(counting);
    return rest.isEmpty();
  }
}
