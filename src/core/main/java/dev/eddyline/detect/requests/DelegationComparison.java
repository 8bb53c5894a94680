package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.Agents;
import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.SeenEvents;
import dev.eddyline.schema.DelegatedTask;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.text.Hash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The comparison of the goal of a started subtask with those of its ancestors, and of the tasks
 * that ended before it.
 *
 * <p>A task whose end is not known runs: those that start meanwhile are parallel and count once.
 *
 * @param signal the start of the subtask
 * @param task the subtask
 * @param tasks all tasks in the order of their starts, the subtask included
 * @param limits limits of the detector
 */
record DelegationComparison(
    SubtaskLoop signal,
    DelegatedTask task,
    List<DelegatedTask> tasks,
    DelegationLoop.Limits limits) {

  /** Tasks that the reason and the evidence name. */
  private static final int MAX_SHOWN = 5;

  /** Time after which a goal that was reached is a new request: a schedule. */
  private static final Duration SCHEDULE = Duration.ofMinutes(10);

  /** The loop that the start closes, if any; that of levels comes first. */
  Optional<FoundLoop> loop() {
    List<DelegatedTask> levels = levels();
    if (levels.size() >= limits.levels() + (hasOtherOpening(levels) ? 1 : 0)
        && !hasParallelSibling()) {
      return Optional.of(
          loop(
              "levels",
              levels,
              limits.levels(),
              "%d tasks, each below the one before, were started with the same goal: %s"
                  .formatted(levels.size(), names(levels, " → "))));
    }
    List<DelegatedTask> series = series();
    return series.size() >= limits.times()
        ? Optional.of(
            loop(
                "row",
                series,
                limits.times(),
                "%d subtasks were started one after the other with the same goal: %s"
                    .formatted(series.size(), names(series, ", "))))
        : Optional.empty();
  }

  /** The ancestors with the subtask's goal since progress of the root, and the subtask. */
  private List<DelegatedTask> levels() {
    GoalFingerprint goal = GoalFingerprint.of(task.getGoal());
    List<DelegatedTask> levels = new ArrayList<>();
    levels.add(task);
    Set<Long> visited = new HashSet<>();
    visited.add(Hash.of(task.getTaskId()));
    long parent = task.getGoal().getParent();
    while (visited.add(parent)) {
      Optional<DelegatedTask> ancestor = newestOf(parent);
      if (ancestor.isEmpty() || ancestor.get().getProgress() != task.getProgress()) {
        break;
      }
      if (goal.isLike(GoalFingerprint.of(ancestor.get().getGoal()))) {
        levels.add(0, ancestor.get());
      }
      parent = ancestor.get().getGoal().getParent();
    }
    return levels;
  }

  /** Whether a first sentence differs: it may be an instruction, and more levels have to agree. */
  private boolean hasOtherOpening(List<DelegatedTask> levels) {
    GoalFingerprint goal = GoalFingerprint.of(task.getGoal());
    return levels.stream().anyMatch(each -> !goal.isSame(GoalFingerprint.of(each.getGoal())));
  }

  private Optional<DelegatedTask> newestOf(long taskHash) {
    return tasks.stream()
        .filter(each -> Hash.of(each.getTaskId()) == taskHash)
        .reduce((older, newer) -> newer);
  }

  /** Whether another subtask of the same parent with the same goal runs already. */
  private boolean hasParallelSibling() {
    GoalFingerprint goal = GoalFingerprint.of(task.getGoal());
    return tasks.stream()
        .filter(each -> each.getGoal().getParent() == task.getGoal().getParent())
        .filter(this::isParallel)
        .anyMatch(each -> goal.isLike(GoalFingerprint.of(each.getGoal())));
  }

  /**
   * The longest series of tasks with the subtask's goal that ends with it, each started after the
   * end of the one before; empty if a parallel task already has a series of that length.
   */
  private List<DelegatedTask> series() {
    GoalFingerprint goal = GoalFingerprint.of(task.getGoal());
    List<DelegatedTask> same =
        tasks.stream().filter(each -> goal.isSame(GoalFingerprint.of(each.getGoal()))).toList();
    List<List<DelegatedTask>> all = new ArrayList<>();
    for (DelegatedTask next : same) {
      all.add(continued(next, all));
    }
    List<DelegatedTask> series = all.get(same.lastIndexOf(task));
    boolean isCounted =
        all.stream()
            .filter(other -> other.size() >= series.size())
            .anyMatch(other -> isParallel(BoundedLists.last(other)));
    return isCounted ? List.of() : series;
  }

  private boolean isParallel(DelegatedTask other) {
    return !other.getTaskId().equals(task.getTaskId()) && !endedBefore(other, task);
  }

  /** The longest of the earlier series that a task continues, with the task. */
  private static List<DelegatedTask> continued(
      DelegatedTask next, List<List<DelegatedTask>> earlier) {
    List<DelegatedTask> longest = List.of();
    for (List<DelegatedTask> series : earlier) {
      DelegatedTask before = BoundedLists.last(series);
      if (endedBefore(before, next)) {
        boolean isNew = isNewRequest(before, next);
        longest = isNew ? List.of() : series.size() > longest.size() ? series : longest;
      }
    }
    List<DelegatedTask> series = new ArrayList<>(longest);
    series.add(next);
    return series;
  }

  private static boolean endedBefore(DelegatedTask before, DelegatedTask next) {
    return before.getEnd() != null && before.getEnd().getAt() <= next.getStarted().getAt();
  }

  /**
   * Whether the next task is a new request: after progress, or after a success if the root had a
   * new result since or some time passed.
   */
  private static boolean isNewRequest(DelegatedTask before, DelegatedTask next) {
    boolean isProgress = before.getEnd().getProgress() || next.getProgress() > before.getProgress();
    long interval = next.getStarted().getAt() - before.getStarted().getAt();
    return isProgress
        || before.getEnd().getSuccess()
            && (next.getNews() > before.getEnd().getNews() || interval >= SCHEDULE.toMillis());
  }

  private static String names(List<DelegatedTask> tasks, String separator) {
    String names =
        BoundedLists.newest(tasks, MAX_SHOWN).stream()
            .map(DelegatedTask::getTaskId)
            .collect(Collectors.joining(separator));
    return tasks.size() > MAX_SHOWN ? "…" + separator + names : names;
  }

  private FoundLoop loop(String pattern, List<DelegatedTask> same, int limit, String reason) {
    List<SeenEvent> evidence =
        new ArrayList<>(
            BoundedLists.newest(same, MAX_SHOWN).stream()
                .map(each -> SeenEvents.withText(each.getStarted(), "started " + each.getTaskId()))
                .toList());
    evidence.set(
        evidence.size() - 1, SeenEvents.withText(task.getStarted(), signal.getGoal().getText()));
    return Loops.newLoopBuilder(
            LoopType.DELEGATION_LOOP,
            evidence,
            same.get(0).getStarted(),
            signal.getTaskCost(),
            signal.getAgentId())
        .setPattern(pattern)
        .setIdentity("goal " + Long.toHexString(task.getSameGoal()))
        .setOccurrences(same.size())
        .setAttempts(same.size())
        .setMeasured(same.size())
        .setLimit(limit)
        .setAgents(
            same.stream().map(DelegatedTask::getAgentId).distinct().limit(Agents.MAX).toList())
        .setReason(reason)
        .build();
  }
}
