package dev.eddyline.console;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the view knows of one task, root or below; one thread at a time. */
final class TaskLine {

  /** How a task stands, as far as outputs tell. */
  enum State {
    LOOPING,
    HELD,
    REJECTED,
    QUIET
  }

  /** Entries of a story that are kept. */
  static final int MOST_TOLD = 200;

  /** Loops of a root that are kept. */
  private static final int MOST_LOOPS = 32;

  /** Time after which a loop is forgotten with its task. */
  private static final long FORGOTTEN = Duration.ofHours(24).toMillis();

  private static final int SLOTS = 12;
  private static final long SLOT = Duration.ofMinutes(5).toMillis();

  private final String taskId;
  private final long key;
  private final TaskLine root;
  private final Deque<Told> story = new ArrayDeque<>();
  private final Set<LoopType> loopTypes = EnumSet.noneOf(LoopType.class);
  private final Map<String, LoopVerdict> loops = new LinkedHashMap<>();
  private final int[] slots = new int[SLOTS];
  private long newestSlot;
  private String workflow;
  private String agentId;
  private String reason;
  private long lastAt;
  private Cost cost = new Cost(0L, 0.0, 0L);
  private int attempts;
  // of a root
  private Told counted;
  private int loopCount;
  private Told loop;
  private Told reset;
  private Told decided;
  private boolean rejected;
  private GateLine gate;

  /** A task of which nothing was told; root null where it is one itself. */
  TaskLine(String taskId, TaskLine root) {
    this.taskId = taskId;
    this.root = root == null ? this : root;
    key = Hash.of(taskId);
  }

  /** Follows an output about it or, of a root, about a task below it. */
  void take(Told told) {
    lastAt = Math.max(lastAt, told.at());
    if (!told.isPlainAnswer()) {
      story.addLast(told);
      if (story.size() > MOST_TOLD) {
        story.removeFirst();
      }
    }
    if (told.record() instanceof LoopVerdict verdict) {
      take(told, verdict);
    } else if (told.record() instanceof GateTrigger trigger) {
      reason = trigger.getReason();
      workflow = trigger.getWorkflow() == null ? workflow : trigger.getWorkflow();
      agentId = agentId == null ? trigger.getAgentId() : agentId;
    } else if (told.record() instanceof LoopReset change) {
      reason = change.getReason();
      attempts = 0;
    }
  }

  private void take(Told told, LoopVerdict verdict) {
    boolean own = told.taskId().equals(taskId);
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
      loops.remove(verdict.getLoopId());
      loops.put(verdict.getLoopId(), verdict);
      if (loops.size() > MOST_LOOPS) {
        loops.remove(loops.keySet().iterator().next());
      }
    }
    if (told.isLoop()) {
      loop = loop == null || told.compareTo(loop) > 0 ? told : loop;
      sparkle(told.at());
    }
  }

  /** As a root: follows its counter. */
  void count(Told told) {
    boolean newer = counted == null || told.compareTo(counted) > 0;
    if (told.record() instanceof LoopVerdict verdict && !verdict.getShadow() && newer) {
      counted = told;
      loopCount = verdict.getLoopCount();
    } else if (told.record() instanceof LoopReset) {
      reset = reset == null || told.compareTo(reset) > 0 ? told : reset;
      if (newer) {
        counted = told;
        loopCount = 0;
      }
      rejected = rejected && decided != null && decided.compareTo(told) > 0;
    }
  }

  /** As a root: its gate changed. */
  void gate(Told told, GateLine changed, boolean rejects) {
    if (changed.isOpen()) {
      gate = changed;
      rejected = false;
    } else {
      gate = gate == changed ? null : gate;
      decided = told;
      rejected = rejects && (reset == null || told.compareTo(reset) > 0);
    }
  }

  private void sparkle(long at) {
    long slot = at / SLOT;
    move(slot);
    if (newestSlot - slot < SLOTS) {
      slots[(int) (slot % SLOTS)]++;
    }
  }

  private void move(long slot) {
    if (slot - newestSlot >= SLOTS) {
      Arrays.fill(slots, 0);
      newestSlot = slot;
    }
    while (newestSlot < slot) {
      newestSlot++;
      slots[(int) (newestSlot % SLOTS)] = 0;
    }
  }

  /** Loops in each of the last 12 times 5 minutes, oldest first. */
  int[] loopsLately(long now) {
    int[] lately = new int[SLOTS];
    long last = now / SLOT;
    for (int i = 0; i < SLOTS; i++) {
      long slot = last - (SLOTS - 1) + i;
      boolean kept = slot <= newestSlot && newestSlot - slot < SLOTS;
      lately[i] = kept ? slots[(int) (slot % SLOTS)] : 0;
    }
    return lately;
  }

  /** How it stands at this time. */
  State state(long now) {
    if (root.rejected) {
      return State.REJECTED;
    }
    if (root.gate != null) {
      return State.HELD;
    }
    boolean looping =
        loop != null
            && (root.reset == null || loop.compareTo(root.reset) > 0)
            && now - loop.at() < FORGOTTEN;
    return looping ? State.LOOPING : State.QUIET;
  }

  /** Takes note that an output is no longer kept. */
  void dropped(Told told) {
    if (story.peekFirst() == told) {
      story.removeFirst();
    } else {
      story.remove(told);
    }
  }

  /** Whether it must stay: an open gate, or one of a task below it. */
  boolean mustStay() {
    return root.gate != null;
  }

  /** What was told of it, in the order in which it was read. */
  List<Told> story() {
    return List.copyOf(story);
  }

  /** The newest verdict on each of its loops since the last reset, by their identity. */
  Map<String, LoopVerdict> loops() {
    return loops;
  }

  /** The newest verdict on each loop that came since the root's last reset. */
  List<LoopVerdict> loopsSinceReset() {
    return loops.values().stream()
        .filter(
            verdict ->
                root.reset == null || verdict.getDecidedAt().toEpochMilli() > root.reset.at())
        .toList();
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

  /** Attempts at what loops; 0 after a reset. */
  int attempts() {
    boolean before = root.reset != null && (loop == null || loop.compareTo(root.reset) < 0);
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
