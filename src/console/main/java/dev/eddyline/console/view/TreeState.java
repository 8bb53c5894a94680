package dev.eddyline.console.view;

import dev.eddyline.gate.RootResets;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;

/**
 * What applies to the whole tree of a root task: its loop counter, its newest reset, completion and
 * decision, and its open gate. Not thread-safe.
 */
final class TreeState {

  private OutputEntry.DecisionPosition lastLoopCountPosition;
  private int loopCount;
  private OutputEntry.DecisionPosition lastVerdictPosition;
  private OutputEntry.DecisionPosition lastResetPosition;
  private boolean completed;
  private OutputEntry.DecisionPosition lastCompletionPosition;
  private OutputEntry.DecisionPosition lastDecisionPosition;
  private boolean rejected;
  private GateProjection gate;

  /** Applies an output of the tree to the loop counter. */
  void applyToLoopCounter(OutputEntry output) {
    boolean newer = output.decidedAtPosition().isAfter(lastLoopCountPosition);
    if (output.kind() == OutputEntry.OutputKind.VERDICT
        && output.decidedAtPosition().isAfter(lastVerdictPosition)) {
      lastVerdictPosition = output.decidedAtPosition();
    }
    if (output.record() instanceof LoopVerdict verdict && !verdict.getShadow() && newer) {
      lastLoopCountPosition = output.decidedAtPosition();
      loopCount = verdict.getLoopCount();
    } else if (output.record() instanceof LoopReset reset) {
      if (output.decidedAtPosition().isAfter(lastResetPosition)) {
        lastResetPosition = output.decidedAtPosition();
        completed = reset.getReason().equals(RootResets.COMPLETED);
        lastCompletionPosition = completed ? lastResetPosition : lastCompletionPosition;
      }
      if (newer) {
        lastLoopCountPosition = output.decidedAtPosition();
        loopCount = 0;
      }
      rejected =
          rejected
              && lastDecisionPosition != null
              && lastDecisionPosition.isAfter(output.decidedAtPosition());
    }
  }

  /** Applies a change of the root's gate. */
  void applyToGate(OutputEntry output, GateProjection changed, boolean rejects) {
    if (changed.isOpen()) {
      gate = changed;
      rejected = false;
    } else {
      gate = gate == changed ? null : gate;
      lastDecisionPosition = output.decidedAtPosition();
      rejected = rejects && lastDecisionPosition.isAfter(lastResetPosition);
    }
  }

  /**
   * Replaces all but the loop counter, which a scope sees of its own outputs only. A reset outside
   * of the scope sets that to 0, too.
   */
  void replaceAllButLoopCounter(TreeState complete) {
    gate = complete.gate;
    rejected = complete.rejected;
    lastDecisionPosition = complete.lastDecisionPosition;
    lastResetPosition = complete.lastResetPosition;
    lastVerdictPosition = complete.lastVerdictPosition;
    completed = complete.completed;
    lastCompletionPosition = complete.lastCompletionPosition;
    if (lastResetPosition != null && lastResetPosition.isAfter(lastLoopCountPosition)) {
      loopCount = 0;
    }
  }

  /** Whether the newest output is a completion; a reply to the completing event may follow it. */
  boolean isCompleted() {
    return completed
        && (lastVerdictPosition == null
            || lastVerdictPosition.isOfSameInput(lastResetPosition)
            || lastResetPosition.isAfter(lastVerdictPosition));
  }

  /** Whether the root has completed successfully after a decision. */
  boolean hasCompletedAfter(OutputEntry.DecisionPosition decision) {
    return lastCompletionPosition != null && lastCompletionPosition.isAfter(decision);
  }

  /** Whether a person rejected the task. */
  boolean isRejected() {
    return rejected;
  }

  /** The open gate, or null. */
  GateProjection gate() {
    return gate;
  }

  /** The loop counter. */
  int loopCount() {
    return loopCount;
  }

  /** The newest reset, or null. */
  OutputEntry.DecisionPosition lastResetPosition() {
    return lastResetPosition;
  }
}
