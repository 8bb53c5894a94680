package dev.eddyline.graph.lint;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The work limit of a check, counted in visited edges. It records the checks that were incomplete
 * when the limit was reached.
 */
final class LintBudget {

  /** Cost of numbering, copying or looking up an edge or a node, in visited edges. */
  static final int COST_PER_ELEMENT = 10;

  private final Set<String> incompleteChecks = new LinkedHashSet<>();
  private final long totalEdgeVisits;
  private long remainingEdgeVisits;
  private long reservedEdgeTraversals;

  LintBudget(long edges) {
    totalEdgeVisits = edges;
    remainingEdgeVisits = edges;
  }

  /** Reserves a fraction, up to 1, of the remaining work for later checks. */
  void reserveForLaterChecks(double fraction) {
    reservedEdgeTraversals = (long) (fraction * remainingEdgeVisits);
  }

  void spend(long edges) {
    remainingEdgeVisits -= edges;
  }

  long spent() {
    return totalEdgeVisits - remainingEdgeVisits;
  }

  /** Whether there is work left for a check; otherwise records the check as incomplete. */
  boolean hasWorkLeftForCheck(String check) {
    boolean isLeft = remainingEdgeVisits > reservedEdgeTraversals;
    if (!isLeft) {
      incompleteChecks.add(check);
    }
    return isLeft;
  }

  /** The incomplete checks. */
  List<String> incompleteChecks() {
    return List.copyOf(incompleteChecks);
  }
}
