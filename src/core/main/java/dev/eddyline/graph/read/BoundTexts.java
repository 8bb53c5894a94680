package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the comparisons in the texts of edges into counters. {@code retry_count < 3} bounds its own
 * edge. {@code retry_count >= 3} bounds the other edge of a choice of two, which a run takes only
 * while it is false.
 */
final class BoundTexts {

  private static final int WAYS_OF_A_CHOICE = 2;

  private BoundTexts() {}

  /** Adds the counters to the edges that have none. */
  static void addCounters(GraphBuilder draft) {
    Map<String, List<Integer>> edgesByNode = new HashMap<>();
    for (int number = 0; number < draft.edges.size(); number++) {
      edgesByNode
          .computeIfAbsent(draft.edges.get(number).from(), node -> new ArrayList<>())
          .add(number);
    }
    for (int number = 0; number < draft.edges.size(); number++) {
      Edge edge = draft.edges.get(number);
      BoundText bound = BoundText.in(edge.condition()).filter(BoundText::isProof).orElse(null);
      if (bound != null && bound.isOnEdge()) {
        addCounter(number, bound, draft);
      } else if (bound != null) {
        boundOther(number, bound, edgesByNode.getOrDefault(edge.from(), List.of()), draft);
      }
    }
  }

  private static void boundOther(
      int exit, BoundText bound, List<Integer> leaving, GraphBuilder draft) {
    if (leaving.size() != WAYS_OF_A_CHOICE) {
      return;
    }
    int number = leaving.get(0) == exit ? leaving.get(1) : leaving.get(0);
    Edge other = draft.edges.get(number);
    boolean isChosen = other.kind() == EdgeKind.ROUTED || other.kind() == EdgeKind.DEFAULT;
    if (isChosen && other.counter().isEmpty()) {
      if (other.kind() == EdgeKind.DEFAULT) {
        // once the counter is used up, the condition that compares it is true
        draft.edges.set(number, other.withKind(EdgeKind.CONDITIONAL));
        draft.edges.set(exit, draft.edges.get(exit).withKind(EdgeKind.DEFAULT));
      }
      addCounter(number, bound, draft);
    }
  }

  /** Adds the bound's counter; a counter of that name with another maximum stays. */
  private static void addCounter(int number, BoundText bound, GraphBuilder draft) {
    Edge edge = draft.edges.get(number);
    if (edge.counter().isEmpty()) {
      GraphCounter known = draft.counters.get(bound.counter());
      boolean isOther = known != null && known.max().orElse(-1) != bound.max();
      String name = isOther ? bound.counter() + " max " + bound.max() : bound.counter();
      draft.counters.putIfAbsent(name, GraphCounter.of(name, bound.max()));
      draft.edges.set(number, edge.withCounter(name));
    }
  }

  /**
   * Whether the text of an edge states another bound than its counter has. A difference of one is
   * none: some count from 0, others from 1.
   */
  static boolean contradicts(Edge edge, GraphCounter counter) {
    return counter.max().isPresent()
        && BoundText.in(edge.condition())
            .filter(bound -> bound.hasMax() && bound.isOnEdge() && bound.isOf(counter.name()))
            .filter(bound -> Math.abs(bound.max() - counter.max().getAsInt()) > 1)
            .isPresent();
  }
}
