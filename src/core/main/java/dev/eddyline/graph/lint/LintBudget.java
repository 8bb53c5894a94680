package dev.eddyline.graph.lint;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The work limit of each check, counted in visited nodes and edges. A check that reaches its limit
 * is incomplete.
 */
final class LintBudget {

  private static final long MAX_VISITS_PER_CHECK = 10_000_000;

  private final Map<String, Long> visitsByCheck = new HashMap<>();

  /** Counts visits of a check; false if its limit is reached. */
  boolean spend(String check, long visits) {
    return visitsByCheck.merge(check, visits, Long::sum) <= MAX_VISITS_PER_CHECK;
  }

  /** The checks that reached their limits. */
  List<String> incompleteChecks() {
    return visitsByCheck.entrySet().stream()
        .filter(check -> check.getValue() > MAX_VISITS_PER_CHECK)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }
}
