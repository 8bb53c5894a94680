package dev.eddyline.graph;

import java.util.Objects;

/**
 * A change of the graph that cures a finding.
 *
 * @param kind how
 * @param recommended whether it is the one to take first
 * @param change what is changed, in a sentence or two
 * @param price what that costs
 * @param graph the graph, changed
 */
public record Remedy(
    RemedyKind kind, boolean recommended, String change, String price, WorkflowGraph graph) {

  /** Nothing is null. */
  public Remedy {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(change, "change");
    Objects.requireNonNull(price, "price");
    Objects.requireNonNull(graph, "graph");
  }
}
