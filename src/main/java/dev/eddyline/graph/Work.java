package dev.eddyline.graph;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The work that a check may take, counted in edges looked at. When it is spent, what was not sought
 * is remembered, to be told.
 */
final class Work {

  /** Of an edge or a node that is numbered, copied or looked up by name, beside being looked at. */
  static final int HANDLED = 10;

  private final Set<String> notSought = new LinkedHashSet<>();
  private final long all;
  private long left;
  private long kept;

  Work(long edges) {
    all = edges;
    left = edges;
  }

  /** Keeps a part, of 1, of what is left for what comes later. */
  void keep(double part) {
    kept = (long) (part * left);
  }

  void spend(long edges) {
    left -= edges;
  }

  long spent() {
    return all - left;
  }

  /** Whether there is work left to seek something; else it is told that it was not sought. */
  boolean allows(String what) {
    boolean isLeft = left > kept;
    if (!isLeft) {
      notSought.add(what);
    }
    return isLeft;
  }

  /** What was not sought, or not to its end. */
  List<String> notSought() {
    return List.copyOf(notSought);
  }
}
