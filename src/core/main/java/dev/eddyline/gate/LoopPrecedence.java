package dev.eddyline.gate;

import dev.eddyline.policy.Precedence;
import dev.eddyline.schema.FoundLoop;
import java.util.Comparator;
import java.util.List;

/** Orders the loops of one event: the first one leads the verdict. */
final class LoopPrecedence {

  private LoopPrecedence() {}

  /** The loops, the leading one first; loops that count precede those that are only reported. */
  static List<FoundLoop> sortLeadingFirst(List<FoundLoop> loops, Precedence precedence) {
    return loops.size() < 2
        ? List.copyOf(loops)
        : loops.stream()
            .sorted(
                Comparator.comparing((FoundLoop loop) -> loop.getWeight() == 0)
                    .thenComparingInt(loop -> precedence.rank(loop.getLoopType())))
            .toList();
  }
}
