package dev.eddyline.console.view;

import dev.eddyline.access.TaskScope;
import dev.eddyline.json.Doc;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.text.Hash;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What the view knows of one task, root or subtask. Not thread-safe. */
public final class TaskProjection {

  /** The state of a task according to its outputs. */
  @Doc(
      "The state of a task: it loops, an open gate blocks it, a person rejected it, its root task"
          + " completed successfully and has no newer verdict, or nothing of it is known to loop.")
  public enum State {
    LOOPING,
    HELD,
    REJECTED,
    COMPLETED,
    QUIET
  }

  /** Maximum of timeline entries. */
  public static final int MAX_TIMELINE_ENTRIES = 200;

  private final String taskId;
  private final long key;
  private final TaskProjection root;
  private final Deque<OutputEntry> timelineOutputs = new ArrayDeque<>();
  private final Set<LoopType> loopTypes = EnumSet.noneOf(LoopType.class);
  private final ProjectedLoops loops = new ProjectedLoops();
  private final OutputScope outputScope;
  // used for roots only
  private final TreeState tree = new TreeState();
  private String workflow;
  private String agentId;
  private String reason;
  private long lastAt;
  private Cost cost = new Cost(0L, 0.0, 0L);
  private boolean hasPublishedCost;
  private int attempts;
  private long lastOwnOutputAtMillis;

  /** Creates a task without outputs; a null root for a root task. */
  TaskProjection(String taskId, TaskProjection root) {
    this.taskId = taskId;
    this.root = root == null ? this : root;
    key = Hash.of(taskId);
    outputScope = new OutputScope(taskId);
  }

  /** Tracks the task id and workflow of the next output. */
  void trackOutputScope(String outputTaskId, String outputWorkflow) {
    if (lastAt == 0) {
      outputScope.beginWith(outputWorkflow);
    }
    outputScope.add(outputTaskId, outputWorkflow);
  }

  /** Whether a scope covers all applied outputs. */
  public boolean isWithin(TaskScope scope) {
    return outputScope.isWithin(scope);
  }

  /** A copy of the task from covered outputs only; a null root for a root task. */
  TaskProjection copyOfCoveredOutputs(TaskProjection copyOfRoot, Predicate<OutputEntry> covered) {
    TaskProjection copy = new TaskProjection(taskId, copyOfRoot);
    copy.workflow = workflow;
    copy.agentId = agentId;
    copy.cost = cost;
    copy.hasPublishedCost = hasPublishedCost;
    copy.lastAt = lastOwnOutputAtMillis;
    timelineOutputs.stream()
        .filter(covered)
        .forEach(
            output -> {
              copy.applyOutput(output);
              copy.tree.applyToLoopCounter(output);
            });
    // gate, rejection, reset and completion of the root apply to its whole tree
    copy.tree.replaceAllButLoopCounter(tree);
    return copy;
  }

  /** Applies an output of the task or, for a root, of a subtask. */
  void applyOutput(OutputEntry output) {
    boolean isOwn = output.taskId().equals(taskId);
    lastAt = Math.max(lastAt, output.at());
    lastOwnOutputAtMillis =
        isOwn ? Math.max(lastOwnOutputAtMillis, output.at()) : lastOwnOutputAtMillis;
    if (!output.isReplyWithoutDetection() || output.isOffGraph()) {
      timelineOutputs.addLast(output);
      if (timelineOutputs.size() > MAX_TIMELINE_ENTRIES) {
        timelineOutputs.removeFirst();
      }
    }
    if (output.record() instanceof LoopVerdict verdict) {
      applyOutput(output, verdict, isOwn);
    } else if (output.record() instanceof GateTrigger trigger) {
      reason = trigger.getReason();
      if (isOwn) {
        workflow = trigger.getWorkflow() == null ? workflow : trigger.getWorkflow();
        agentId = agentId == null ? trigger.getAgentId() : agentId;
      }
    } else if (output.record() instanceof LoopReset change) {
      reason = change.getReason();
      attempts = 0;
    }
  }

  private void applyOutput(OutputEntry output, LoopVerdict verdict, boolean isOwn) {
    if (isOwn) {
      agentId = verdict.getAgentId();
      workflow = verdict.getWorkflow() == null ? workflow : verdict.getWorkflow();
      cost = verdict.getTaskCost();
      hasPublishedCost = true;
    }
    if (!output.isDetection()) {
      return;
    }
    reason = verdict.getReason();
    attempts = verdict.getAttempts();
    loopTypes.add(verdict.getLoopType());
    if (verdict.getLoopId() != null) {
      loops.put(verdict, output.decidedAtPosition());
    }
    if (output.isLoop()) {
      loops.count(output);
    }
  }

  /** Its approximate size in characters, without the timeline. */
  int size() {
    return 500
        + loops.size()
        + 2 * taskId.length()
        + length(workflow)
        + length(agentId)
        + length(reason);
  }

  private static int length(String text) {
    return text == null ? 0 : text.length();
  }

  /** Applies a gate's change to this root. */
  void gate(OutputEntry output, GateProjection changed, boolean rejects) {
    lastAt = Math.max(lastAt, output.at());
    tree.applyToGate(output, changed, rejects);
  }

  /** Loops in each of the last 12 intervals of 5 minutes, oldest first. */
  public int[] recentLoopCountsPer5Minutes(long now) {
    return loops.recentCountsPer5Minutes(now);
  }

  /** The state at this time. */
  public State state(long now) {
    if (root.tree.isRejected()) {
      return State.REJECTED;
    }
    if (gate() != null) {
      return State.HELD;
    }
    if (loops.isLooping(root.tree.lastResetPosition(), now)) {
      return State.LOOPING;
    }
    return root.tree.isCompleted() ? State.COMPLETED : State.QUIET;
  }

  /** Whether this root task has completed successfully after a decision. */
  public boolean hasCompletedAfter(OutputEntry.DecisionPosition decision) {
    return tree.hasCompletedAfter(decision);
  }

  /** Removes an evicted output. */
  @SuppressWarnings("ReferenceEquality") // nearly always the first entry, the same object
  void removeEvicted(OutputEntry output) {
    if (timelineOutputs.peekFirst() == output) {
      timelineOutputs.removeFirst();
    } else {
      timelineOutputs.remove(output);
    }
  }

  /** Its outputs, in the order in which they were read. */
  public List<OutputEntry> timelineOutputs() {
    return List.copyOf(timelineOutputs);
  }

  /** The newest verdict on each loop, by loop id. */
  public Map<String, LoopVerdictSummary> loops() {
    return loops.all();
  }

  /** The newest verdicts on loops since the root's last reset. */
  public List<LoopVerdictSummary> loopsSinceReset() {
    return loops.since(root.tree.lastResetPosition());
  }

  /** The leader's context of the newest loop since the root's last reset, or null. */
  public LeaderContext leaderContext() {
    return loopsSinceReset().isEmpty() ? null : loops.leaderContext();
  }

  /** What applies to the whole tree, if this is a root. */
  TreeState tree() {
    return tree;
  }

  boolean isRoot() {
    return root == this;
  }

  /** Whether its root is this object. */
  @SuppressWarnings("ReferenceEquality") // a scoped copy is another root
  boolean belongsToRoot(TaskProjection other) {
    return root == other;
  }

  /** Its root task; a root task itself. */
  public TaskProjection root() {
    return root;
  }

  /** The open gate of its root task, or null. A task with one must not be evicted. */
  public GateProjection gate() {
    return root.tree.gate();
  }

  /** The task's id. */
  public String taskId() {
    return taskId;
  }

  /** A hash of its id. */
  public long key() {
    return key;
  }

  /** Its workflow. */
  public String workflow() {
    return workflow;
  }

  /** The agent of its newest output. */
  public String agentId() {
    return agentId;
  }

  /** The types of its loops. */
  public Set<LoopType> loopTypes() {
    return loopTypes;
  }

  /** The loop counter of its root task. */
  public int loopCount() {
    return root.tree.loopCount();
  }

  /** Attempts of the newest loop; 0 after a reset. */
  public int attempts() {
    return loops.areAllBefore(root.tree.lastResetPosition()) ? 0 : attempts;
  }

  /** The reason of its newest gate or verdict. */
  public String reason() {
    return reason;
  }

  /** Time of its newest output. */
  public long lastAt() {
    return lastAt;
  }

  /** Its cost. */
  public Cost cost() {
    return cost;
  }

  /** Whether a verdict has published the cost. */
  public boolean hasPublishedCost() {
    return hasPublishedCost;
  }
}
