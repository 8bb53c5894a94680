package dev.eddyline.console.view;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;

/** Figures of the outputs that one scope covers. Not thread-safe. */
public final class LoopFigures {

  private final LoopPatterns patterns = new LoopPatterns();
  private final LoopCosts costs = new LoopCosts();
  private final HourlyTotals totals = new HourlyTotals();
  private final long coveredSinceMillis;

  /** Figures of outputs from this time on, epoch milliseconds. */
  LoopFigures(long coveredSinceMillis) {
    this.coveredSinceMillis = coveredSinceMillis;
  }

  /** Adds an output. The gate is the one that it changes, or null. */
  void addOutput(OutputEntry output, GateProjection gate) {
    if (output.record() instanceof LoopVerdict verdict && output.isLoop()) {
      Cost addedCost = costs.costSincePreviousVerdict(verdict);
      patterns.countLoop(verdict, output.at(), addedCost);
      totals.countLoop(output, verdict, addedCost);
    } else if (output.record() instanceof LoopVerdict verdict && output.isDetection()) {
      totals.countExternalFault(output, verdict);
    } else if (output.record() instanceof GateTrigger change && gate != null) {
      totals.countGate(output, change, gate);
    }
  }

  /** Start of the covered time, epoch milliseconds. */
  public long coveredSinceMillis(long now) {
    return Math.max(coveredSinceMillis, HourlyTotals.retentionStartMillis(now));
  }

  /** The patterns of loops. */
  public LoopPatterns patterns() {
    return patterns;
  }

  /** The sums of each hour. */
  public HourlyTotals totals() {
    return totals;
  }
}
