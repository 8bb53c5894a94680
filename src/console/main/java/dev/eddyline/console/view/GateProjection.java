package dev.eddyline.console.view;

import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import org.jspecify.annotations.Nullable;

/** What the view knows of one gate. Not thread-safe. */
public final class GateProjection {

  private GateTrigger newestChangeWithEvidence;
  private GateTrigger newestChange;
  private GateTrigger closingChange;
  private final long openedAt;
  private String cause;
  private String traceId;

  /** Creates a gate from its first known change, with its trace id or null. */
  GateProjection(GateTrigger first, @Nullable String traceId) {
    newestChangeWithEvidence = first;
    newestChange = first;
    cause = PatternKey.ofGate(first);
    openedAt = openedAt(first);
    apply(first, traceId);
  }

  /**
   * Applies a change of the gate. All changes come from one partition in order, so clocks do not
   * matter. A closed gate stays closed.
   *
   * @param changeTraceId trace id of the input that caused it, or null
   */
  void apply(GateTrigger change, @Nullable String changeTraceId) {
    if (closingChange != null) {
      return;
    }
    newestChange = change;
    if (change.getState() == GateState.CLOSED) {
      closingChange = change;
    } else if (!change.getEvidence().isEmpty()) {
      newestChangeWithEvidence = change;
      cause = PatternKey.ofGate(change);
      traceId = changeTraceId;
    }
  }

  /** Trace id of the event that caused the newest change with evidence, or null. */
  @Nullable
  public String traceId() {
    return traceId;
  }

  /** The gate's id. */
  public String gateId() {
    return newestChange.getGateId();
  }

  /** The id of the root task that it blocks. */
  public String rootTaskId() {
    return newestChange.getRootTaskId();
  }

  /** A key that is equal for gates with the same cause. */
  public String cause() {
    return cause;
  }

  /** Whether no change has closed it. */
  public boolean isOpen() {
    return closingChange == null;
  }

  /** The newest change. */
  public GateTrigger newestChange() {
    return newestChange;
  }

  /** The newest change with evidence. A closing or a reminder has no text, evidence and cost. */
  public GateTrigger newestChangeWithEvidence() {
    return newestChangeWithEvidence;
  }

  /** The change that closed it, or null. */
  public GateTrigger closingChange() {
    return closingChange;
  }

  /** Clock time of its opening; event time where the opening is not known. */
  public long openedAt() {
    return openedAt;
  }

  /** The same, as far as one change says it. */
  static long openedAt(GateTrigger change) {
    return (change.getState() == GateState.OPENED ? change.getDecidedAt() : change.getOpenedAt())
        .toEpochMilli();
  }

  /** Clock time of its closing, or null. */
  public Long closedAt() {
    return closingChange == null ? null : (Long) closingChange.getDecidedAt().toEpochMilli();
  }

  /** Its approximate size in characters. */
  int size() {
    return OutputEntry.size(newestChangeWithEvidence) + OutputEntry.size(newestChange);
  }
}
