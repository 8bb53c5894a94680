package dev.eddyline.memory;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import java.util.List;
import java.util.Objects;

/**
 * All that is remembered of the loops of one signature in one workflow.
 *
 * @param signature the signature
 * @param workflow the workflow, or null
 * @param loopType their type
 * @param what what looped, made ready to be compared
 * @param cases what was done about them, the case that was told longest ago first
 */
record KnownLoop(
    String signature,
    String workflow,
    LoopType loopType,
    LoopLikeness.Ready what,
    List<LoopMemory> cases) {

  KnownLoop {
    Objects.requireNonNull(signature, "signature");
    Objects.requireNonNull(loopType, "loopType");
    Objects.requireNonNull(what, "what");
    cases = List.copyOf(cases);
  }

  /** The case that was told last. */
  LoopMemory newest() {
    return cases.get(cases.size() - 1);
  }
}
