package dev.eddyline.console.view;

import dev.eddyline.access.TaskScope;
import dev.eddyline.gate.RootResets;
import dev.eddyline.json.Doc;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.text.Hash;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  /**
   * The parts of the newest verdict on a loop that pages show.
   *
   * @param decisionPosition position in the order of decisions
   */
  public record LoopVerdictSummary(
      String taskId,
      String workflow,
      String loopId,
      LoopType loopType,
      Action action,
      Target target,
      String reason,
      OutputEntry.DecisionPosition decisionPosition) {

    private int size() {
      return 200 + loopId.length() + reason.length();
    }
  }

  /** Maximum of timeline entries. */
  public static final int MAX_TIMELINE_ENTRIES = 200;

  /** Maximum of loops of a root. */
  private static final int MAX_LOOPS_PER_ROOT_TASK = 32;

  /** Time after which a task without new loops no longer counts as looping. */
  private static final long LOOPING_STATE_EXPIRY_MILLIS = Duration.ofHours(24).toMillis();

  private final String taskId;
  private final long key;
  private final TaskProjection root;
  private final Deque<OutputEntry> timelineOutputs = new ArrayDeque<>();
  private final Set<LoopType> loopTypes = EnumSet.noneOf(LoopType.class);
  private final Map<String, LoopVerdictSummary> loops = new LinkedHashMap<>();
  private final RecentLoopCounter recentLoopCounter = new RecentLoopCounter();
  private String workflow;
  private String agentId;
  private String reason;
  private long lastAt;
  private Cost cost = new Cost(0L, 0.0, 0L);
  private boolean hasPublishedCost;
  private int attempts;
  private LeaderContext leaderContext;
  private OutputEntry.DecisionPosition lastLoopPosition;
  private long lastLoopAtMillis;
  private int size;
  private long lastOwnOutputAtMillis;
  // scope of the applied outputs: common prefix of their task ids, and their workflow
  private String commonTaskIdPrefix;
  private String outputsWorkflow;
  private boolean hasSeveralWorkflows;
  // used for roots only
  private OutputEntry.DecisionPosition lastLoopCountPosition;
  private int loopCount;
  private OutputEntry.DecisionPosition lastVerdictPosition;
  private OutputEntry.DecisionPosition lastResetPosition;
  private boolean completed;
  private OutputEntry.DecisionPosition lastCompletionPosition;
  private OutputEntry.DecisionPosition lastDecisionPosition;
  private boolean rejected;
  private GateProjection gate;

  /** Creates a task without outputs; a null root for a root task. */
  TaskProjection(String taskId, TaskProjection root) {
    this.taskId = taskId;
    this.root = root == null ? this : root;
    key = Hash.of(taskId);
    commonTaskIdPrefix = taskId;
  }

  /** Tracks the task id and workflow of the next output. */
  void trackOutputScope(String outputTaskId, String outputWorkflow) {
    if (lastAt == 0) {
      outputsWorkflow = outputWorkflow;
    }
    hasSeveralWorkflows |= !Objects.equals(outputsWorkflow, outputWorkflow);
    int commonLength = 0;
    int maxLength = Math.min(commonTaskIdPrefix.length(), outputTaskId.length());
    while (commonLength < maxLength
        && commonTaskIdPrefix.charAt(commonLength) == outputTaskId.charAt(commonLength)) {
      commonLength++;
    }
    commonTaskIdPrefix =
        commonLength == commonTaskIdPrefix.length()
            ? commonTaskIdPrefix
            : commonTaskIdPrefix.substring(0, commonLength);
  }

  /** Whether a scope covers all applied outputs. */
  public boolean isWithin(TaskScope scope) {
    return scope.workflows().isEmpty()
        ? scope.coversId(commonTaskIdPrefix)
        : !hasSeveralWorkflows && scope.covers(commonTaskIdPrefix, outputsWorkflow);
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
              copy.applyToLoopCounter(output);
            });
    // gate, rejection, reset and completion of the root apply to its whole tree
    copy.gate = gate;
    copy.rejected = rejected;
    copy.lastDecisionPosition = lastDecisionPosition;
    copy.lastResetPosition = lastResetPosition;
    copy.lastVerdictPosition = lastVerdictPosition;
    copy.completed = completed;
    copy.lastCompletionPosition = lastCompletionPosition;
    if (lastResetPosition != null && lastResetPosition.isAfter(copy.lastLoopCountPosition)) {
      copy.loopCount = 0;
    }
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
      putLoop(
          new LoopVerdictSummary(
              verdict.getTaskId(),
              verdict.getWorkflow(),
              verdict.getLoopId(),
              verdict.getLoopType(),
              verdict.getAction(),
              verdict.getTarget(),
              verdict.getReason(),
              output.decidedAtPosition()));
      leaderContext = verdict.getLeaderContext();
    }
    if (output.isLoop()) {
      if (output.decidedAtPosition().isAfter(lastLoopPosition)) {
        lastLoopPosition = output.decidedAtPosition();
        lastLoopAtMillis = output.at();
      }
      recentLoopCounter.count(output.at());
    }
  }

  private void putLoop(LoopVerdictSummary summary) {
    LoopVerdictSummary before = loops.remove(summary.loopId());
    loops.put(summary.loopId(), summary);
    size += summary.size() - (before == null ? 0 : before.size());
    if (loops.size() > MAX_LOOPS_PER_ROOT_TASK) {
      size -= loops.remove(loops.keySet().iterator().next()).size();
    }
  }

  /** Its approximate size in characters, without the timeline. */
  int size() {
    return 500
        + size
        + 2 * taskId.length()
        + length(workflow)
        + length(agentId)
        + length(reason)
        + OutputEntry.size(leaderContext);
  }

  private static int length(String text) {
    return text == null ? 0 : text.length();
  }

  /** Applies an output to the loop counter of this root. */
  void applyToLoopCounter(OutputEntry output) {
    boolean newer = output.decidedAtPosition().isAfter(lastLoopCountPosition);
    if (output.kind() == OutputEntry.OutputKind.VERDICT
        && output.decidedAtPosition().isAfter(lastVerdictPosition)) {
      lastVerdictPosition = output.decidedAtPosition();
    }
    if (output.record() instanceof LoopVerdict verdict && !verdict.getShadow() && newer) {
      lastLoopCountPosition = output.decidedAtPosition();
      loopCount = verdict.getLoopCount();
    } else if (output.record() instanceof LoopReset reset) {
      if (output.decidedAtPosition().isAfter(lastResetPosition)) {
        lastResetPosition = output.decidedAtPosition();
        completed = reset.getReason().equals(RootResets.COMPLETED);
        lastCompletionPosition = completed ? lastResetPosition : lastCompletionPosition;
      }
      if (newer) {
        lastLoopCountPosition = output.decidedAtPosition();
        loopCount = 0;
      }
      rejected =
          rejected
              && lastDecisionPosition != null
              && lastDecisionPosition.isAfter(output.decidedAtPosition());
    }
  }

  /** Applies a gate's change to this root. */
  void gate(OutputEntry output, GateProjection changed, boolean rejects) {
    lastAt = Math.max(lastAt, output.at());
    if (changed.isOpen()) {
      gate = changed;
      rejected = false;
    } else {
      gate = gate == changed ? null : gate;
      lastDecisionPosition = output.decidedAtPosition();
      rejected = rejects && lastDecisionPosition.isAfter(lastResetPosition);
    }
  }

  /** Loops in each of the last 12 intervals of 5 minutes, oldest first. */
  public int[] recentLoopCountsPer5Minutes(long now) {
    return recentLoopCounter.counts(now);
  }

  /** The state at this time. */
  public State state(long now) {
    if (root.rejected) {
      return State.REJECTED;
    }
    if (root.gate != null) {
      return State.HELD;
    }
    boolean looping =
        lastLoopPosition != null
            && lastLoopPosition.isAfter(root.lastResetPosition)
            && now - lastLoopAtMillis < LOOPING_STATE_EXPIRY_MILLIS;
    if (looping) {
      return State.LOOPING;
    }
    return root.isCompleted() ? State.COMPLETED : State.QUIET;
  }

  /** Whether its newest output is a completion; a reply to the completing event may follow it. */
  private boolean isCompleted() {
    return completed
        && (lastVerdictPosition == null
            || lastVerdictPosition.isOfSameInput(lastResetPosition)
            || lastResetPosition.isAfter(lastVerdictPosition));
  }

  /** Whether this root task has completed successfully after a decision. */
  public boolean hasCompletedAfter(OutputEntry.DecisionPosition decision) {
    return lastCompletionPosition != null && lastCompletionPosition.isAfter(decision);
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

  /** Whether its root has an open gate, so that it must not be evicted. */
  boolean hasRootOpenGate() {
    return root.gate != null;
  }

  /** Its outputs, in the order in which they were read. */
  public List<OutputEntry> timelineOutputs() {
    return List.copyOf(timelineOutputs);
  }

  /** The newest verdict on each loop, by loop id. */
  public Map<String, LoopVerdictSummary> loops() {
    return loops;
  }

  /** The newest verdicts on loops since the root's last reset. */
  public List<LoopVerdictSummary> loopsSinceReset() {
    return loops.values().stream()
        .filter(summary -> summary.decisionPosition().isAfter(root.lastResetPosition))
        .toList();
  }

  /** The leader's context of the newest loop since the root's last reset, or null. */
  public LeaderContext leaderContext() {
    return loopsSinceReset().isEmpty() ? null : leaderContext;
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

  /** The newest gate of its root task, or null. */
  public GateProjection gate() {
    return root.gate;
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
    return root.loopCount;
  }

  /** Attempts of the newest loop; 0 after a reset. */
  public int attempts() {
    boolean before =
        root.lastResetPosition != null
            && (lastLoopPosition == null || root.lastResetPosition.isAfter(lastLoopPosition));
    return before ? 0 : attempts;
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
