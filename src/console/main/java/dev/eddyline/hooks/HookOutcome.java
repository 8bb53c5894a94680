package dev.eddyline.hooks;

/** How Eddyline handled a hook. */
public enum HookOutcome {
  /** Its events were published; a verdict that it waits for came. */
  ACCEPTED(true),
  /** A hook of the agent that causes no event. */
  IGNORED(true),
  /** The agent has no hook of this name. */
  UNKNOWN_HOOK(false),
  /** A result is missing: in this hook, or in all hooks of its session. */
  NO_RESULT(false),
  /** It could not be read, or its tool is unknown. */
  INVALID(false),
  /** The token is missing or wrong, or does not cover the task. */
  UNAUTHORIZED(false),
  /** It exceeded a limit: its size, its time, or the rate of its sender. */
  LIMITED(false),
  /** Its events were published, but no verdict came in time. */
  TIMEOUT(false),
  /** Its events were not published. */
  FAILED(false);

  private final boolean isEvaluated;

  HookOutcome(boolean isEvaluated) {
    this.isEvaluated = isEvaluated;
  }

  /** Whether the hook had its effect: without it, the guard sees less than the agent does. */
  public boolean isEvaluated() {
    return isEvaluated;
  }
}
