package dev.eddyline.graph;

/** What can be wrong with a workflow's graph. */
public enum FindingKind {
  /** A way round that no counter bounds. */
  UNBOUNDED_CYCLE("cycle with no bounded edge", true),
  /** A way round whose counter is set back on it. */
  COUNTER_RESET("counter reset inside its cycle", true),
  /** A way round that asks a counter which is not counted on it, or does not stop it. */
  COUNTER_NOT_COUNTED("counter not counted on the way round", true),
  /** A way round whose counter stops it only after the recursion limit. */
  COUNTER_TOO_LATE("counter stops too late for the recursion limit", true),
  /** An expensive node that a retry runs again though nothing that it reads changed. */
  EXPENSIVE_RERUN("expensive node run again on a retry", false),
  /** Nodes from which no end can be reached. */
  NO_WAY_OUT("no end can be reached", true),
  /** A node all of whose edges have a condition, and none is the default. */
  NO_DEFAULT("conditional edges with no default", false);

  private final String title;
  private final boolean error;

  FindingKind(String title, boolean error) {
    this.title = title;
    this.error = error;
  }

  /** The kind in a few words. */
  public String title() {
    return title;
  }

  /** Whether a run can break on it; else it only costs. */
  public boolean isError() {
    return error;
  }

  /** Whether it is of a way round that nothing stops. */
  public boolean isEndless() {
    return this == UNBOUNDED_CYCLE || this == COUNTER_RESET || this == COUNTER_NOT_COUNTED;
  }
}
