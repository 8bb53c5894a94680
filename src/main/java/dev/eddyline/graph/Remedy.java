package dev.eddyline.graph;

import java.util.Objects;

/**
 * A change of the graph that removes a finding.
 *
 * @param kind the kind of change
 * @param recommended whether it is the recommended remedy
 * @param change the change, in a sentence or two
 * @param price its disadvantages
 * @param graph the changed graph
 * @param isLinted whether the changed graph was linted again without the finding; otherwise the
 *     work limit was reached
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

  /** A remedy whose graph is not linted yet. */
  Remedy(RemedyKind kind, boolean recommended, String change, String price, WorkflowGraph graph) {
    this(kind, recommended, change, price, graph, false);
  }

  /** The remedy, marked as linted again without the finding. */
  Remedy linted() {
    return new Remedy(kind, recommended, change, price, graph, true);
  }

  /** The remedy, marked as recommended or not. */
  Remedy recommended(boolean isFirst) {
    return new Remedy(kind, isFirst, change, price, graph, isLinted);
  }
}
