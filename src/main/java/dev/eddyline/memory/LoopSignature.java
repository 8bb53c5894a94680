package dev.eddyline.memory;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What loops are the same by, whichever the task. */
public final class LoopSignature {

  /** Of these a task has but one, whatever it says: what they have in common is only the type. */
  private static final Set<LoopType> OF_THE_TASK =
      EnumSet.of(
          LoopType.REGRESSIVE_PROGRESS,
          LoopType.NO_MEASURABLE_PROGRESS,
          LoopType.BUDGET_EXCEEDED,
          LoopType.ITERATION_LIMIT,
          LoopType.COMPLETED_TASK_REVISIT,
          LoopType.NO_PROGRESS_REPEAT);

  private LoopSignature() {}

  /**
   * A stable hash of the loop's type, or rule of one's own, and of what repeats; where that is the
   * task itself, of what looped.
   *
   * @param what what looped, redacted
   */
  public static String of(FoundLoop loop, String what) {
    String rule = loop.getRule() == null ? "" : loop.getRule();
    String type = loop.getLoopType().name();
    return OF_THE_TASK.contains(loop.getLoopType())
        ? Hash.id("loop", type, rule, loop.getIdentity(), what.toLowerCase(Locale.ROOT))
        : Hash.id("loop", type, rule, loop.getIdentity());
  }

  /** Whether two loops below one root are the same: that one came back which was tried to break. */
  static boolean isSame(LoopType type, String signature, LoopType other, String otherSignature) {
    return signature.equals(otherSignature) || type == other && OF_THE_TASK.contains(type);
  }

  /**
   * The key under which a case of it is published: one partition only ever writes it, so that no
   * record replaces what another said.
   */
  public static String key(LoopMemory memory) {
    String of = Hash.id(memory.getKind().name(), memory.getRootTaskId(), memory.getEventId());
    return memory.getSignature() + "/" + of;
  }
}
