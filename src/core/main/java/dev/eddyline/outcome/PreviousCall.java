package dev.eddyline.outcome;

/**
 * What is known of a call that was made before.
 *
 * @param agent hash of its agent
 * @param call hash of the call
 * @param result hash of its newest result; 0 before one
 * @param hasSucceeded whether it succeeded the last time
 * @param hasChanged whether its result once differed from the one before
 * @param hasFailed whether it failed, and its agent has done nothing since
 */
record PreviousCall(
    int agent, int call, int result, boolean hasSucceeded, boolean hasChanged, boolean hasFailed) {

  static PreviousCall none(OpenCall call) {
    return new PreviousCall(call.agent(), Long.hashCode(call.identity()), 0, false, false, false);
  }

  boolean isOf(OpenCall other) {
    return agent == other.agent() && call == Long.hashCode(other.identity());
  }

  PreviousCall after(Outcome outcome, int newResult) {
    return switch (outcome) {
      case FAILED, FAILED_AGAIN ->
          new PreviousCall(agent, call, newResult, false, hasChanged, true);
      case UNKNOWN, RUNNING, NOTHING ->
          new PreviousCall(agent, call, newResult, hasSucceeded, hasChanged, hasFailed);
      case KNOWN, DONE, NEW ->
          new PreviousCall(
              agent,
              call,
              newResult,
              true,
              hasChanged || hasSucceeded && result != newResult,
              false);
    };
  }

  PreviousCall afterWorkOf(int worker) {
    return agent == worker && hasFailed
        ? new PreviousCall(agent, call, result, hasSucceeded, hasChanged, false)
        : this;
  }
}
