package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.WorkflowGraph;
import java.util.Objects;

/**
 * A change of the graph that removes a finding.
 *
 * @param kind the kind of change
 * @param recommended whether it is the recommended remedy
 * @param description the change, in a sentence or two
 * @param price its disadvantages
 * @param graph the changed graph
 * @param isLinted whether the changed graph was linted again without the finding; otherwise the
 *     work limit was reached
 */
public record LintRemedy(
    LintRemedyKind kind,
    boolean recommended,
    String description,
    String price,
    WorkflowGraph graph,
    boolean isLinted) {

  /** Nothing is null. */
  public LintRemedy {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(price, "price");
    Objects.requireNonNull(graph, "graph");
  }

  /** A remedy whose graph is not linted yet. */
  LintRemedy(
      LintRemedyKind kind, boolean recommended, String change, String price, WorkflowGraph graph) {
    this(kind, recommended, change, price, graph, false);
  }

  /** The remedy, marked as linted again without the finding. */
  LintRemedy markedAsLinted() {
    return new LintRemedy(kind, recommended, description, price, graph, true);
  }

  /** The remedy, marked as recommended or not. */
  LintRemedy recommended(boolean isFirst) {
    return new LintRemedy(kind, isFirst, description, price, graph, isLinted);
  }
}
