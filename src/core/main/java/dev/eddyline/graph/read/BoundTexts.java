package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Turns the comparisons in the texts of edges into counters. {@code retry_count < 3} bounds its own
 * edge. {@code retry_count >= 3} bounds the other edge of a choice of two if a run takes that only
 * while it is false.
 */
final class BoundTexts {

  private static final int WAYS_OF_A_CHOICE = 2;

  /** A text of the other edge that does not state a condition. */
  private static final Pattern OTHERWISE =
      Pattern.compile(
          "[^\\p{L}\\p{N}]*(?:(?:no|not yet|else|otherwise|default|false|retry|(?:try )?again|continue|loop|repeat|nein|sonst|non|sinon|否)[^\\p{L}\\p{N}]*)?",
          Pattern.CASE_INSENSITIVE);

  private final GraphBuilder draft;
  private final boolean isInOrder;
  private final BiFunction<String, BoundText, Optional<GraphCounter>> counterOf;

  private BoundTexts(
      GraphBuilder draft,
      boolean isInOrder,
      BiFunction<String, BoundText, Optional<GraphCounter>> counterOf) {
    this.draft = draft;
    this.isInOrder = isInOrder;
    this.counterOf = counterOf;
  }

  /** Adds the counters to the edges that have none. */
  static void addCounters(GraphBuilder draft) {
    new BoundTexts(draft, false, (name, bound) -> Optional.of(GraphCounter.of(name, bound.max())))
        .addCounters(BoundText::in);
  }

  /**
   * The same where the format says more, and a run takes the first edge whose condition holds.
   *
   * @param read reads the text of an edge
   * @param counterOf makes the counter of a name and its bound; empty: it is none
   */
  static void addCounters(
      GraphBuilder draft,
      Function<String, Optional<BoundText>> read,
      BiFunction<String, BoundText, Optional<GraphCounter>> counterOf) {
    new BoundTexts(draft, true, counterOf).addCounters(read);
  }

  private void addCounters(Function<String, Optional<BoundText>> read) {
    Map<String, List<Integer>> edgesByNode = new HashMap<>();
    for (int number = 0; number < draft.edges.size(); number++) {
      edgesByNode
          .computeIfAbsent(draft.edges.get(number).from(), node -> new ArrayList<>())
          .add(number);
    }
    for (int number = 0; number < draft.edges.size(); number++) {
      Edge edge = draft.edges.get(number);
      BoundText bound = read.apply(edge.condition()).filter(BoundText::isProof).orElse(null);
      if (bound != null && bound.isOnEdge()) {
        addCounter(number, bound);
      } else if (bound != null) {
        boundOther(number, bound, edgesByNode.getOrDefault(edge.from(), List.of()));
      }
    }
  }

  private void boundOther(int exit, BoundText bound, List<Integer> leaving) {
    if (leaving.size() != WAYS_OF_A_CHOICE) {
      return;
    }
    int number = leaving.get(0) == exit ? leaving.get(1) : leaving.get(0);
    Edge other = draft.edges.get(number);
    boolean isLast = isInOrder ? exit < number : OTHERWISE.matcher(other.condition()).matches();
    boolean isOtherwise =
        other.kind() == EdgeKind.DEFAULT || other.kind() == EdgeKind.ROUTED && isLast;
    if (isOtherwise && other.counter().isEmpty() && addCounter(number, bound)) {
      Edge bounded = draft.edges.get(number);
      if (bounded.kind() == EdgeKind.DEFAULT) {
        // once the counter is used up, the condition that compares it is true
        draft.edges.set(number, bounded.withKind(EdgeKind.CONDITIONAL));
        draft.edges.set(exit, draft.edges.get(exit).withKind(EdgeKind.DEFAULT));
      }
    }
  }

  /** Adds the bound's counter; a counter of that name with another maximum stays. */
  private boolean addCounter(int number, BoundText bound) {
    Edge edge = draft.edges.get(number);
    GraphCounter known = draft.counters.get(bound.counter());
    boolean isOther = known != null && known.max().orElse(-1) != bound.max();
    String name = isOther ? bound.counter() + " max " + bound.max() : bound.counter();
    Optional<GraphCounter> counter =
        edge.counter().isPresent() ? Optional.empty() : counterOf.apply(name, bound);
    counter.ifPresent(
        it -> {
          draft.counters.putIfAbsent(name, it);
          draft.edges.set(number, edge.withCounter(name));
        });
    return counter.isPresent();
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
