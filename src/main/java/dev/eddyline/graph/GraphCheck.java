package dev.eddyline.graph;

import java.util.List;

/**
 * What a check of a graph gave.
 *
 * @param findings what is wrong, endless ways round first
 * @param notSought what was not sought to its end because the work that a check may take was spent,
 *     or the check failed; empty: all was
 */
public record GraphCheck(List<GraphFinding> findings, List<String> notSought) {

  /** The lists are its own. */
  public GraphCheck {
    findings = List.copyOf(findings);
    notSought = List.copyOf(notSought);
  }

  /** A check that failed gave nothing. */
  static GraphCheck failed(Throwable fault) {
    String what = "anything: the check failed (%s), which its log tells";
    return new GraphCheck(List.of(), List.of(what.formatted(fault.getClass().getSimpleName())));
  }
}
