package dev.eddyline.gate;

import dev.eddyline.policy.LoopKind;
import dev.eddyline.schema.FoundLoop;
import java.util.Comparator;
import java.util.List;

/** Which loop leads a verdict when one event trips several rules. */
final class Precedence {

  private static final Comparator<FoundLoop> LEADING_FIRST =
      Comparator.comparing((FoundLoop loop) -> loop.getWeight() == 0)
          .thenComparing(loop -> LoopKind.of(loop.getLoopType()));

  private Precedence() {}

  /** The loops, the leading one first; what counts stands before what is only reported. */
  static List<FoundLoop> sorted(List<FoundLoop> loops) {
    return loops.size() < 2 ? List.copyOf(loops) : loops.stream().sorted(LEADING_FIRST).toList();
  }
}
