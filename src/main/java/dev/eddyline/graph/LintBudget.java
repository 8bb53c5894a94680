package dev.eddyline.graph;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The work limit of a check, counted in visited edges. It records the checks that were incomplete
 * when the limit was reached.
 */
final class LintBudget {

  /** Cost of numbering, copying or looking up an edge or a node, in visited edges. */
  static final int ELEMENT_COST = 10;

  private final Set<String> incompleteChecks = new LinkedHashSet<>();
  private final long total;
  private long remaining;
  private long reserved;

  LintBudget(long edges) {
    total = edges;
    remaining = edges;
  }

  /** Reserves a fraction, up to 1, of the remaining work for later checks. */
  void reserve(double fraction) {
    reserved = (long) (fraction * remaining);
  }

  void spend(long edges) {
    remaining -= edges;
  }

  long spent() {
    return total - remaining;
  }

  /** Whether there is work left for a check; otherwise records the check as incomplete. */
  boolean allowsCheck(String check) {
    boolean isLeft = remaining > reserved;
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
