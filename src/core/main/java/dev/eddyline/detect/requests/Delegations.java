package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DelegatedGoal;
import dev.eddyline.schema.DelegatedTask;
import dev.eddyline.schema.DelegatedTaskEnd;
import dev.eddyline.schema.DelegationHistory;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.text.Hash;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Records with which goals a root's subtasks are started, and how they end. */
public final class Delegations {

  /** Maximum stored tasks of a root. */
  static final int MAX_TASKS = 64;

  private Delegations() {}

  /**
   * The goal that an event gives to a task at its start; empty for other events, for a goal of too
   * few words, and where only the kind of agent is named.
   */
  public static Optional<DelegatedGoal> goalOfStart(
      AgentEvent event, String rootTaskId, Redaction redaction) {
    if (!(event.getBody() instanceof TaskStarted started)
        || started.getGoal().equals(event.getAgentId())) {
      return Optional.empty();
    }
    String parent = event.getParentTaskId() == null ? rootTaskId : event.getParentTaskId();
    return GoalFingerprint.of(started.getGoal())
        .map(
            goal ->
                new DelegatedGoal(
                    Hash.of(parent),
                    goal.words().count(),
                    goal.words().packed(),
                    goal.names(),
                    goal.body(),
                    redaction.apply(started.getGoal())));
  }

  /** The history after the start of the root itself. */
  static DelegationHistory withRoot(
      AgentEvent event,
      DelegatedGoal goal,
      SeenEvent started,
      DelegationHistory history,
      Signs progress) {
    DelegatedTask root =
        task(event.getTaskId(), event.getAgentId(), goal, started, history.getTasks(), progress);
    return isRunning(root, history.getTasks())
        ? history
        : with(history, insert(root, history.getTasks()));
  }

  /**
   * What follows from a subtask's start or end.
   *
   * @param loop the loop that the start closed, if any
   * @param history the root's next history
   */
  public record Compared(Optional<FoundLoop> loop, DelegationHistory history) {}

  /**
   * Compares the goal of a started subtask with those of the root's other tasks, or records the end
   * of a subtask.
   *
   * @param signal the start or end
   * @param progress progress of the root
   */
  public static Compared compare(
      SubtaskLoop signal, DelegationHistory history, Signs progress, DelegationLoop.Limits limits) {
    if (signal.getEnded() != null) {
      return new Compared(Optional.empty(), withEnd(signal, history, progress));
    }
    if (signal.getGoal() == null) {
      return new Compared(Optional.empty(), history);
    }
    List<DelegatedTask> known = new ArrayList<>(history.getTasks());
    long oldest = signal.getEventTime().toEpochMilli() - limits.window().toMillis();
    known.removeIf(each -> each.getStarted().getAt() < oldest);
    DelegatedTask task =
        task(
            signal.getTaskId(),
            signal.getAgentId(),
            signal.getGoal(),
            started(signal),
            known,
            progress);
    if (isRunning(task, known)) {
      return new Compared(Optional.empty(), history);
    }
    List<DelegatedTask> tasks = insert(task, known);
    if (!tasks.contains(task)) {
      return new Compared(Optional.empty(), history); // older than all that are stored
    }
    return new Compared(
        new DelegationComparison(signal, task, tasks, limits).loop(), with(history, tasks));
  }

  private static SeenEvent started(SubtaskLoop signal) {
    Source source = signal.getSource();
    return new SeenEvent(
        signal.getEventId(),
        signal.getEventTime().toEpochMilli(),
        source.getPartition(),
        source.getOffset(),
        "");
  }

  private static DelegatedTask task(
      String taskId,
      String agentId,
      DelegatedGoal goal,
      SeenEvent started,
      List<DelegatedTask> known,
      Signs progress) {
    DelegatedGoal stored = DelegatedGoal.newBuilder(goal).setText("").build();
    return new DelegatedTask(
        taskId,
        agentId,
        stored,
        sameGoal(stored, known),
        started,
        progress.getProgress(),
        progress.getNews(),
        null);
  }

  /** The hash of the first goal of the tasks with this one. */
  private static long sameGoal(DelegatedGoal goal, List<DelegatedTask> known) {
    GoalFingerprint fingerprint = GoalFingerprint.of(goal);
    for (int newest = known.size() - 1; newest >= 0; newest--) {
      if (fingerprint.isLike(GoalFingerprint.of(known.get(newest).getGoal()))) {
        return known.get(newest).getSameGoal();
      }
    }
    return goal.getBody();
  }

  /** Whether the task was started before and has not ended: it is started once. */
  private static boolean isRunning(DelegatedTask task, List<DelegatedTask> known) {
    return known.stream()
        .anyMatch(each -> each.getTaskId().equals(task.getTaskId()) && each.getEnd() == null);
  }

  /** The newest tasks with another one, in the order of their starts. */
  private static List<DelegatedTask> insert(DelegatedTask task, List<DelegatedTask> known) {
    List<DelegatedTask> tasks = new ArrayList<>(known);
    int place = tasks.size();
    while (place > 0 && tasks.get(place - 1).getStarted().getAt() > task.getStarted().getAt()) {
      place--;
    }
    tasks.add(place, task);
    return BoundedLists.newest(tasks, MAX_TASKS);
  }

  private static DelegationHistory withEnd(
      SubtaskLoop signal, DelegationHistory history, Signs progress) {
    List<DelegatedTask> tasks = new ArrayList<>(history.getTasks());
    for (int place = tasks.size() - 1; place >= 0; place--) {
      DelegatedTask task = tasks.get(place);
      if (task.getTaskId().equals(signal.getTaskId()) && task.getEnd() == null) {
        DelegatedTaskEnd end =
            new DelegatedTaskEnd(
                signal.getEventTime().toEpochMilli(),
                signal.getEnded().getSuccess(),
                signal.getEnded().getProgress(),
                progress.getNews());
        tasks.set(place, DelegatedTask.newBuilder(task).setEnd(end).build());
        return with(history, List.copyOf(tasks));
      }
    }
    return history;
  }

  private static DelegationHistory with(DelegationHistory history, List<DelegatedTask> tasks) {
    return new DelegationHistory(history.getStamp(), tasks);
  }
}
