package dev.eddyline.console.view;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;

/**
 * The parts of the newest verdict on a loop that pages show.
 *
 * @param decisionPosition position in the order of decisions
 */
public record LoopVerdictSummary(
    String taskId,
    String workflow,
    String loopId,
    LoopType loopType,
    Action action,
    Target target,
    String reason,
    OutputEntry.DecisionPosition decisionPosition) {

  /** The summary of a verdict, which has a loop id, at its position. */
  static LoopVerdictSummary of(LoopVerdict verdict, OutputEntry.DecisionPosition position) {
    return new LoopVerdictSummary(
        verdict.getTaskId(),
        verdict.getWorkflow(),
        verdict.getLoopId(),
        verdict.getLoopType(),
        verdict.getAction(),
        verdict.getTarget(),
        verdict.getReason(),
        position);
  }

  /** Its approximate size in characters. */
  int size() {
    return 200 + loopId.length() + reason.length();
  }
}
