package dev.eddyline.detect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tool calls of a task's agents. Immutable; lists are shared between successive histories, not
 * copied.
 *
 * @param pending calls without a result, oldest first
 * @param recent the newest actions, oldest first
 * @param runs repetition state for each period, from 1
 * @param alike the newest run of similar results; null before the first action
 * @param lone the newest distinct results without a known call, oldest first
 * @param progress the task's progress count at the newest action
 * @param near failing calls whose arguments are compared by meaning
 */
public record ActionHistory(
    List<OpenCall> pending,
    List<ToolAction> recent,
    List<Periodicity.Run<ToolAction>> runs,
    @Nullable AlikeRun alike,
    List<LoneResult> lone,
    long progress,
    NearCalls near) {

  /** A history without actions, with these pending calls. */
  static ActionHistory begin(List<OpenCall> pending) {
    return new ActionHistory(pending, List.of(), List.of(), null, List.of(), 0L, NearCalls.NONE);
  }

  ActionHistory withPending(List<OpenCall> now) {
    return new ActionHistory(now, recent, runs, alike, lone, progress, near);
  }

  ActionHistory withRecent(
      List<ToolAction> now, List<Periodicity.Run<ToolAction>> following, long gotFurther) {
    return new ActionHistory(pending, now, following, alike, lone, gotFurther, near);
  }

  ActionHistory withAlike(AlikeRun now) {
    return new ActionHistory(pending, recent, runs, now, lone, progress, near);
  }

  ActionHistory withLone(List<LoneResult> now) {
    return new ActionHistory(pending, recent, runs, alike, now, progress, near);
  }

  @SuppressWarnings("ReferenceEquality") // identity
  ActionHistory withNear(NearCalls now) {
    return now == near
        ? this
        : new ActionHistory(pending, recent, runs, alike, lone, progress, now);
  }
}
