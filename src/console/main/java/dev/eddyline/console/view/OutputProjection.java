package dev.eddyline.console.view;

import dev.eddyline.access.TaskScope;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The state that the console derives from the outputs. Its size is bounded, except for open gates
 * and the hashes of erased tasks. Only one thread at a time may update it, without concurrent
 * readers.
 */
public final class OutputProjection {

  /** Maximum of stored outputs, and of their characters. */
  static final int MAX_OUTPUTS = 20_000;

  private static final long MAX_TOTAL_OUTPUT_CHARS = 64_000_000;

  /** Maximum of stored replies without a detection, which agents request before each step. */
  private static final int MAX_OK_REPLIES = 2_000;

  private static final long MAX_TOTAL_OK_REPLY_CHARS = 4_000_000;

  /** Approximate maximum of stored tasks. */
  static final int MAX_TASKS = 20_000;

  private static final long MAX_TOTAL_TASK_CHARS = 32_000_000;

  /** Maximum of scopes with cached figures. */
  static final int MAX_CACHED_SCOPES = 256;

  private static final long MAX_TOTAL_CLOSED_GATE_CHARS = 16_000_000;

  private final OutputBuffer outputs =
      new OutputBuffer(MAX_OUTPUTS, MAX_TOTAL_OUTPUT_CHARS, this::removeEvictedOutput);
  private final OutputBuffer okReplies =
      new OutputBuffer(MAX_OK_REPLIES, MAX_TOTAL_OK_REPLY_CHARS, it -> {});
  private boolean hasEvictedOutputs;
  private final ErasedTasks erased = new ErasedTasks();
  private final ProjectedTasks tasks;
  private final ProjectedGates gates;
  private final ProjectionErasure erasure;
  private LoopFigures figures = new LoopFigures(0);
  private final Map<TaskScope, ScopedFigures> figuresByScope = new LinkedHashMap<>(16, 0.75f, true);

  /** The figures of a scope; null until they are counted. Guarded by its own lock. */
  private static final class ScopedFigures {
    private LoopFigures figures;
  }

  /**
   * A decision that was published here and has not taken effect yet.
   *
   * @param at clock time, epoch milliseconds
   * @param attempt earlier decisions of this gate that had no effect
   */
  public record PendingDecision(Decision decision, String by, long at, int attempt) {}

  OutputProjection() {
    this(MAX_TASKS, MAX_TOTAL_TASK_CHARS, MAX_TOTAL_CLOSED_GATE_CHARS);
  }

  /**
   * Creates a projection with other limits.
   *
   * @param maxTotalTaskChars approximate maximum of characters of all tasks
   * @param maxTotalClosedGateChars approximate maximum of characters of all closed gates
   */
  OutputProjection(int maxTasks, long maxTotalTaskChars, long maxTotalClosedGateChars) {
    tasks = new ProjectedTasks(maxTasks, maxTotalTaskChars);
    gates = new ProjectedGates(erased, maxTotalClosedGateChars);
    erasure = new ProjectionErasure(erased, List.of(outputs, okReplies), gates, tasks);
  }

  /** Applies an output; false for a duplicate, an erasure and an output of an erased task. */
  boolean applyOutput(OutputEntry output) {
    if (ErasedTasks.isErasure(output)) {
      if (erasure.apply(output)) {
        figures = computeFiguresOfScope(TaskScope.ALL);
        figuresByScope.clear();
      }
      return false;
    }
    if (isErased(output)) {
      applyToGateOfOtherRoot(output);
      return false;
    }
    if (!(output.isReplyWithoutDetection() ? okReplies : outputs).add(output)) {
      return false;
    }
    TaskProjection root = tasks.applyOutput(output);
    GateProjection gate =
        output.record() instanceof GateTrigger change ? gates.apply(output, change, root) : null;
    figures.addOutput(output, gate);
    figuresByScope.forEach(
        (scope, scopedFigures) -> {
          if (scopedFigures.figures != null && isCovered(output, scope)) {
            scopedFigures.figures.addOutput(output, gate);
          }
        });
    tasks.evictOverLimit();
    return true;
  }

  /** A gate that an erased subtask opened still blocks its root, until it is closed. */
  private void applyToGateOfOtherRoot(OutputEntry output) {
    if (output.record() instanceof GateTrigger change && !erased.coversRoot(output)) {
      gates.apply(output, change, tasks.getOrCreateAndMarkAsNewest(output.rootTaskId()));
    }
  }

  private void removeEvictedOutput(OutputEntry oldest) {
    hasEvictedOutputs = true;
    tasks.removeEvicted(oldest);
  }

  /** Whether the task or root task of an output was erased after it. */
  public boolean isErased(OutputEntry output) {
    return erasure.covers(output);
  }

  /** Whether a task was erased at this time, epoch milliseconds, or later. */
  public boolean isErasedSince(String taskId, long at) {
    return erased.isErasedSince(taskId, at);
  }

  /** Marks a decision as published here. */
  public void markDecisionPending(String gateId, PendingDecision decision) {
    gates.markDecisionPending(gateId, decision);
  }

  /** The pending decision of an open gate, or null. */
  public PendingDecision pending(String gateId) {
    return gates.pending(gateId);
  }

  /** Removes the mark of {@link #markDecisionPending}: the decision was not published. */
  public void clearPendingDecision(String gateId) {
    gates.clearPendingDecision(gateId);
  }

  /** Detections, gates and resets, newest first. */
  public Iterable<OutputEntry> outputs() {
    return outputs.newestFirst();
  }

  /** The verdict with this id, or null. */
  public OutputEntry verdict(String id) {
    OutputEntry found = outputs.get(id) == null ? okReplies.get(id) : outputs.get(id);
    return found != null && found.kind() == OutputEntry.OutputKind.VERDICT ? found : null;
  }

  /** All verdicts, in no order. */
  public List<OutputEntry> verdicts() {
    List<OutputEntry> all = new ArrayList<>(outputs.size() + okReplies.size());
    outputs
        .newestFirst()
        .forEach(
            it -> {
              if (it.kind() == OutputEntry.OutputKind.VERDICT) {
                all.add(it);
              }
            });
    okReplies.newestFirst().forEach(all::add);
    return all;
  }

  /** The task, or null. */
  public TaskProjection task(String taskId) {
    return tasks.get(taskId);
  }

  /** All tasks. */
  Collection<TaskProjection> tasks() {
    return tasks.all();
  }

  /** The gate, or null. */
  public GateProjection gate(String gateId) {
    return gates.get(gateId);
  }

  /** All open gates. */
  public Collection<GateProjection> openGates() {
    return gates.open();
  }

  /** The gates that were closed most recently. */
  public Collection<GateProjection> closedGates() {
    return gates.closed();
  }

  /** Whether a scope covers an output. A reset has no workflow: its task's is used. */
  public boolean isCovered(OutputEntry output, TaskScope scope) {
    if (scope.isAll()) {
      return true;
    }
    if (output.record() instanceof GateTrigger change) {
      GateProjection gate = gate(change.getGateId());
      return isCovered(change, scope) && (gate == null || isCovered(gate, scope));
    }
    return scope.covers(output.taskId(), tasks.workflow(output));
  }

  /** Whether a scope covers a gate: both the looping task and the blocked root. */
  public boolean isCovered(GateProjection gate, TaskScope scope) {
    return isCovered(gate.newestChangeWithEvidence(), scope);
  }

  private static boolean isCovered(GateTrigger gate, TaskScope scope) {
    return scope.covers(gate.getTaskId(), gate.getWorkflow())
        && scope.coversId(gate.getRootTaskId());
  }

  /** The figures of all outputs. */
  public LoopFigures figures() {
    return figures;
  }

  /**
   * The figures of what a scope covers, at first computed from the stored outputs. That takes long,
   * so different scopes are counted concurrently.
   */
  public LoopFigures figures(TaskScope scope) {
    if (scope.isAll()) {
      return figures;
    }
    ScopedFigures scopedFigures;
    synchronized (figuresByScope) {
      scopedFigures = figuresByScope.computeIfAbsent(scope, it -> new ScopedFigures());
      if (figuresByScope.size() > MAX_CACHED_SCOPES) {
        figuresByScope.remove(figuresByScope.keySet().iterator().next());
      }
    }
    synchronized (scopedFigures) {
      if (scopedFigures.figures == null) {
        scopedFigures.figures = computeFiguresOfScope(scope);
      }
      return scopedFigures.figures;
    }
  }

  private LoopFigures computeFiguresOfScope(TaskScope scope) {
    List<OutputEntry> newestFirst = outputs.newest(MAX_OUTPUTS);
    boolean isPartial = hasEvictedOutputs && !newestFirst.isEmpty();
    LoopFigures scopedFigures =
        new LoopFigures(isPartial ? newestFirst.get(newestFirst.size() - 1).at() : 0);
    for (int i = newestFirst.size() - 1; i >= 0; i--) {
      OutputEntry output = newestFirst.get(i);
      if (isCovered(output, scope)) {
        scopedFigures.addOutput(
            output, output.record() instanceof GateTrigger it ? gate(it.getGateId()) : null);
      }
    }
    return scopedFigures;
  }
}
