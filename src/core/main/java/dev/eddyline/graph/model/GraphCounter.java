package dev.eddyline.graph.model;

import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A counter of a workflow's run, such as {@code retry_count}. Without a maximum it bounds nothing,
 * but guards can check it.
 *
 * @param name its name in edges and guards
 * @param max how often an edge that checks it is taken at most; empty: no maximum
 * @param countedOn node pairs whose edges increment it
 * @param countedBy nodes that increment it when they run; where both are empty, the edges that
 *     check it increment it
 * @param resetBy nodes that reset it to 0
 * @param misses nodes whose cycles it was seen not to stop
 * @param effective whether it is known to stop the cycles that check it, whatever the graph says;
 *     empty: as the graph says
 */
public record GraphCounter(
    String name,
    OptionalInt max,
    Set<NodePair> countedOn,
    Set<String> countedBy,
    Set<String> resetBy,
    Set<String> misses,
    Optional<Boolean> effective) {

  /** Maximum of a bound whose number only the run knows, such as that of a timer. */
  public static final int UNKNOWN_MAX = Integer.MAX_VALUE - 1;

  /** Checks that the maximum is not negative. */
  public GraphCounter {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(effective, "effective");
    if (max.isPresent() && max.getAsInt() < 0) {
      throw new IllegalArgumentException("max: must be ≥ 0, was " + max.getAsInt());
    }
    countedOn = Set.copyOf(countedOn);
    countedBy = Set.copyOf(countedBy);
    resetBy = Set.copyOf(resetBy);
    misses = Set.copyOf(misses);
  }

  /** A counter that the edges that check it increment, and that is never reset. */
  public static GraphCounter of(String name, int max) {
    return resetBy(name, max, Set.of());
  }

  /** A counter that the edges that check it increment, and that these nodes reset. */
  public static GraphCounter resetBy(String name, int max, Set<String> nodes) {
    return new GraphCounter(
        name, OptionalInt.of(max), Set.of(), Set.of(), nodes, Set.of(), Optional.empty());
  }

  /** A counter without a maximum, with the node pairs that increment it and nodes that reset it. */
  public static GraphCounter withoutMax(String name, Set<NodePair> countedOn, Set<String> resetBy) {
    return new GraphCounter(
        name, OptionalInt.empty(), countedOn, Set.of(), resetBy, Set.of(), Optional.empty());
  }

  /** Whether it declares where it is incremented. */
  public boolean declaresWhereItCounts() {
    return !countedOn.isEmpty() || !countedBy.isEmpty();
  }

  /** How often taking an edge increments it. */
  public int incrementsOn(Edge edge) {
    if (!declaresWhereItCounts()) {
      return edge.counter().filter(name::equals).isPresent() ? 1 : 0;
    }
    return (countedOn.contains(edge.endpointPair()) ? 1 : 0)
        + (countedBy.contains(edge.to()) ? 1 : 0);
  }

  /** The counter with another name. */
  public GraphCounter withName(String other) {
    return new GraphCounter(other, max, countedOn, countedBy, resetBy, misses, effective);
  }

  /** The counter, which an edge increments too if another edge does. */
  public GraphCounter alsoCountedOn(NodePair added, NodePair other) {
    Set<NodePair> pairs = new HashSet<>(countedOn);
    if (countedOn.contains(other)) {
      pairs.add(added);
    }
    return new GraphCounter(name, max, pairs, countedBy, resetBy, misses, effective);
  }

  /** The counter with another maximum. */
  public GraphCounter withMax(int other) {
    return new GraphCounter(
        name, OptionalInt.of(other), countedOn, countedBy, resetBy, misses, effective);
  }
}
