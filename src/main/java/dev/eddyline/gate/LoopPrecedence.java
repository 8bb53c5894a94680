package dev.eddyline.gate;

import dev.eddyline.policy.LoopKind;
import dev.eddyline.schema.FoundLoop;
import java.util.Comparator;
import java.util.List;

/** Orders the loops of one event: the first one leads the verdict. */
final class LoopPrecedence {

  private static final Comparator<FoundLoop> LEADING_FIRST =
      Comparator.comparing((FoundLoop loop) -> loop.getWeight() == 0)
          .thenComparing(loop -> LoopKind.of(loop.getLoopType()));

  private LoopPrecedence() {}

  /** The loops, the leading one first; loops that count precede those that are only reported. */
  static List<FoundLoop> sortLeadingFirst(List<FoundLoop> loops) {
    return loops.size() < 2 ? List.copyOf(loops) : loops.stream().sorted(LEADING_FIRST).toList();
  }
}
