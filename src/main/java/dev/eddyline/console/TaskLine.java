package dev.eddyline.console;

import dev.eddyline.access.TaskScope;
import dev.eddyline.detect.Hash;
import dev.eddyline.json.Doc;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
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
final class TaskLine {

  /** The state of a task according to its outputs. */
  @Doc(
      "The state of a task: it loops, an open gate blocks it, a person rejected it, or nothing of it"
          + " is known to loop.")
  enum State {
    LOOPING,
    HELD,
    REJECTED,
    QUIET
  }

  /**
   * The parts of the newest verdict on a loop that pages show.
   *
   * @param moment position in the order of decisions
   */
  record Ruled(
      String taskId,
      String workflow,
      String loopId,
      LoopType loopType,
      Action action,
      Target target,
      String reason,
      Told.Moment moment) {

    private int size() {
      return 200 + loopId.length() + reason.length();
    }
  }

  /** Maximum of timeline entries. */
  static final int MOST_TOLD = 200;

  /** Maximum of loops of a root. */
  private static final int MOST_LOOPS = 32;

  /** Time after which a task without new loops no longer counts as looping. */
  private static final long FORGOTTEN = Duration.ofHours(24).toMillis();

  private final String taskId;
  private final long key;
  private final TaskLine root;
  private final Deque<Told> story = new ArrayDeque<>();
  private final Set<LoopType> loopTypes = EnumSet.noneOf(LoopType.class);
  private final Map<String, Ruled> loops = new LinkedHashMap<>();
  private final Lately lately = new Lately();
  private String workflow;
  private String agentId;
  private String reason;
  private long lastAt;
  private Cost cost = new Cost(0L, 0.0, 0L);
  private int attempts;
  private LeaderContext leaderContext;
  private Told.Moment loop;
  private long loopAt;
  private int size;
  private long ownAt;
  // scope of the applied outputs: common prefix of their task ids, and their workflow
  private String idsBegin;
  private String outputsWorkflow;
  private boolean hasSeveralWorkflows;
  // used for roots only
  private Told.Moment counted;
  private int loopCount;
  private Told.Moment reset;
  private Told.Moment decided;
  private boolean rejected;
  private GateLine gate;

  /** Creates a task without outputs; a null root for a root task. */
  TaskLine(String taskId, TaskLine root) {
    this.taskId = taskId;
    this.root = root == null ? this : root;
    key = Hash.of(taskId);
    idsBegin = taskId;
  }

  /** Tracks the task id and workflow of the next output. */
  void note(String outputTaskId, String outputWorkflow) {
    if (lastAt == 0) {
      outputsWorkflow = outputWorkflow;
    }
    hasSeveralWorkflows |= !Objects.equals(outputsWorkflow, outputWorkflow);
    int same = 0;
    int most = Math.min(idsBegin.length(), outputTaskId.length());
    while (same < most && idsBegin.charAt(same) == outputTaskId.charAt(same)) {
      same++;
    }
    idsBegin = same == idsBegin.length() ? idsBegin : idsBegin.substring(0, same);
  }

  /** Whether a scope covers all applied outputs. */
  boolean isWithin(TaskScope scope) {
    return scope.workflows().isEmpty()
        ? scope.coversId(idsBegin)
        : !hasSeveralWorkflows && scope.covers(idsBegin, outputsWorkflow);
  }

  /** A copy of the task from covered outputs only; a null root for a root task. */
  TaskLine narrowed(TaskLine itsRoot, Predicate<Told> covered) {
    TaskLine narrowed = new TaskLine(taskId, itsRoot);
    narrowed.workflow = workflow;
    narrowed.agentId = agentId;
    narrowed.cost = cost;
    narrowed.lastAt = ownAt;
    story.stream()
        .filter(covered)
        .forEach(
            told -> {
              narrowed.take(told);
              narrowed.count(told);
            });
    // gate, rejection and reset of the root apply to its whole tree
    narrowed.gate = gate;
    narrowed.rejected = rejected;
    narrowed.decided = decided;
    narrowed.reset = reset;
    if (reset != null && reset.isAfter(narrowed.counted)) {
      narrowed.loopCount = 0;
    }
    return narrowed;
  }

  /** Applies an output of the task or, for a root, of a subtask. */
  void take(Told told) {
    boolean own = told.taskId().equals(taskId);
    lastAt = Math.max(lastAt, told.at());
    ownAt = own ? Math.max(ownAt, told.at()) : ownAt;
    if (!told.isPlainAnswer() || told.isOffGraph()) {
      story.addLast(told);
      if (story.size() > MOST_TOLD) {
        story.removeFirst();
      }
    }
    if (told.record() instanceof LoopVerdict verdict) {
      take(told, verdict, own);
    } else if (told.record() instanceof GateTrigger trigger) {
      reason = trigger.getReason();
      if (own) {
        workflow = trigger.getWorkflow() == null ? workflow : trigger.getWorkflow();
        agentId = agentId == null ? trigger.getAgentId() : agentId;
      }
    } else if (told.record() instanceof LoopReset change) {
      reason = change.getReason();
      attempts = 0;
    }
  }

  private void take(Told told, LoopVerdict verdict, boolean own) {
    if (own) {
      agentId = verdict.getAgentId();
      workflow = verdict.getWorkflow() == null ? workflow : verdict.getWorkflow();
      cost = verdict.getTaskCost();
    }
    if (!told.isFinding()) {
      return;
    }
    reason = verdict.getReason();
    attempts = verdict.getAttempts();
    loopTypes.add(verdict.getLoopType());
    if (verdict.getLoopId() != null) {
      keep(
          new Ruled(
              verdict.getTaskId(),
              verdict.getWorkflow(),
              verdict.getLoopId(),
              verdict.getLoopType(),
              verdict.getAction(),
              verdict.getTarget(),
              verdict.getReason(),
              told.moment()));
      leaderContext = verdict.getLeaderContext();
    }
    if (told.isLoop()) {
      if (told.moment().isAfter(loop)) {
        loop = told.moment();
        loopAt = told.at();
      }
      lately.count(told.at());
    }
  }

  private void keep(Ruled ruled) {
    Ruled before = loops.remove(ruled.loopId());
    loops.put(ruled.loopId(), ruled);
    size += ruled.size() - (before == null ? 0 : before.size());
    if (loops.size() > MOST_LOOPS) {
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
        + Told.size(leaderContext);
  }

  private static int length(String text) {
    return text == null ? 0 : text.length();
  }

  /** Applies an output to the loop counter of this root. */
  void count(Told told) {
    boolean newer = told.moment().isAfter(counted);
    if (told.record() instanceof LoopVerdict verdict && !verdict.getShadow() && newer) {
      counted = told.moment();
      loopCount = verdict.getLoopCount();
    } else if (told.record() instanceof LoopReset) {
      reset = told.moment().isAfter(reset) ? told.moment() : reset;
      if (newer) {
        counted = told.moment();
        loopCount = 0;
      }
      rejected = rejected && decided != null && decided.isAfter(told.moment());
    }
  }

  /** Applies a gate's change to this root. */
  void gate(Told told, GateLine changed, boolean rejects) {
    if (changed.isOpen()) {
      gate = changed;
      rejected = false;
    } else {
      gate = gate == changed ? null : gate;
      decided = told.moment();
      rejected = rejects && decided.isAfter(reset);
    }
  }

  /** Loops in each of the last 12 intervals of 5 minutes, oldest first. */
  int[] loopsLately(long now) {
    return lately.counts(now);
  }

  /** The state at this time. */
  State state(long now) {
    if (root.rejected) {
      return State.REJECTED;
    }
    if (root.gate != null) {
      return State.HELD;
    }
    boolean looping = loop != null && loop.isAfter(root.reset) && now - loopAt < FORGOTTEN;
    return looping ? State.LOOPING : State.QUIET;
  }

  /** Removes an evicted output. */
  @SuppressWarnings("ReferenceEquality") // nearly always the first entry, the same object
  void dropped(Told told) {
    if (story.peekFirst() == told) {
      story.removeFirst();
    } else {
      story.remove(told);
    }
  }

  /** Whether its root has an open gate, so that it must not be evicted. */
  boolean mustStay() {
    return root.gate != null;
  }

  /** Its outputs, in the order in which they were read. */
  List<Told> story() {
    return List.copyOf(story);
  }

  /** The newest verdict on each loop, by loop id. */
  Map<String, Ruled> loops() {
    return loops;
  }

  /** The newest verdicts on loops since the root's last reset. */
  List<Ruled> loopsSinceReset() {
    return loops.values().stream().filter(ruled -> ruled.moment().isAfter(root.reset)).toList();
  }

  /** The leader's context of the newest loop since the root's last reset, or null. */
  LeaderContext leaderContext() {
    return loopsSinceReset().isEmpty() ? null : leaderContext;
  }

  boolean isRoot() {
    return root == this;
  }

  /** Whether its root is this object. */
  @SuppressWarnings("ReferenceEquality") // a scoped copy is another root
  boolean isBelow(TaskLine other) {
    return root == other;
  }

  TaskLine root() {
    return root;
  }

  GateLine gate() {
    return root.gate;
  }

  String taskId() {
    return taskId;
  }

  long key() {
    return key;
  }

  String workflow() {
    return workflow;
  }

  String agentId() {
    return agentId;
  }

  Set<LoopType> loopTypes() {
    return loopTypes;
  }

  int loopCount() {
    return root.loopCount;
  }

  /** Attempts of the newest loop; 0 after a reset. */
  int attempts() {
    boolean before = root.reset != null && (loop == null || root.reset.isAfter(loop));
    return before ? 0 : attempts;
  }

  String reason() {
    return reason;
  }

  long lastAt() {
    return lastAt;
  }

  Cost cost() {
    return cost;
  }
}
