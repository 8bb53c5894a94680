package dev.eddyline.graph;

import java.util.Objects;

/**
 * From one node straight to another, whichever of the edges between them is taken.
 *
 * @param from the node that is left
 * @param to the node that is entered; may be the same
 */
public record Way(String from, String to) {

  /** Both ends are known. */
  public Way {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
  }

  @Override
  public String toString() {
    return from + " → " + to;
  }
}
