package dev.eddyline.graph;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The strongly connected parts of a graph in which a run can go on for ever, each as large as it
 * can be. A part in which something stops loses the edges that ask it, and is taken apart again: no
 * cycle is enumerated.
 */
final class EndlessParts {

  /** What is not told when the work is spent. */
  static final String WHAT = "more endless ways round";

  /** What looking at a part costs beside its edges. */
  private static final int LOOK = 500;

  /** Parts of up to as many edges are looked at once only. */
  private static final int REMEMBERED = 2_000;

  private final List<Obligation> obligations;
  private final Work work;
  private final List<Digraph> found = new ArrayList<>();
  private final Set<IntBuffer> searched = new HashSet<>();

  private EndlessParts(Search search) {
    this.obligations = search.obligations;
    this.work = search.work;
  }

  /** The parts that hold none of these edges, which have their numbers in the graph given. */
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

  /** Whether who counts no longer does not ask either. */
  private static boolean within(BitSet asking, BitSet counting) {
    BitSet rest = (BitSet) asking.clone();
    rest.andNot(counting);
    return rest.isEmpty();
  }
}
