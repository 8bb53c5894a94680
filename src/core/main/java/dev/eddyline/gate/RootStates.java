package dev.eddyline.gate;

import dev.eddyline.schema.Decision;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.PersonDecision;
import dev.eddyline.schema.Rejection;
import dev.eddyline.schema.RootHold;
import dev.eddyline.state.StoredRoot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the state of a root task, and copies its block for other users. */
public final class RootStates {

  private RootStates() {}

  /** The initial state of a root of which only the block is known, if any. */
  public static StoredRoot initialState(@Nullable RootHold block) {
    long epoch = block == null ? 0 : block.getEpoch();
    long resetAt = block == null ? Epochs.NO_RESET_TIME_MILLIS : block.getResetAt();
    List<Integer> partitions = block == null ? List.of() : block.getPartitions();
    StoredRoot state = new StoredRoot();
    state.setEpoch(epoch);
    state.setResetAt(resetAt);
    state.setBlocked(block != null);
    state.setPartitions(partitions);
    return state;
  }

  /** The decision that rejected the root, from its block, which outlives its state; or null. */
  public static @Nullable PersonDecision rejectionOf(@Nullable RootHold block) {
    return block != null && block.getHold() instanceof Rejection rejection
        ? new PersonDecision(
            rejection.getEventId(),
            Decision.REJECT,
            rejection.getGuidance(),
            rejection.getRejectedAt(),
            null)
        : null;
  }

  /**
   * The part of a block that subtasks need. It omits the loop that the loop memory learns from, so
   * that this data is stored in one place only.
   *
   * @param block the block, or null
   */
  public static @Nullable Object blockForSubtasks(@Nullable RootHold block) {
    if (block == null || !(block.getHold() instanceof OpenGate gate)) {
      return block == null ? null : block.getHold();
    }
    OpenGate copied = copy(gate);
    copied.setLooped(null);
    return copied;
  }

  private static OpenGate copy(OpenGate gate) {
    return new OpenGate(
        gate.getGateId(),
        gate.getTaskId(),
        gate.getWorkflow(),
        gate.getLoopType(),
        gate.getLoopId(),
        gate.getReason(),
        gate.getLoopCount(),
        gate.getAttempts(),
        gate.getOpenedAt(),
        gate.getRecurrenceOf(),
        gate.getAction(),
        gate.getTarget(),
        gate.getAgentId(),
        gate.getLoops(),
        gate.getLooped());
  }
}
