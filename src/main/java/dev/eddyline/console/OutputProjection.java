package dev.eddyline.console;

import dev.eddyline.access.TaskScope;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The state that the console derives from the outputs. Its size is bounded, except for open gates
 * and the hashes of erased tasks. Only one thread at a time may update it, without concurrent
 * readers.
 */
final class OutputProjection {

  /** Maximum of stored outputs, and of their characters. */
  static final int MAX_OUTPUTS = 20_000;

  private static final long MAX_TOTAL_OUTPUT_CHARS = 64_000_000;

  /** Maximum of stored replies without a detection, which agents request before each step. */
  private static final int MAX_OK_REPLIES = 2_000;

  private static final long MAX_TOTAL_OK_REPLY_CHARS = 4_000_000;

  /** Approximate maximum of stored tasks. */
  static final int MAX_TASKS = 20_000;

  private static final long MAX_TOTAL_TASK_CHARS = 32_000_000;

  /** Tasks may exceed their limits by one of so many parts before the oldest are evicted. */
  private static final int EVICTION_SHARE = 16;

  /** Maximum of scopes with cached figures. */
  static final int MAX_CACHED_SCOPES = 256;

  private static final int MAX_CLOSED_GATES = 5_000;
  private static final long MAX_TOTAL_CLOSED_GATE_CHARS = 16_000_000;

  private final OutputBuffer outputs =
      new OutputBuffer(MAX_OUTPUTS, MAX_TOTAL_OUTPUT_CHARS, this::removeEvictedOutputFromTasks);
  private final OutputBuffer okReplies =
      new OutputBuffer(MAX_OK_REPLIES, MAX_TOTAL_OK_REPLY_CHARS, it -> {});
  private final int maxTasks;
  private final long maxTotalTaskChars;
  private final long maxTotalClosedGateChars;
  private int tasksBeforeEviction;
  private long taskCharsBeforeEviction;
  private long taskChars;
  private boolean hasEvictedOutputs;
  private long closedChars;
  private final Map<String, TaskProjection> tasks = new LinkedHashMap<>();
  private final Map<String, GateProjection> openGates = new LinkedHashMap<>();
  private final Map<String, GateProjection> closedGates = new LinkedHashMap<>();
  private final Map<String, PendingDecision> pending = new HashMap<>();
  private final ErasedTasks erased = new ErasedTasks();
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
  record PendingDecision(Decision decision, String by, long at, int attempt) {}

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
    this.maxTasks = maxTasks;
    this.maxTotalTaskChars = maxTotalTaskChars;
    tasksBeforeEviction = maxTasks;
    taskCharsBeforeEviction = maxTotalTaskChars;
    this.maxTotalClosedGateChars = maxTotalClosedGateChars;
  }

  /** Applies an output; false for a duplicate, an erasure and an output of an erased task. */
  boolean applyOutput(OutputEntry output) {
    if (ErasedTasks.isErasure(output)) {
      erase(output);
      return false;
    }
    if (isErased(output)) {
      applyToGateOfOtherRoot(output);
      return false;
    }
    if (!(output.isReplyWithoutDetection() ? okReplies : outputs).add(output)) {
      return false;
    }
    TaskProjection root = applyToTasks(output);
    GateProjection gate =
        output.record() instanceof GateTrigger change ? gate(output, change, root) : null;
    figures.addOutput(output, gate);
    figuresByScope.forEach(
        (scope, scopedFigures) -> {
          if (scopedFigures.figures != null && isCovered(output, scope)) {
            scopedFigures.figures.addOutput(output, gate);
          }
        });
    evictTasksOverLimit();
    return true;
  }

  /** Applies an output to its task and its root, and returns the root. */
  private TaskProjection applyToTasks(OutputEntry output) {
    TaskProjection root = getOrCreateAndMarkAsNewest(output.rootTaskId(), null);
    TaskProjection task =
        output.taskId().equals(output.rootTaskId())
            ? root
            : getOrCreateAndMarkAsNewest(output.taskId(), root);
    applyOutput(task, output);
    if (task != root) {
      applyOutput(root, output);
    }
    root.applyToLoopCounter(output);
    if (task != root) {
      // a root is evicted after its subtasks
      getOrCreateAndMarkAsNewest(output.rootTaskId(), null);
    }
    return root;
  }

  /** Whether the task or root task of an output was erased after it. */
  boolean isErased(OutputEntry output) {
    return erased.covers(
        output,
        output.record() instanceof GateTrigger change ? gate(change.getGateId()) : null);
  }

  /** Whether a task was erased at this time, epoch milliseconds, or later. */
  boolean isErasedSince(String taskId, long at) {
    return erased.isErasedSince(taskId, at);
  }

  /** A gate that an erased subtask opened still blocks its root, until it is closed. */
  private void applyToGateOfOtherRoot(OutputEntry output) {
    if (output.record() instanceof GateTrigger change && !erased.coversRoot(output)) {
      gate(output, change, getOrCreateAndMarkAsNewest(output.rootTaskId(), null));
    }
  }

  /**
   * Removes all outputs of an erased task up to its erasure. The trees that contained it are built
   * again from the outputs that remain.
   */
  private void erase(OutputEntry erasure) {
    if (!erased.add(erasure)) {
      return;
    }
    List<OutputEntry> removed = new ArrayList<>(outputs.removeAll(this::isErased));
    removed.addAll(okReplies.removeAll(this::isErased));
    // last: the gates know the clock time at which they were opened
    openGates.values().removeIf(gate -> erased.coversRoot(OutputEntry.of(gate.newestChange())));
    pending.keySet().retainAll(openGates.keySet());
    closedGates.values().removeIf(erased::covers);
    closedChars = closedGates.values().stream().mapToLong(GateProjection::size).sum();
    Set<String> roots = new HashSet<>(Set.of(erasure.rootTaskId()));
    removed.forEach(output -> roots.add(output.rootTaskId()));
    TaskProjection known = tasks.get(erasure.rootTaskId());
    if (known != null) {
      roots.add(known.root().taskId());
    }
    rebuildTasks(roots);
    if (!removed.isEmpty()) {
      figures = computeFiguresOfScope(TaskScope.ALL);
      figuresByScope.clear();
    }
  }

  private void rebuildTasks(Set<String> roots) {
    if (!tasks.values().removeIf(task -> roots.contains(task.root().taskId()))) {
      return;
    }
    taskChars = tasks.values().stream().mapToLong(TaskProjection::size).sum();
    SortedSet<OutputEntry> remaining = new TreeSet<>();
    for (OutputBuffer buffer : List.of(outputs, okReplies)) {
      for (OutputEntry output : buffer.newestFirst()) {
        if (roots.contains(output.rootTaskId())) {
          remaining.add(output);
        }
      }
    }
    for (OutputEntry output : remaining) {
      TaskProjection root = applyToTasks(output);
      if (output.record() instanceof GateTrigger change && gate(change.getGateId()) != null) {
        root.gate(output, gate(change.getGateId()), change.getDecision() == Decision.REJECT);
      }
    }
    for (GateProjection gate : openGates.values()) {
      if (roots.contains(gate.rootTaskId())) {
        getOrCreateAndMarkAsNewest(gate.rootTaskId(), null)
            .gate(OutputEntry.of(gate.newestChange()), gate, false);
      }
    }
  }

  private void applyOutput(TaskProjection task, OutputEntry output) {
    int before = task.size();
    task.trackOutputScope(output.taskId(), workflow(output));
    task.applyOutput(output);
    taskChars += task.size() - before;
  }

  private TaskProjection getOrCreateAndMarkAsNewest(String taskId, TaskProjection root) {
    TaskProjection line = tasks.remove(taskId);
    if (line == null) {
      line = new TaskProjection(taskId, root);
      taskChars += line.size();
    }
    tasks.put(taskId, line);
    return line;
  }

  private GateProjection gate(OutputEntry output, GateTrigger change, TaskProjection root) {
    String gateId = change.getGateId();
    GateProjection gate = openGates.getOrDefault(gateId, closedGates.get(gateId));
    if (gate == null) {
      gate = new GateProjection(change, output.traceId());
    } else {
      gate.apply(change, output.traceId());
    }
    if (gate.isOpen()) {
      openGates.putIfAbsent(gateId, gate);
    } else {
      openGates.remove(gateId);
      pending.remove(gateId);
      closeGate(gateId, gate);
    }
    root.gate(output, gate, change.getDecision() == Decision.REJECT);
    return gate;
  }

  private void closeGate(String gateId, GateProjection gate) {
    if (erased.covers(gate) || closedGates.putIfAbsent(gateId, gate) != null) {
      return;
    }
    closedChars += gate.size();
    Iterator<GateProjection> oldest = closedGates.values().iterator();
    while (closedGates.size() > 1
        && (closedGates.size() > MAX_CLOSED_GATES || closedChars > maxTotalClosedGateChars)) {
      closedChars -= oldest.next().size();
      oldest.remove();
    }
  }

  /**
   * Evicts tasks without an open gate, least recently updated first. As it looks at all tasks with
   * an open gate, the tasks then grow by a sixteenth before it does so again.
   */
  private void evictTasksOverLimit() {
    if (tasks.size() <= tasksBeforeEviction && taskChars <= taskCharsBeforeEviction) {
      return;
    }
    Iterator<TaskProjection> oldest = tasks.values().iterator();
    while ((tasks.size() > maxTasks || taskChars > maxTotalTaskChars) && oldest.hasNext()) {
      TaskProjection task = oldest.next();
      if (!task.hasRootOpenGate()) {
        taskChars -= task.size();
        oldest.remove();
      }
    }
    tasksBeforeEviction = Math.max(maxTasks, tasks.size()) + maxTasks / EVICTION_SHARE;
    taskCharsBeforeEviction =
        Math.max(maxTotalTaskChars, taskChars) + maxTotalTaskChars / EVICTION_SHARE;
  }

  private void removeEvictedOutputFromTasks(OutputEntry oldest) {
    hasEvictedOutputs = true;
    TaskProjection task = tasks.get(oldest.taskId());
    if (task != null) {
      task.removeEvicted(oldest);
    }
    TaskProjection root = tasks.get(oldest.rootTaskId());
    if (root != null && root != task) {
      root.removeEvicted(oldest);
    }
  }

  /** Marks a decision as published here. */
  void markDecisionPending(String gateId, PendingDecision decision) {
    if (openGates.containsKey(gateId)) {
      pending.put(gateId, decision);
    }
  }

  /** The pending decision of an open gate, or null. */
  PendingDecision pending(String gateId) {
    return pending.get(gateId);
  }

  /** Removes the mark of {@link #markDecisionPending}: the decision was not published. */
  void clearPendingDecision(String gateId) {
    pending.remove(gateId);
  }

  /** Detections, gates and resets. */
  OutputBuffer outputs() {
    return outputs;
  }

  /** The verdict with this id, or null. */
  OutputEntry verdict(String id) {
    OutputEntry found = outputs.get(id) == null ? okReplies.get(id) : outputs.get(id);
    return found != null && found.kind() == OutputEntry.OutputKind.VERDICT ? found : null;
  }

  /** All verdicts, in no order. */
  List<OutputEntry> verdicts() {
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
  TaskProjection task(String taskId) {
    return tasks.get(taskId);
  }

  /** All tasks. */
  Collection<TaskProjection> tasks() {
    return tasks.values();
  }

  /** The gate, or null. */
  GateProjection gate(String gateId) {
    return openGates.getOrDefault(gateId, closedGates.get(gateId));
  }

  /** All open gates. */
  Collection<GateProjection> openGates() {
    return openGates.values();
  }

  /** The gates that were closed most recently. */
  Collection<GateProjection> closedGates() {
    return closedGates.values();
  }

  /** Whether a scope covers an output. A reset has no workflow: its task's is used. */
  boolean isCovered(OutputEntry output, TaskScope scope) {
    if (scope.isAll()) {
      return true;
    }
    if (output.record() instanceof GateTrigger change) {
      GateProjection gate = gate(change.getGateId());
      return isCovered(change, scope) && (gate == null || isCovered(gate, scope));
    }
    return scope.covers(output.taskId(), workflow(output));
  }

  /** The workflow of an output's task; null where it is unknown. */
  private String workflow(OutputEntry output) {
    if (output.record() instanceof LoopVerdict verdict) {
      return verdict.getWorkflow();
    }
    if (output.record() instanceof GateTrigger change) {
      return change.getWorkflow();
    }
    TaskProjection line = tasks.get(output.taskId());
    return line == null ? null : line.workflow();
  }

  /** Whether a scope covers a gate: both the looping task and the blocked root. */
  boolean isCovered(GateProjection gate, TaskScope scope) {
    return isCovered(gate.newestChangeWithEvidence(), scope);
  }

  private static boolean isCovered(GateTrigger gate, TaskScope scope) {
    return scope.covers(gate.getTaskId(), gate.getWorkflow())
        && scope.coversId(gate.getRootTaskId());
  }

  /** The figures of all outputs. */
  LoopFigures figures() {
    return figures;
  }

  /**
   * The figures of what a scope covers, at first computed from the stored outputs. That takes long,
   * so different scopes are counted concurrently.
   */
  LoopFigures figures(TaskScope scope) {
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
