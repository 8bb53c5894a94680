package dev.eddyline.graph.lint;

import java.util.List;

/**
 * The result of linting a graph.
 *
 * @param findings the findings, unbounded cycles first
 * @param incompleteChecks the incomplete checks: the work limit was reached, or the check failed;
 *     empty: all are complete
 */
public record LintResult(List<GraphFinding> findings, List<String> incompleteChecks) {

  /** Copies the lists. */
  public LintResult {
    findings = List.copyOf(findings);
    incompleteChecks = List.copyOf(incompleteChecks);
  }

  /** The result of a check that failed. */
  public static LintResult failed(Throwable fault) {
    String what = "anything: the check failed (%s), see its log";
    return new LintResult(List.of(), List.of(what.formatted(fault.getClass().getSimpleName())));
  }
}
