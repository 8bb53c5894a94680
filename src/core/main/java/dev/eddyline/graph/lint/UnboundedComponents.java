package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.Digraph;
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
final class UnboundedComponents {

  /** Name of the check, for the list of incomplete checks. */
  static final String CHECK_NAME = "more unbounded cycles";

  /** Cost of a component in addition to its edges. */
  private static final int COST_PER_COMPONENT = 500;

  /** Components of up to this many edges are searched only once. */
  private static final int MAX_EDGES_OF_REMEMBERED_COMPONENT = 2_000;

  private final List<CounterConstraint> constraints;
  private final LintBudget budget;
  private final List<Digraph> found = new ArrayList<>();
  private final Set<IntBuffer> searched = new HashSet<>();

  private UnboundedComponents(LintContext context) {
    this.constraints = context.constraints;
    this.budget = context.budget;
  }

  /** The unbounded components without these edges, which are numbered as in the given graph. */
  static List<Digraph> findUnboundedComponents(Digraph graph, BitSet removed, LintContext context) {
    UnboundedComponents parts = new UnboundedComponents(context);
    parts.search(graph, removed);
    return parts.found;
  }

  private void search(Digraph graph, BitSet removed) {
    if (!budget.hasWorkLeftForCheck(CHECK_NAME)) {
      return;
    }
    budget.spend(
        COST_PER_COMPONENT + (long) LintBudget.COST_PER_ELEMENT * (graph.nodes() + graph.edges()));
    for (Digraph part : graph.stronglyConnectedComponents(removed)) {
      if (!isNew(part)) {
        continue;
      }
      List<CounterConstraint> stopping = constraintsThatStop(part);
      if (stopping.isEmpty()) {
        found.add(part);
        continue;
      }
      BitSet asking = new BitSet(part.edges());
      stopping.forEach(
          obligation -> asking.or(toEdgeNumbersOfComponent(part, obligation.checkingEdges())));
      search(part, asking);
      for (CounterConstraint obligation : stopping) {
        BitSet counting = toEdgeNumbersOfComponent(part, obligation.countingEdges());
        if (!isSubset(toEdgeNumbersOfComponent(part, obligation.checkingEdges()), counting)) {
          search(part, counting);
        }
      }
    }
  }

  private List<CounterConstraint> constraintsThatStop(Digraph part) {
    budget.spend(
        (long) constraints.size() * Math.min(part.edges(), MAX_EDGES_OF_REMEMBERED_COMPONENT));
    if (part.edges() <= MAX_EDGES_OF_REMEMBERED_COMPONENT) {
      return constraints.stream()
          .filter(obligation -> obligation.stopsRepetitionOf(part.edgeOf))
          .toList();
    }
    BitSet edges = new BitSet();
    for (int edge : part.edgeOf) {
      edges.set(edge);
    }
    return constraints.stream().filter(obligation -> obligation.stopsRepetitionOf(edges)).toList();
  }

  private boolean isNew(Digraph part) {
    return part.edges() > MAX_EDGES_OF_REMEMBERED_COMPONENT
        || searched.add(IntBuffer.wrap(part.edgeOf));
  }

  private BitSet toEdgeNumbersOfComponent(Digraph part, BitSet edges) {
    budget.spend(part.edges());
    BitSet local = new BitSet(part.edges());
    for (int edge = 0; edge < part.edges(); edge++) {
      local.set(edge, edges.get(part.edgeOf[edge]));
    }
    return local;
  }

  /** Whether every edge that checks the counter also increments it. */
  private static boolean isSubset(BitSet asking, BitSet counting) {
    BitSet uncountedEdges = (BitSet) asking.clone();
    uncountedEdges.andNot(counting);
    return uncountedEdges.isEmpty();
  }
}
