package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.Periodicity;
import dev.eddyline.detect.api.Sketch;
import dev.eddyline.detect.api.WaitShare;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.text.Hash;
import dev.eddyline.text.WordBag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates updated histories of a task's tool calls. */
final class ActionHistoryEditor {

  /** Maximum stored actions. */
  static final int MAX_RECENT = 20;

  /** Maximum stored calls without a result. */
  private static final int MAX_PENDING = 16;

  /** Maximum stored distinct results without a known call. */
  private static final int MAX_UNMATCHED_RESULTS = 8;

  private ActionHistoryEditor() {}

  /**
   * Adds a pending call; a retry replaces the call that it retries.
   *
   * @param waits how much of it is waiting
   * @param waited whether a call that waits came just before it
   * @param silenceMillis time without an event just before the call
   * @param text input for the sentence model (loopKey or arguments), or null
   */
  static ActionHistory addPendingCall(
      ActionHistory history,
      ToolCalled call,
      long key,
      WaitShare waits,
      boolean waited,
      long silenceMillis,
      @Nullable String text) {
    List<PendingCall> pending = new ArrayList<>(history.pending());
    boolean retry = call.getRetryOf() != null;
    boolean replaces =
        retry && pending.removeIf(open -> open.callId() == Hash.of(call.getRetryOf()));
    pending.add(
        new PendingCall(
            Hash.of(call.getCallId()),
            key,
            retry && !replaces,
            waits == WaitShare.ALL,
            waited || waits != WaitShare.NONE,
            WordBag.ofPieces(loopKeyOrArguments(call)),
            silenceMillis,
            text));
    return history.withPending(BoundedLists.newest(pending, MAX_PENDING));
  }

  /** What distinguishes a call from others of its tool; its id if nothing else is known. */
  static String loopKeyOrArguments(ToolCalled call) {
    if (call.getLoopKey() != null) {
      return call.getLoopKey();
    }
    return call.getArguments() == null ? call.getCallId() : call.getArguments();
  }

  /** The pending call with this hash of its callId. */
  static Optional<PendingCall> findPendingCall(ActionHistory history, long callId) {
    for (PendingCall open : history.pending()) {
      if (open.callId() == callId) {
        return Optional.of(open);
      }
    }
    return Optional.empty();
  }

  /** Removes an answered call. */
  @SuppressWarnings("ReferenceEquality") // identity of the call
  static ActionHistory removePendingCall(ActionHistory history, PendingCall call) {
    List<PendingCall> pending = new ArrayList<>(history.pending());
    pending.removeIf(open -> open == call);
    return history.withPending(List.copyOf(pending));
  }

  /** Adds an action. */
  static ActionHistory addAction(
      ActionHistory history, ToolAction action, long progress, RepeatedActionLimits limits) {
    Periodicity<ToolAction> periodicity =
        new Periodicity<>(history.recent(), history.runs())
            .append(
                action,
                limits.maxPeriod(),
                MAX_RECENT,
                (one, other) -> one.isRepeatedBy(other, limits));
    return history.withRecent(
        periodicity.recent(), restartExpiredRuns(periodicity, action, limits), progress);
  }

  /** Adds a result without a known call; it replaces a similar one. */
  static ActionHistory addUnmatchedResult(
      ActionHistory history, String tool, Sketch result, RepeatedActionLimits limits) {
    List<UnmatchedResult> unmatchedResults = new ArrayList<>(history.unmatchedResults());
    unmatchedResults.removeIf(earlier -> earlier.isLike(tool, result, limits));
    return history.withUnmatchedResults(
        BoundedLists.appendNewest(
            unmatchedResults, new UnmatchedResult(tool, result), MAX_UNMATCHED_RESULTS));
  }

  /** The newest stored action of a call. */
  static Optional<ToolAction> newestActionOfCall(ActionHistory history, long call) {
    List<ToolAction> recent = history.recent();
    for (int index = recent.size() - 1; index >= 0; index--) {
      if (recent.get(index).call() == call) {
        return Optional.of(recent.get(index));
      }
    }
    return Optional.empty();
  }

  /** Replaces an action. */
  static ActionHistory replaceAction(ActionHistory history, ToolAction before, ToolAction after) {
    List<ToolAction> recent = new ArrayList<>(history.recent());
    recent.set(recent.lastIndexOf(before), after);
    return history.withRecent(List.copyOf(recent), history.runs(), history.progress());
  }

  /** The updated runs; one that began before the window restarts with its newest pair. */
  @SuppressWarnings("ReferenceEquality") // identity
  private static List<Periodicity.Run<ToolAction>> restartExpiredRuns(
      Periodicity<ToolAction> periodicity, ToolAction newest, RepeatedActionLimits limits) {
    List<ToolAction> recent = periodicity.recent();
    List<Periodicity.Run<ToolAction>> runs = periodicity.runs();
    List<Periodicity.Run<ToolAction>> updatedRuns = runs;
    for (int period = 1; period <= runs.size(); period++) {
      Periodicity.Run<ToolAction> run = runs.get(period - 1);
      ToolAction firstAction = run.start();
      if (run.length() == 0 || firstAction == null) {
        continue;
      }
      boolean old = !firstAction.isWithinWindow(newest, limits);
      ToolAction start =
          (old ? recent.get(recent.size() - 1 - period) : firstAction).withoutResult();
      if (start != firstAction) {
        updatedRuns = updatedRuns == runs ? new ArrayList<>(runs) : updatedRuns;
        updatedRuns.set(period - 1, new Periodicity.Run<>(old ? 1 : run.length(), start));
      }
    }
    return List.copyOf(updatedRuns);
  }
}
