package dev.eddyline.graph;

/** What can be wrong with a workflow's graph. */
public enum FindingKind {
  /** A way round that no counter bounds. */
  UNBOUNDED_CYCLE(
      "cycle with no bounded edge",
      "A run can go round here for ever: no edge on the way round asks a counter with a maximum.",
      true),
  /** A way round whose counter is set back on it. */
  COUNTER_RESET(
      "counter reset inside its cycle",
      "The counter that should stop this way round is set back to 0 on it, or on a detour of it.",
      true),
  /** A way round that asks a counter which is not counted on it, or does not stop it. */
  COUNTER_NOT_COUNTED(
      "counter not counted on the way round",
      "The counter that is asked on this way round is not counted on it, or is known not to stop it.",
      true),
  /** A way round whose counter stops it only after the recursion limit. */
  COUNTER_TOO_LATE(
      "counter stops too late for the recursion limit",
      "The counter stops this way round only after the recursion limit has broken the run off.",
      true),
  /** An expensive node that a retry runs again though nothing that it reads changed. */
  EXPENSIVE_RERUN(
      "expensive node run again on a retry",
      "A retry runs an expensive node again although nothing that it reads was written anew.",
      false),
  /** Nodes from which no end can be reached. */
  NO_WAY_OUT(
      "no end can be reached",
      "From these nodes no end can be reached: a run that comes here never ends by itself.",
      true),
  /** A node all of whose edges have a condition, and none is the default. */
  NO_DEFAULT(
      "conditional edges with no default",
      "All edges of the node have a condition: when none holds, the run breaks off there.",
      false);

  private final String title;
  private final String meaning;
  private final boolean error;

  FindingKind(String title, String meaning, boolean error) {
    this.title = title;
    this.meaning = meaning;
    this.error = error;
  }

  /** The kind in a few words. */
  public String title() {
    return title;
  }

  /** What is wrong, in a sentence. */
  public String meaning() {
    return meaning;
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
