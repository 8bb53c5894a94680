package dev.eddyline.gate;

import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Standing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the standing of a root begins, and what others are given of what holds it. */
public final class Standings {

  private Standings() {}

  /** The standing of a root of which nothing is known but what holds it, if anything. */
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
   * What holds a root, as far as others need to know: without what may be learnt from its gate,
   * which then stands in one place only.
   *
   * @param hold null for nothing
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
   * What holds a root, for one who may change it: its gate is changed in place.
   *
   * @param hold null for nothing
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
