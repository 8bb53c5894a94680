package dev.eddyline.console;

import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;

/** What the view knows of one gate. Not thread-safe. */
final class GateLine {

  private GateTrigger told;
  private GateTrigger newest;
  private GateTrigger closing;
  private final long openedAt;

  /** Creates a gate from its first known change. */
  GateLine(GateTrigger first) {
    told = first;
    newest = first;
    openedAt =
        (first.getState() == GateState.OPENED ? first.getDecidedAt() : first.getOpenedAt())
            .toEpochMilli();
    take(first);
  }

  /**
   * Applies a change of the gate. All changes come from one partition in order, so clocks do not
   * matter. A closed gate stays closed.
   */
  void take(GateTrigger change) {
    if (closing != null) {
      return;
    }
    newest = change;
    if (change.getState() == GateState.CLOSED) {
      closing = change;
    } else if (!change.getEvidence().isEmpty()) {
      told = change;
    }
  }

  String gateId() {
    return newest.getGateId();
  }

  String rootTaskId() {
    return newest.getRootTaskId();
  }

  boolean isOpen() {
    return closing == null;
  }

  /** The newest change. */
  GateTrigger newest() {
    return newest;
  }

  /** The newest change with evidence. A closing or a reminder has no text, evidence and cost. */
  GateTrigger told() {
    return told;
  }

  /** The change that closed it, or null. */
  GateTrigger closing() {
    return closing;
  }

  /** Clock time of its opening; event time where the opening is not known. */
  long openedAt() {
    return openedAt;
  }

  /** Clock time of its closing, or null. */
  Long closedAt() {
    return closing == null ? null : (Long) closing.getDecidedAt().toEpochMilli();
  }

  /** Its approximate size in characters. */
  int size() {
    return Told.size(told) + Told.size(newest);
  }
}
