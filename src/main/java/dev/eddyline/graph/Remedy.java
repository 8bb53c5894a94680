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
 * @param isLinted whether the changed graph was linted again and is free of the finding; else there
 *     was no work left for it
 */
public record Remedy(
    RemedyKind kind,
    boolean recommended,
    String change,
    String price,
    WorkflowGraph graph,
    boolean isLinted) {

  /** Nothing is null. */
  public Remedy {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(change, "change");
    Objects.requireNonNull(price, "price");
    Objects.requireNonNull(graph, "graph");
  }

  /** A remedy whose graph was not linted yet. */
  Remedy(RemedyKind kind, boolean recommended, String change, String price, WorkflowGraph graph) {
    this(kind, recommended, change, price, graph, false);
  }

  /** The remedy, its graph linted again and free of the finding. */
  Remedy linted() {
    return new Remedy(kind, recommended, change, price, graph, true);
  }

  /** The remedy, as the one to take first or not. */
  Remedy recommended(boolean isFirst) {
    return new Remedy(kind, isFirst, change, price, graph, isLinted);
  }
}
