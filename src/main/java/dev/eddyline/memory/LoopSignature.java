package dev.eddyline.memory;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopMemory;

/** What loops are the same by, whichever the task. */
public final class LoopSignature {

  private LoopSignature() {}

  /** A stable hash of the loop's type, or rule of one's own, and of what repeats. */
  public static String of(FoundLoop loop) {
    String rule = loop.getRule() == null ? "" : loop.getRule();
    return Hash.id("loop", loop.getLoopType().name(), rule, loop.getIdentity());
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
