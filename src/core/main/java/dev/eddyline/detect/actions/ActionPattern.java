package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.Periodicity;
import dev.eddyline.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A repetition among the newest actions.
 *
 * @param kind kind of repetition
 * @param period length of the repeated sequence, in actions
 * @param occurrences number of occurrences
 * @param limit occurrences that make a loop
 * @param complete whether the newest action completes an occurrence
 * @param first first action of the first occurrence
 * @param members its actions that are still stored, oldest first, the newest included
 */
record ActionPattern(
    PatternKind kind,
    int period,
    int occurrences,
    int limit,
    boolean complete,
    ToolAction first,
    List<ToolAction> members) {

  /** The patterns, in detection order. */
  enum PatternKind {
    /** Consecutive equal calls with the same result. */
    EXACT,
    /** The newest actions end in the same sequence, back to back. */
    CYCLE,
    /** Equal calls with the same result, with other calls in between. */
    INTERLEAVED,
    /** Calls of one tool with similar arguments that fail the same way. */
    NEAR,
    /** Calls of one tool with different arguments and the same result. */
    STAGNANT
  }

  /** How many times as many calls of something that runs make a loop. */
  private static final int WAIT_FACTOR = 4;

  ActionPattern {
    members = List.copyOf(members);
  }

  /** Whether it repeats one call, not variants or a sequence. */
  boolean isOfOneCall() {
    return kind == PatternKind.EXACT || kind == PatternKind.INTERLEAVED;
  }

  /** The newest action. */
  ToolAction newest() {
    return BoundedLists.last(members);
  }

  /**
   * The first pattern that matches at the newest action.
   *
   * @param isPoll whether that action may be a poll
   */
  static Optional<ActionPattern> findPattern(
      @Nullable SimilarResultRun before,
      ActionHistory history,
      boolean isPoll,
      RepeatedActionLimits limits) {
    return findEqualActionPattern(history, isPoll, limits)
        .or(() -> findSimilarResultPattern(before, history, limits));
  }

  /** The first matching pattern of equal actions. */
  static Optional<ActionPattern> findEqualActionPattern(
      ActionHistory history, boolean isPoll, RepeatedActionLimits limits) {
    if (history.recent().isEmpty()) {
      return Optional.empty();
    }
    return periodic(PatternKind.EXACT, history, isPoll, limits)
        .or(() -> periodic(PatternKind.CYCLE, history, isPoll, limits))
        .or(() -> interleaved(history, isPoll, limits));
  }

  private static Optional<ActionPattern> periodic(
      PatternKind kind, ActionHistory history, boolean isPoll, RepeatedActionLimits limits) {
    if (!limits.patterns().contains(kind)) {
      return Optional.empty();
    }
    List<ToolAction> recent = history.recent();
    boolean exact = kind == PatternKind.EXACT;
    int limit =
        exact
            ? limits.minEqualActionsForLoop(BoundedLists.last(recent))
            : limits.cycleOccurrences();
    return new Periodicity<>(recent, history.runs())
        .shortestRepetition(exact ? 1 : 2, exact ? 1 : limits.maxPeriod(), period -> limit)
        .flatMap(
            found -> {
              int needed = limit * waitFactor(BoundedLists.last(recent), isPoll, limits);
              if (found.occurrences() < needed) {
                return Optional.empty();
              }
              int length = Math.min(found.period() * found.occurrences(), recent.size());
              return Optional.of(
                  new ActionPattern(
                      kind,
                      found.period(),
                      found.occurrences(),
                      needed,
                      found.complete(),
                      found.start(),
                      BoundedLists.newest(recent, length)));
            });
  }

  private static Optional<ActionPattern> interleaved(
      ActionHistory history, boolean isPoll, RepeatedActionLimits limits) {
    if (!limits.patterns().contains(PatternKind.INTERLEAVED)) {
      return Optional.empty();
    }
    List<ToolAction> recent = history.recent();
    ToolAction newest = BoundedLists.last(recent);
    int oldest = Math.max(0, recent.size() - limits.interleavedWithin());
    int first = recent.size() - 1;
    int times = 0;
    for (int index = first; index >= oldest; index--) {
      ToolAction action = recent.get(index);
      if (action.isRepeatedBy(newest, limits)) {
        first = index;
        times++;
        if (limits.judgesByOutcome() && action.mayBeProgress()) {
          break; // the first of them
        }
      } else if (action.call() == newest.call()) {
        break; // the same call gave another result
      }
    }
    if (times < limits.interleaved() || times == recent.size() - first) {
      return Optional.empty();
    }
    int needed = limits.interleaved() * waitFactor(newest, isPoll, limits);
    if (times < needed) {
      return Optional.empty();
    }
    List<ToolAction> equal = new ArrayList<>();
    List<ToolAction> between = new ArrayList<>();
    for (ToolAction action : recent.subList(first, recent.size())) {
      (action.isRepeatedBy(newest, limits) ? equal : between).add(action);
    }
    if (!newest.isFailure(limits) && isDifferentWork(between, newest, times, limits)) {
      return Optional.empty();
    }
    return Optional.of(
        new ActionPattern(PatternKind.INTERLEAVED, 1, times, needed, true, equal.get(0), equal));
  }

  /**
   * How many times a limit applies to calls that wait for something. By outcome, a call after a
   * pause waits if it is running; one that fails may wait for what it needs.
   */
  static int waitFactor(ToolAction newest, boolean isPoll, RepeatedActionLimits limits) {
    boolean mayWait = isPoll && (!limits.judgesByOutcome() || newest.isFailure(limits));
    return mayWait || newest.isRunning() ? WAIT_FACTOR : 1;
  }

  /**
   * Whether different work was done between equal calls, and did not fail: a linter after each edit
   * of another file makes no loop. Other arguments alone do not make it different unless the check
   * is clean; its results do.
   *
   * @param check the newest of the equal calls; its result may be unknown
   * @param times number of equal calls
   */
  private static boolean isDifferentWork(
      List<ToolAction> between, ToolAction check, int times, RepeatedActionLimits limits) {
    if (limits.judgesByOutcome()) {
      return 2 * between.stream().filter(action -> action.isWorkBefore(check)).count() > times;
    }
    List<ToolAction> distinct = new ArrayList<>();
    int failures = 0;
    for (ToolAction action : between) {
      failures += action.failed() ? 1 : 0;
      if (distinct.stream().noneMatch(it -> it.isSameWork(action, check, limits))) {
        distinct.add(action);
      }
    }
    return 2 * distinct.size() > times && 2 * failures <= times;
  }

  private static Optional<ActionPattern> findSimilarResultPattern(
      @Nullable SimilarResultRun before, ActionHistory history, RepeatedActionLimits limits) {
    SimilarResultRun run = history.similarResultRun();
    if (run == null || before == null || run.distinctCallCount() <= before.distinctCallCount()) {
      return Optional.empty();
    }
    if (run.last().isFailure(limits)
        && run.isSameObject()
        && run.distinctCallCount() >= limits.near()
        && limits.patterns().contains(PatternKind.NEAR)) {
      return Optional.of(similarResultPattern(PatternKind.NEAR, limits.near(), run, history));
    }
    return run.areResultsEqual()
            && (run.isSameObject() || isTelling(run.last()))
            && run.distinctCallCount() >= limits.stagnant()
            && limits.patterns().contains(PatternKind.STAGNANT)
        ? Optional.of(similarResultPattern(PatternKind.STAGNANT, limits.stagnant(), run, history))
        : Optional.empty();
  }

  /** Whether a result shows that other arguments change nothing: it has content. */
  private static boolean isTelling(ToolAction action) {
    return action.outcome() == Outcome.KNOWN
        || action.outcome() != Outcome.DONE && action.requireResult().isTelling();
  }

  private static ActionPattern similarResultPattern(
      PatternKind kind, int limit, SimilarResultRun run, ActionHistory history) {
    List<ToolAction> recent = history.recent();
    int length = Math.min(run.totalCallCount() + run.otherToolCallCount(), recent.size());
    List<ToolAction> members =
        IntStream.range(recent.size() - length, recent.size())
            .mapToObj(recent::get)
            .filter(action -> action.tool().equals(run.last().tool()))
            .toList();
    return new ActionPattern(kind, 1, run.distinctCallCount(), limit, true, run.first(), members);
  }
}
