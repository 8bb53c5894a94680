package dev.eddyline.graph;

import java.util.Objects;

/**
 * What keeps an edge from being taken, by a counter that has, or has not, counted since its last
 * reset.
 *
 * @param kind which of the two
 * @param counter the counter's name
 */
public record Guard(Kind kind, String counter) {

  /** Which way a guard holds. */
  public enum Kind {
    /** The edge is taken only before anything was counted. */
    UNLESS,
    /** The edge is taken only after something was counted. */
    WHILE
  }

  /** A guard names its counter. */
  public Guard {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(counter, "counter");
  }

  @Override
  public String toString() {
    return (kind == Kind.UNLESS ? "unless " : "while ") + counter;
  }
}
