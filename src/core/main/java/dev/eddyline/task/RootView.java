package dev.eddyline.task;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Rejection;
import dev.eddyline.schema.RootHold;
import dev.eddyline.state.TaskState;
import java.util.Objects;
import java.util.Optional;

/**
 * A read-only view of a root task for lookups.
 *
 * @param loopCount loops since the last reset, as of the task's last event
 * @param leaderContext leader context of its last verdict; empty before the first one since the
 *     last reset
 * @param openGate its open gate, if any
 * @param rejection the decision that ended it, if any
 */
public record RootView(
    int loopCount,
    Optional<LeaderContext> leaderContext,
    Optional<OpenGate> openGate,
    Optional<Rejection> rejection) {

  public RootView {
    if (loopCount < 0) {
      throw new IllegalArgumentException("loopCount must be ≥ 0, was " + loopCount);
    }
    Objects.requireNonNull(leaderContext, "leaderContext");
    Objects.requireNonNull(openGate, "openGate");
    Objects.requireNonNull(rejection, "rejection");
  }

  /**
   * The view of a root from its stored state.
   *
   * @param state its state, empty if it is unknown or expired
   * @param block its block, which outlives its state
   */
  public static RootView fromStoredState(Optional<TaskState> state, Optional<RootHold> block) {
    Optional<Object> blockOrRejection = block.map(RootHold::getHold);
    return new RootView(
        state.map(TaskState::getStoredRoot).map(root -> root.getLoopCount()).orElse(0),
        state.map(TaskState::getLeaderContext),
        blockOrRejection.filter(OpenGate.class::isInstance).map(OpenGate.class::cast),
        blockOrRejection.filter(Rejection.class::isInstance).map(Rejection.class::cast));
  }

  /**
   * The stored state, unless it is expired. Only storage time is checked, since event time has no
   * current value.
   *
   * @param storageTime storage time, epoch milliseconds
   */
  public static Optional<TaskState> stateUnlessExpired(
      Optional<TaskState> stored, Policies policies, long storageTime) {
    return stored.filter(
        state -> {
          long limit =
              Tasks.remembered(state, it -> policies.policyForWorkflow(it.getWorkflow()))
                  .toMillis();
          return storageTime - state.getStoredAt() <= limit;
        });
  }
}
