package dev.eddyline.graph;

import java.util.List;

/**
 * The result of linting a graph.
 *
 * @param findings the findings, unbounded cycles first
 * @param notSought the incomplete checks: the work limit was reached, or the check failed; empty:
 *     all are complete
 */
public record GraphCheck(List<GraphFinding> findings, List<String> notSought) {

  /** Copies the lists. */
  public GraphCheck {
    findings = List.copyOf(findings);
    notSought = List.copyOf(notSought);
  }

  /** The result of a check that failed. */
  static GraphCheck failed(Throwable fault) {
    String what = "anything: the check failed (%s), see its log";
    return new GraphCheck(List.of(), List.of(what.formatted(fault.getClass().getSimpleName())));
  }
}
