package dev.eddyline.graph;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A counter of a workflow's run, such as {@code retry_count}. Without a maximum it is a mark: it
 * bounds nothing, but guards can ask for it.
 *
 * @param name what edges and guards call it
 * @param max how often an edge that asks it is taken at most; empty: a mark
 * @param countedOn ways that count it when they are gone
 * @param countedBy nodes that count it when they run; where neither is told, it is counted on the
 *     edges that ask it
 * @param resetBy nodes that set it back to 0
 * @param misses nodes through which a way round was seen not to be stopped by it
 * @param effective what is known of whether it stops the ways round that ask it, whatever the graph
 *     says; empty: what the graph says
 */
public record Counter(
    String name,
    OptionalInt max,
    Set<Way> countedOn,
    Set<String> countedBy,
    Set<String> resetBy,
    Set<String> misses,
    Optional<Boolean> effective) {

  /** A maximum is not negative. */
  public Counter {
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

  /** A counter that is counted on the edges that ask it and never reset. */
  public static Counter of(String name, int max) {
    return new Counter(
        name, OptionalInt.of(max), Set.of(), Set.of(), Set.of(), Set.of(), Optional.empty());
  }

  /** A mark that is set on these ways, and taken off by these nodes. */
  public static Counter mark(String name, Set<Way> countedOn, Set<String> resetBy) {
    return new Counter(
        name, OptionalInt.empty(), countedOn, Set.of(), resetBy, Set.of(), Optional.empty());
  }

  /** Whether it is told where it is counted. */
  public boolean tellsWhere() {
    return !countedOn.isEmpty() || !countedBy.isEmpty();
  }

  /** The counter with another maximum. */
  public Counter withMax(int other) {
    return new Counter(
        name, OptionalInt.of(other), countedOn, countedBy, resetBy, misses, effective);
  }
}
