package dev.eddyline.detect;

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

  ActionPattern {
    members = List.copyOf(members);
  }

  /** The newest action. */
  ToolAction newest() {
    return BoundedLists.last(members);
  }

  /**
   * The first pattern that matches at the newest action.
   *
   * @param atNewest the pause at that action
   */
  static Optional<ActionPattern> findPattern(
      @Nullable SimilarResultRun before,
      ActionHistory history,
      Polls.Pause atNewest,
      RepeatedActionLimits limits) {
    return findEqualActionPattern(history, atNewest, limits)
        .or(() -> findSimilarResultPattern(before, history, limits));
  }

  /** The first matching pattern of equal actions. */
  static Optional<ActionPattern> findEqualActionPattern(
      ActionHistory history, Polls.Pause atNewest, RepeatedActionLimits limits) {
    if (history.recent().isEmpty()) {
      return Optional.empty();
    }
    return periodic(PatternKind.EXACT, history, atNewest, limits)
        .or(() -> periodic(PatternKind.CYCLE, history, atNewest, limits))
        .or(() -> interleaved(history, atNewest, limits));
  }

  private static Optional<ActionPattern> periodic(
      PatternKind kind, ActionHistory history, Polls.Pause atNewest, RepeatedActionLimits limits) {
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
              // calls directly after one another may have other events in between
              Polls.Pause pause =
                  exact
                      ? atNewest
                      : new Polls.Pause(longestPause(recent, found.period()), atNewest.declared());
              int needed =
                  limit
                      * limits
                          .polls()
                          .factor(
                              BoundedLists.last(recent).at() - found.start().at(),
                              found.occurrences() - 1,
                              timeOfNewest(recent, found.period()),
                              pause);
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
      ActionHistory history, Polls.Pause atNewest, RepeatedActionLimits limits) {
    if (!limits.patterns().contains(PatternKind.INTERLEAVED)) {
      return Optional.empty();
    }
    List<ToolAction> recent = history.recent();
    ToolAction newest = BoundedLists.last(recent);
    int oldest = Math.max(0, recent.size() - limits.interleavedWithin());
    int first = recent.size() - 1;
    int sincePrevious = 0;
    int times = 0;
    for (int index = first; index >= oldest; index--) {
      ToolAction action = recent.get(index);
      if (action.isSameCallAndOutcome(newest, limits)) {
        first = index;
        times++;
        sincePrevious = times == 2 ? recent.size() - 1 - index : sincePrevious;
      } else if (action.call() == newest.call()) {
        break; // the same call gave another result
      }
    }
    if (times < limits.interleaved() || times == recent.size() - first) {
      return Optional.empty();
    }
    int needed =
        limits.interleaved()
            * limits
                .polls()
                .factor(
                    newest.at() - recent.get(first).at(),
                    times - 1,
                    timeOfNewest(recent, sincePrevious),
                    new Polls.Pause(longestPause(recent, sincePrevious), atNewest.declared()));
    if (times < needed) {
      return Optional.empty();
    }
    List<ToolAction> equal = new ArrayList<>();
    List<ToolAction> between = new ArrayList<>();
    for (ToolAction action : recent.subList(first, recent.size())) {
      (action.isSameCallAndOutcome(newest, limits) ? equal : between).add(action);
    }
    if (!newest.failed() && isDifferentWork(between, newest, times, limits)) {
      return Optional.empty();
    }
    return Optional.of(
        new ActionPattern(PatternKind.INTERLEAVED, 1, times, needed, true, equal.get(0), equal));
  }

  private static long timeOfNewest(List<ToolAction> recent, int steps) {
    return BoundedLists.last(recent).at() - recent.get(recent.size() - 1 - steps).at();
  }

  /**
   * The longest pause between two of the newest actions. The time before a failure is none: the
   * tool itself may have taken it.
   *
   * @param steps number of actions after the first of them
   */
  private static long longestPause(List<ToolAction> recent, int steps) {
    long longest = 0;
    for (int index = recent.size() - steps; index < recent.size(); index++) {
      long time = recent.get(index).at() - recent.get(index - 1).at();
      longest = recent.get(index).failed() ? longest : Math.max(longest, time);
    }
    return longest;
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
    if (run.last().failed()
        && run.isSameObject()
        && run.distinctCallCount() >= limits.near()
        && limits.patterns().contains(PatternKind.NEAR)) {
      return Optional.of(similarResultPattern(PatternKind.NEAR, limits.near(), run, history));
    }
    return run.areResultsEqual()
            && (run.isSameObject() || run.last().requireResult().isTelling())
            && run.distinctCallCount() >= limits.stagnant()
            && limits.patterns().contains(PatternKind.STAGNANT)
        ? Optional.of(similarResultPattern(PatternKind.STAGNANT, limits.stagnant(), run, history))
        : Optional.empty();
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
