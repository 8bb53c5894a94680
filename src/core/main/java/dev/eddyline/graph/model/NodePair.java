package dev.eddyline.graph.model;

import java.util.Objects;

/**
 * Two nodes with at least one edge from the first to the second.
 *
 * @param from the node that is left
 * @param to the node that is entered; may be the same
 */
public record NodePair(String from, String to) {

  /** Checks that nothing is null. */
  public NodePair {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
  }

  @Override
  public String toString() {
    return from + " → " + to;
  }
}
