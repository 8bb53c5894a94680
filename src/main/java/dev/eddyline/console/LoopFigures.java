package dev.eddyline.console;

import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;

/** Figures of the outputs that one scope covers. Not thread-safe. */
final class LoopFigures {

  private final Patterns patterns = new Patterns();
  private final LoopCosts costs = new LoopCosts();
  private final Totals totals = new Totals();
  private final long since;

  /** Figures of outputs from this time on, epoch milliseconds. */
  LoopFigures(long since) {
    this.since = since;
  }

  /** Adds an output. The gate is the one that it changes, or null. */
  void take(Told output, GateLine gate) {
    if (output.record() instanceof LoopVerdict verdict && output.isLoop()) {
      patterns.take(verdict, output.at());
      totals.loop(output, verdict, costs.more(verdict));
    } else if (output.record() instanceof LoopVerdict verdict && output.isFinding()) {
      totals.noLoop(output, verdict);
    } else if (output.record() instanceof GateTrigger change && gate != null) {
      totals.gate(output, change, gate);
    }
  }

  /** Start of the covered time, epoch milliseconds. */
  long since(long now) {
    return Math.max(since, Totals.since(now));
  }

  Patterns patterns() {
    return patterns;
  }

  Totals totals() {
    return totals;
  }
}
