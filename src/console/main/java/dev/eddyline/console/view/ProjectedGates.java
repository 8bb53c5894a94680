package dev.eddyline.console.view;

import dev.eddyline.console.view.OutputProjection.PendingDecision;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The gates of a projection: all open ones, with the decisions that were published here, and the
 * newest closed ones. Not thread-safe.
 */
final class ProjectedGates {

  private static final int MAX_CLOSED = 5_000;

  private final ErasedTasks erased;
  private final long maxTotalClosedChars;
  private long closedChars;
  private final Map<String, GateProjection> open = new LinkedHashMap<>();
  private final Map<String, GateProjection> closed = new LinkedHashMap<>();
  private final Map<String, PendingDecision> pending = new HashMap<>();

  /**
   * Creates an empty collection.
   *
   * @param erased tasks whose closed gates are not stored
   * @param maxTotalClosedChars approximate maximum of characters of all closed gates
   */
  ProjectedGates(ErasedTasks erased, long maxTotalClosedChars) {
    this.erased = erased;
    this.maxTotalClosedChars = maxTotalClosedChars;
  }

  /** Applies a change of a gate to the gate and its root, and returns the gate. */
  GateProjection apply(OutputEntry output, GateTrigger change, TaskProjection root) {
    String gateId = change.getGateId();
    GateProjection gate = get(gateId);
    if (gate == null) {
      gate = new GateProjection(change, output.traceId());
    } else {
      gate.apply(change, output.traceId());
    }
    if (gate.isOpen()) {
      open.putIfAbsent(gateId, gate);
    } else {
      open.remove(gateId);
      pending.remove(gateId);
      close(gateId, gate);
    }
    root.gate(output, gate, change.getDecision() == Decision.REJECT);
    return gate;
  }

  private void close(String gateId, GateProjection gate) {
    if (erased.covers(gate) || closed.putIfAbsent(gateId, gate) != null) {
      return;
    }
    closedChars += gate.size();
    Iterator<GateProjection> oldest = closed.values().iterator();
    while (closed.size() > 1 && (closed.size() > MAX_CLOSED || closedChars > maxTotalClosedChars)) {
      closedChars -= oldest.next().size();
      oldest.remove();
    }
  }

  /** Removes the gates of erased tasks, except open gates of other roots. */
  void removeErased() {
    open.values().removeIf(gate -> erased.coversRoot(OutputEntry.of(gate.newestChange())));
    pending.keySet().retainAll(open.keySet());
    closed.values().removeIf(erased::covers);
    closedChars = closed.values().stream().mapToLong(GateProjection::size).sum();
  }

  /** Marks a decision about an open gate as published here. */
  void markDecisionPending(String gateId, PendingDecision decision) {
    if (open.containsKey(gateId)) {
      pending.put(gateId, decision);
    }
  }

  /** The pending decision of an open gate, or null. */
  PendingDecision pending(String gateId) {
    return pending.get(gateId);
  }

  /** Removes the mark of {@link #markDecisionPending}. */
  void clearPendingDecision(String gateId) {
    pending.remove(gateId);
  }

  /** The gate, or null. */
  GateProjection get(String gateId) {
    return open.getOrDefault(gateId, closed.get(gateId));
  }

  /** All open gates. */
  Collection<GateProjection> open() {
    return open.values();
  }

  /** The gates that were closed most recently. */
  Collection<GateProjection> closed() {
    return closed.values();
  }
}
