package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.Periodicity;
import dev.eddyline.state.StatePart;
import dev.eddyline.state.TaskState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tool calls of a task's agents. Immutable; lists are shared between successive histories, not
 * copied.
 *
 * @param pending calls without a result, oldest first
 * @param recent the newest actions, oldest first
 * @param runs repetition state for each period, from 1
 * @param similarResultRun the newest run of similar results; null before the first action
 * @param unmatchedResults the newest distinct results without a known call, oldest first
 * @param progress the task's progress count at the newest action
 * @param nearCalls failing calls whose arguments are compared by meaning
 */
public record ActionHistory(
    List<PendingCall> pending,
    List<ToolAction> recent,
    List<Periodicity.Run<ToolAction>> runs,
    @Nullable SimilarResultRun similarResultRun,
    List<UnmatchedResult> unmatchedResults,
    long progress,
    NearCalls nearCalls) {

  /** Where it is in a task's state. */
  static final HistoryPlace.InState<ActionHistory> PLACE =
      HistoryPlace.inState(
          new StatePart<>(10, "actions", new ActionCodec()), ofPendingCalls(List.of()));

  /** The history in a task's state. */
  static ActionHistory of(TaskState state) {
    return PLACE.of(state);
  }

  /** A history without actions, with these pending calls. */
  static ActionHistory ofPendingCalls(List<PendingCall> pending) {
    return new ActionHistory(pending, List.of(), List.of(), null, List.of(), 0L, NearCalls.NONE);
  }

  ActionHistory withPending(List<PendingCall> now) {
    return new ActionHistory(
        now, recent, runs, similarResultRun, unmatchedResults, progress, nearCalls);
  }

  ActionHistory withRecent(
      List<ToolAction> now, List<Periodicity.Run<ToolAction>> following, long progressCount) {
    return new ActionHistory(
        pending, now, following, similarResultRun, unmatchedResults, progressCount, nearCalls);
  }

  ActionHistory withSimilarResultRun(@Nullable SimilarResultRun now) {
    return new ActionHistory(pending, recent, runs, now, unmatchedResults, progress, nearCalls);
  }

  ActionHistory withUnmatchedResults(List<UnmatchedResult> now) {
    return new ActionHistory(pending, recent, runs, similarResultRun, now, progress, nearCalls);
  }

  @SuppressWarnings("ReferenceEquality") // identity
  ActionHistory withNearCalls(NearCalls now) {
    return now == nearCalls
        ? this
        : new ActionHistory(
            pending, recent, runs, similarResultRun, unmatchedResults, progress, now);
  }
}
