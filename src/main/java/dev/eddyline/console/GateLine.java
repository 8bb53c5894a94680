package dev.eddyline.console;

import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;

/** What the view knows of one gate; one thread at a time. */
final class GateLine {

  private GateTrigger told;
  private GateTrigger newest;
  private GateTrigger closing;
  private final long openedAt;

  /** A gate of which this is the first that is known. */
  GateLine(GateTrigger first) {
    told = first;
    newest = first;
    openedAt =
        (first.getState() == GateState.OPENED ? first.getDecidedAt() : first.getOpenedAt())
            .toEpochMilli();
    take(first);
  }

  /**
   * Follows a change of the gate. All of them come from one partition, in its order: clocks do not
   * matter. What is closed stays closed.
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

  /** The change that told text, evidence and cost: a closing or a reminder does not. */
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

  /** About how many characters it holds. */
  int size() {
    return Told.size(told) + Told.size(newest);
  }
}
