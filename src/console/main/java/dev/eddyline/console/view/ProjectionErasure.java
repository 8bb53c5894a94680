package dev.eddyline.console.view;

import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Removes erased tasks from the outputs, gates and tasks of a projection. Not thread-safe. */
final class ProjectionErasure {

  private final ErasedTasks erased;
  private final List<OutputBuffer> buffers;
  private final ProjectedGates gates;
  private final ProjectedTasks tasks;

  /**
   * Creates the erasure of a projection.
   *
   * @param erased receives the tasks that are erased
   */
  ProjectionErasure(
      ErasedTasks erased, List<OutputBuffer> buffers, ProjectedGates gates, ProjectedTasks tasks) {
    this.erased = erased;
    this.buffers = buffers;
    this.gates = gates;
    this.tasks = tasks;
  }

  /** Whether the task or root task of an output was erased after it. */
  boolean covers(OutputEntry output) {
    return erased.covers(
        output,
        output.record() instanceof GateTrigger change ? gates.get(change.getGateId()) : null);
  }

  /**
   * Removes all outputs of an erased task up to its erasure. The trees that contained it are built
   * again from the outputs that remain.
   *
   * @return whether outputs were removed
   */
  boolean apply(OutputEntry erasure) {
    if (!erased.add(erasure)) {
      return false;
    }
    List<OutputEntry> removed = new ArrayList<>();
    buffers.forEach(buffer -> removed.addAll(buffer.removeAll(this::covers)));
    // last: the gates know the clock time at which they were opened
    gates.removeErased();
    Set<String> roots = new HashSet<>(Set.of(erasure.rootTaskId()));
    removed.forEach(output -> roots.add(output.rootTaskId()));
    TaskProjection known = tasks.get(erasure.rootTaskId());
    if (known != null) {
      roots.add(known.root().taskId());
    }
    rebuildTasks(roots);
    return !removed.isEmpty();
  }

  private void rebuildTasks(Set<String> roots) {
    if (!tasks.removeTrees(roots)) {
      return;
    }
    SortedSet<OutputEntry> remaining = new TreeSet<>();
    for (OutputBuffer buffer : buffers) {
      for (OutputEntry output : buffer.newestFirst()) {
        if (roots.contains(output.rootTaskId())) {
          remaining.add(output);
        }
      }
    }
    for (OutputEntry output : remaining) {
      TaskProjection root = tasks.applyOutput(output);
      if (output.record() instanceof GateTrigger change && gates.get(change.getGateId()) != null) {
        root.gate(output, gates.get(change.getGateId()), change.getDecision() == Decision.REJECT);
      }
    }
    for (GateProjection gate : gates.open()) {
      if (roots.contains(gate.rootTaskId())) {
        tasks
            .getOrCreateAndMarkAsNewest(gate.rootTaskId())
            .gate(OutputEntry.of(gate.newestChange()), gate, false);
      }
    }
  }
}
