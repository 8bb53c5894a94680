package dev.eddyline.console;

import dev.eddyline.access.TaskScope;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the view keeps of the outputs: a fold over them, bounded in all that it holds but the gates
 * that are open. One thread at a time changes it, and nobody looks meanwhile.
 */
final class Kept {

  /** Maximum of stored outputs, and of their characters. */
  static final int MOST_TOLD = 20_000;

  private static final long MOST_CHARS = 64_000_000;

  /** Maximum of stored replies without a detection, which agents request before each step. */
  private static final int MOST_ANSWERS = 2_000;

  private static final long MOST_ANSWER_CHARS = 4_000_000;

  /** Maximum of stored tasks. */
  static final int MOST_TASKS = 20_000;

  private static final long MOST_TASK_CHARS = 32_000_000;

  /** Maximum of scopes with cached figures. */
  static final int MOST_SCOPES = 256;

  private static final int MOST_CLOSED = 5_000;
  private static final long MOST_CLOSED_CHARS = 16_000_000;

  private final ToldRing told = new ToldRing(MOST_TOLD, MOST_CHARS, this::dropped);
  private final ToldRing answers = new ToldRing(MOST_ANSWERS, MOST_ANSWER_CHARS, it -> {});
  private final int mostTasks;
  private final long mostTaskChars;
  private final long mostClosedChars;
  private long taskChars;
  private long closedChars;
  private final Map<String, TaskLine> tasks = new LinkedHashMap<>();
  private final Map<String, GateLine> open = new LinkedHashMap<>();
  private final Map<String, GateLine> closed = new LinkedHashMap<>();
  private final Map<String, Pending> pending = new HashMap<>();
  private final LoopFigures figures = new LoopFigures(0);
  private final Map<TaskScope, ScopedFigures> scoped = new LinkedHashMap<>(16, 0.75f, true);

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
  record Pending(Decision decision, String by, long at, int attempt) {}

  Kept() {
    this(MOST_TASKS, MOST_TASK_CHARS, MOST_CLOSED_CHARS);
  }

  /**
   * Creates a projection with other limits.
   *
   * @param mostTaskChars approximate maximum of characters of all tasks
   * @param mostClosedChars approximate maximum of characters of all closed gates
   */
  Kept(int mostTasks, long mostTaskChars, long mostClosedChars) {
    this.mostTasks = mostTasks;
    this.mostTaskChars = mostTaskChars;
    this.mostClosedChars = mostClosedChars;
  }

  /** Applies an output; false for a duplicate. */
  boolean take(Told output) {
    if (!(output.isPlainAnswer() ? answers : told).add(output)) {
      return false;
    }
    TaskLine root = touch(output.rootTaskId(), null);
    TaskLine task =
        output.taskId().equals(output.rootTaskId()) ? root : touch(output.taskId(), root);
    take(task, output);
    if (task != root) {
      take(root, output);
    }
    root.count(output);
    GateLine gate =
        output.record() instanceof GateTrigger change ? gate(output, change, root) : null;
    figures.take(output, gate);
    scoped.forEach(
        (scope, its) -> {
          if (its.figures != null && isCovered(output, scope)) {
            its.figures.take(output, gate);
          }
        });
    if (task != root) {
      // a root is evicted after its subtasks
      touch(output.rootTaskId(), null);
    }
    forget();
    return true;
  }

  private void take(TaskLine task, Told output) {
    int before = task.size();
    task.note(output.taskId(), workflow(output));
    task.take(output);
    taskChars += task.size() - before;
  }

  private TaskLine touch(String taskId, TaskLine root) {
    TaskLine line = tasks.remove(taskId);
    if (line == null) {
      line = new TaskLine(taskId, root);
      taskChars += line.size();
    }
    tasks.put(taskId, line);
    return line;
  }

  private GateLine gate(Told output, GateTrigger change, TaskLine root) {
    String gateId = change.getGateId();
    GateLine gate = open.getOrDefault(gateId, closed.get(gateId));
    if (gate == null) {
      gate = new GateLine(change);
    } else {
      gate.take(change);
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

  private void close(String gateId, GateLine gate) {
    if (closed.putIfAbsent(gateId, gate) != null) {
      return;
    }
    closedChars += gate.size();
    Iterator<GateLine> oldest = closed.values().iterator();
    while (closed.size() > 1 && (closed.size() > MOST_CLOSED || closedChars > mostClosedChars)) {
      closedChars -= oldest.next().size();
      oldest.remove();
    }
  }

  /** Evicts tasks without an open gate, least recently updated first. */
  private void forget() {
    Iterator<TaskLine> oldest = tasks.values().iterator();
    while ((tasks.size() > mostTasks || taskChars > mostTaskChars) && oldest.hasNext()) {
      TaskLine task = oldest.next();
      if (!task.mustStay()) {
        taskChars -= task.size();
        oldest.remove();
      }
    }
  }

  private void dropped(Told oldest) {
    TaskLine task = tasks.get(oldest.taskId());
    if (task != null) {
      task.dropped(oldest);
    }
    TaskLine root = tasks.get(oldest.rootTaskId());
    if (root != null && root != task) {
      root.dropped(oldest);
    }
  }

  /** Marks a decision as published here. */
  void decided(String gateId, Pending decision) {
    if (open.containsKey(gateId)) {
      pending.put(gateId, decision);
    }
  }

  /** The pending decision of an open gate, or null. */
  Pending pending(String gateId) {
    return pending.get(gateId);
  }

  /** Removes the mark of {@link #decided}: the decision was not published. */
  void undecided(String gateId) {
    pending.remove(gateId);
  }

  /** Detections, gates and resets. */
  ToldRing told() {
    return told;
  }

  /** The verdict with this id, or null. */
  Told verdict(String id) {
    Told found = told.get(id) == null ? answers.get(id) : told.get(id);
    return found != null && found.kind() == Told.Kind.VERDICT ? found : null;
  }

  /** All verdicts, in no order. */
  List<Told> verdicts() {
    List<Told> all = new ArrayList<>(told.size() + answers.size());
    told.newestFirst()
        .forEach(
            it -> {
              if (it.kind() == Told.Kind.VERDICT) {
                all.add(it);
              }
            });
    answers.newestFirst().forEach(all::add);
    return all;
  }

  /** The task, or null. */
  TaskLine task(String taskId) {
    return tasks.get(taskId);
  }

  /** All tasks. */
  Collection<TaskLine> tasks() {
    return tasks.values();
  }

  /** The gate, or null. */
  GateLine gate(String gateId) {
    return open.getOrDefault(gateId, closed.get(gateId));
  }

  /** All open gates. */
  Collection<GateLine> open() {
    return open.values();
  }

  /** The gates that were closed most recently. */
  Collection<GateLine> closed() {
    return closed.values();
  }

  /** Whether a scope covers an output. A reset has no workflow: its task's is used. */
  boolean isCovered(Told output, TaskScope scope) {
    if (scope.isAll()) {
      return true;
    }
    if (output.record() instanceof GateTrigger change) {
      GateLine gate = gate(change.getGateId());
      return isCovered(change, scope) && (gate == null || isCovered(gate, scope));
    }
    return scope.covers(output.taskId(), workflow(output));
  }

  /** The workflow of an output's task; null where it is unknown. */
  private String workflow(Told output) {
    if (output.record() instanceof LoopVerdict verdict) {
      return verdict.getWorkflow();
    }
    if (output.record() instanceof GateTrigger change) {
      return change.getWorkflow();
    }
    TaskLine line = tasks.get(output.taskId());
    return line == null ? null : line.workflow();
  }

  /** Whether a scope covers a gate: both the looping task and the blocked root. */
  boolean isCovered(GateLine gate, TaskScope scope) {
    return isCovered(gate.told(), scope);
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
    ScopedFigures its;
    synchronized (scoped) {
      its = scoped.computeIfAbsent(scope, it -> new ScopedFigures());
      if (scoped.size() > MOST_SCOPES) {
        scoped.remove(scoped.keySet().iterator().next());
      }
    }
    synchronized (its) {
      if (its.figures == null) {
        its.figures = counted(scope);
      }
      return its.figures;
    }
  }

  private LoopFigures counted(TaskScope scope) {
    List<Told> newestFirst = told.newest(MOST_TOLD);
    boolean isFull = newestFirst.size() == MOST_TOLD;
    LoopFigures its = new LoopFigures(isFull ? newestFirst.get(MOST_TOLD - 1).at() : 0);
    for (int i = newestFirst.size() - 1; i >= 0; i--) {
      Told output = newestFirst.get(i);
      if (isCovered(output, scope)) {
        its.take(output, output.record() instanceof GateTrigger it ? gate(it.getGateId()) : null);
      }
    }
    return its;
  }
}
