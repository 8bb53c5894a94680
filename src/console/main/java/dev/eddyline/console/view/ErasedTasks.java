package dev.eddyline.console.view;

import dev.eddyline.gate.RootResets;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.text.Hash;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that {@code eddyline forget} has erased, as hashes of their ids. Older outputs of them
 * may be read later, as the topics are not read in one order. Not thread-safe.
 */
final class ErasedTasks {

  private final Map<Long, Long> erasedAtByTaskHash = new HashMap<>();

  /** Whether an output publishes the erasure of its root task. */
  static boolean isErasure(OutputEntry output) {
    return output.record() instanceof GateTrigger change && RootResets.isErasure(change);
  }

  /** Adds a published erasure; false if it or a newer one is known. */
  boolean add(OutputEntry erasure) {
    long key = Hash.of(erasure.rootTaskId());
    boolean isNew = erasure.at() > erasedAtByTaskHash.getOrDefault(key, Long.MIN_VALUE);
    if (isNew) {
      erasedAtByTaskHash.put(key, erasure.at());
    }
    return isNew;
  }

  /** Whether the output's root task was erased after it. */
  boolean coversRoot(OutputEntry output) {
    return isErasedSince(output.rootTaskId(), output.at());
  }

  /**
   * Whether the output's task or root task was erased after it, by clock time. The erasure of a
   * root closes its gate. The gate that a subtask opened stays open, so its opening counts: later
   * changes contain the same texts.
   *
   * @param gate the gate that the output changes; null if it is not known, or for another output
   */
  boolean covers(OutputEntry output, @Nullable GateProjection gate) {
    if (output.taskId().equals(output.rootTaskId())) {
      return coversRoot(output);
    }
    long since = output.at();
    if (output.record() instanceof GateTrigger change) {
      since = gate == null ? GateProjection.openedAt(change) : gate.openedAt();
    }
    return coversRoot(output) || isErasedSince(output.taskId(), since);
  }

  /** Whether a gate contains texts of a task that was erased after its opening. */
  boolean covers(GateProjection gate) {
    return covers(OutputEntry.of(gate.newestChange()), gate)
        || covers(OutputEntry.of(gate.newestChangeWithEvidence()), gate);
  }

  /** Whether a task was erased at this time, epoch milliseconds, or later. */
  boolean isErasedSince(String taskId, long at) {
    return erasedAtByTaskHash.getOrDefault(Hash.of(taskId), Long.MIN_VALUE) >= at;
  }
}
