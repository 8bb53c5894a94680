package dev.eddyline.gate;

import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Standing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the state of a root task, and copies its block for other users. */
public final class RootStates {

  private RootStates() {}

  /** The initial state of a root of which only the block is known, if any. */
  public static Standing initialState(@Nullable RootHold block) {
    long epoch = block == null ? 0 : block.getEpoch();
    long resetAt = block == null ? Epochs.NO_RESET_TIME_MILLIS : block.getResetAt();
    List<Integer> partitions = block == null ? List.of() : block.getPartitions();
    return new Standing(
        0,
        List.of(),
        0,
        List.of(),
        epoch,
        resetAt,
        0L,
        Epochs.NO_RESET_TIME_MILLIS,
        block != null,
        List.of(),
        List.of(),
        List.of(),
        partitions,
        null);
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

  /**
   * A copy of a block that the caller may modify, including its gate.
   *
   * @param block the block, or null
   */
  public static @Nullable RootHold copy(@Nullable RootHold block) {
    return block == null
        ? null
        : new RootHold(
            block.getHold() instanceof OpenGate gate ? copy(gate) : block.getHold(),
            block.getEpoch(),
            block.getResetAt(),
            block.getPartitions(),
            block.getToldAt());
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
