package dev.eddyline.graph.lint;

/** The kinds of lint findings. */
public enum FindingKind {
  /** A cycle that no counter bounds. */
  UNBOUNDED_CYCLE(
      "cycle with no bounded edge",
      "A run can repeat this cycle forever: no edge of it checks a counter with a maximum.",
      true),
  /** A cycle that resets its counter. */
  COUNTER_RESET(
      "counter reset inside its cycle",
      "The counter that should stop this cycle is reset in it, or on a detour from it.",
      true),
  /** A cycle that checks a counter that it does not increment, or that does not stop it. */
  COUNTER_NOT_COUNTED(
      "counter not counted in its cycle",
      "The counter that this cycle checks is not counted in it, or is known not to stop it.",
      true),
  /** A cycle whose counter stops it only after the recursion limit. */
  COUNTER_TOO_LATE(
      "counter stops too late for the recursion limit",
      "The counter stops this cycle only after the recursion limit has ended the run.",
      true),
  /** An expensive node that a retry runs again although nothing that it reads changed. */
  EXPENSIVE_RERUN(
      "expensive node run again on a retry",
      "A retry runs an expensive node again although nothing that it reads has changed.",
      false),
  /** Nodes from which no end can be reached. */
  NO_WAY_OUT(
      "no end can be reached",
      "From these nodes no end can be reached: a run that comes here never ends by itself.",
      true),
  /** A cycle that nothing bounds except the limit of its platform. */
  ONLY_RUN_LIMIT(
      "cycle that only the run's limit ends",
      "No counter bounds this cycle: only the limit that ends every run of its platform does.",
      false),
  /** A cycle in which a text looks like a bound, or a run waits in each round. */
  UNPROVEN_BOUND(
      "cycle whose bound is not proven",
      "A text looks like a bound of this cycle, or each round waits for a time, a message or a"
          + " person. The file does not say how many rounds there are at most.",
      false),
  /** Nodes that no run can reach. */
  UNREACHED(
      "nothing leads to the node",
      "No edge leads from the start to these nodes: edges are missing in the file, or they never"
          + " run.",
      false),
  /** A node all of whose edges have a condition, and none is the default. */
  NO_DEFAULT(
      "conditional edges with no default",
      "All edges of the node have a condition: when none holds, the run fails there.",
      false);

  private final String title;
  private final String description;
  private final boolean error;

  FindingKind(String title, String meaning, boolean error) {
    this.title = title;
    this.description = meaning;
    this.error = error;
  }

  /** A short title. */
  public String title() {
    return title;
  }

  /** A description in one sentence. */
  public String description() {
    return description;
  }

  /** Whether it can make a run fail; otherwise it only costs. */
  public boolean isError() {
    return error;
  }

  /** Whether the finding is a cycle; otherwise it is about single nodes. */
  public boolean isCycle() {
    return this != NO_DEFAULT && this != UNREACHED;
  }

  /** What is written between the names of its nodes. */
  public String separator() {
    return isCycle() ? " → " : ", ";
  }

  /** Whether nothing stops the cycle. */
  public boolean isUnboundedCycle() {
    return this == UNBOUNDED_CYCLE
        || this == COUNTER_RESET
        || this == COUNTER_NOT_COUNTED
        || this == ONLY_RUN_LIMIT
        || this == UNPROVEN_BOUND;
  }
}
