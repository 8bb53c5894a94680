package dev.eddyline.graph;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The work limit of a check, counted in visited edges. It records the checks that were incomplete
 * when the limit was reached.
 */
final class Work {

  /** Cost of numbering, copying or looking up an edge or a node, in visited edges. */
  static final int HANDLED = 10;

  private final Set<String> notSought = new LinkedHashSet<>();
  private final long all;
  private long left;
  private long kept;

  Work(long edges) {
    all = edges;
    left = edges;
  }

  /** Reserves a fraction, up to 1, of the remaining work for later checks. */
  void keep(double part) {
    kept = (long) (part * left);
  }

  void spend(long edges) {
    left -= edges;
  }

  long spent() {
    return all - left;
  }

  /** Whether there is work left for a check; otherwise records the check as incomplete. */
  boolean allows(String what) {
    boolean isLeft = left > kept;
    if (!isLeft) {
      notSought.add(what);
    }
    return isLeft;
  }

  /** The incomplete checks. */
  List<String> notSought() {
    return List.copyOf(notSought);
  }
}
