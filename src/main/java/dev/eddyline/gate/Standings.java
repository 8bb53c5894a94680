package dev.eddyline.gate;

import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Standing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the state of a root task, and copies its block for other users. */
public final class Standings {

  private Standings() {}

  /** The initial state of a root of which only the block is known, if any. */
  public static Standing blank(@Nullable RootHold hold) {
    long epoch = hold == null ? 0 : hold.getEpoch();
    long resetAt = hold == null ? Epochs.NEVER : hold.getResetAt();
    List<Integer> partitions = hold == null ? List.of() : hold.getPartitions();
    return new Standing(
        0,
        List.of(),
        0,
        List.of(),
        epoch,
        resetAt,
        0L,
        Epochs.NEVER,
        hold != null,
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
   * @param hold the block, or null
   */
  public static @Nullable Object told(@Nullable RootHold hold) {
    if (hold == null || !(hold.getHold() instanceof OpenGate gate)) {
      return hold == null ? null : hold.getHold();
    }
    OpenGate told = copy(gate);
    told.setLooped(null);
    return told;
  }

  /**
   * A copy of a block that the caller may modify, including its gate.
   *
   * @param hold the block, or null
   */
  public static @Nullable RootHold copy(@Nullable RootHold hold) {
    return hold == null
        ? null
        : new RootHold(
            hold.getHold() instanceof OpenGate gate ? copy(gate) : hold.getHold(),
            hold.getEpoch(),
            hold.getResetAt(),
            hold.getPartitions(),
            hold.getToldAt());
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
