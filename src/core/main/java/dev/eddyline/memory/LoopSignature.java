package dev.eddyline.memory;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import dev.eddyline.text.Hash;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Computes the signature that identifies a loop across tasks. */
public final class LoopSignature {

  /** Loop types that a task or an agent has only once: such loops of a task share only the type. */
  private static final Set<LoopType> TYPES_WITH_ONE_LOOP_PER_TASK =
      EnumSet.of(
          LoopType.REGRESSIVE_PROGRESS,
          LoopType.NO_MEASURABLE_PROGRESS,
          LoopType.BUDGET_EXCEEDED,
          LoopType.ITERATION_LIMIT,
          LoopType.COMPLETED_TASK_REVISIT,
          LoopType.NO_PROGRESS_REPEAT,
          LoopType.UNPRODUCTIVE_STRETCH);

  private LoopSignature() {}

  /**
   * A stable hash of the loop's type or plugin detector and of what repeats. For loop types of a
   * whole task or agent, the loop's text is included.
   *
   * @param loopText the loop's text, redacted
   */
  public static String of(FoundLoop loop, String loopText) {
    String rule = loop.getRule() == null ? "" : loop.getRule();
    String type = loop.getLoopType().name();
    return TYPES_WITH_ONE_LOOP_PER_TASK.contains(loop.getLoopType())
        ? Hash.id("loop", type, rule, loop.getIdentity(), loopText.toLowerCase(Locale.ROOT))
        : Hash.id("loop", type, rule, loop.getIdentity());
  }

  /** Whether two loops below one root are the same, so that a tried remedy did not help. */
  static boolean isSame(LoopType type, String signature, LoopType other, String otherSignature) {
    return signature.equals(otherSignature)
        || type == other && TYPES_WITH_ONE_LOOP_PER_TASK.contains(type);
  }

  /**
   * The record key of a case. Only one partition writes a key, so that partitions never replace
   * each other's records.
   */
  public static String loopMemoryRecordKey(LoopMemory memory) {
    String remedyHash =
        Hash.id(memory.getKind().name(), memory.getRootTaskId(), memory.getEventId());
    return memory.getSignature() + "/" + remedyHash;
  }
}
