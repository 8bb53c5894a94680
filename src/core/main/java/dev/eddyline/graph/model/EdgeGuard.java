package dev.eddyline.graph.model;

import java.util.Objects;

/**
 * A condition of an edge: a counter was, or was not, incremented since its last reset.
 *
 * @param kind which of the two
 * @param counter the counter's name
 */
public record EdgeGuard(GuardKind kind, String counter) {

  /** The two conditions. */
  public enum GuardKind {
    /** The edge is taken only while the counter is 0. */
    UNLESS,
    /** The edge is taken only while the counter is above 0. */
    WHILE
  }

  /** Checks that nothing is null. */
  public EdgeGuard {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(counter, "counter");
  }

  @Override
  public String toString() {
    return (kind == GuardKind.UNLESS ? "unless " : "while ") + counter;
  }
}
