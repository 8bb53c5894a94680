package dev.eddyline.detect;

import dev.eddyline.schema.ActionHistory;
import dev.eddyline.schema.ActionRun;
import dev.eddyline.schema.AlikeRun;
import dev.eddyline.schema.LoneResult;
import dev.eddyline.schema.PendingCall;
import dev.eddyline.schema.ToolAction;
import dev.eddyline.schema.ToolCalled;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How the history of a task's tool calls grows, is corrected and begins anew. */
final class ActionTrail {

  /** Actions that are remembered. */
  static final int MAX_RECENT = 20;

  /** Calls without a result that are remembered. */
  private static final int MAX_PENDING = 16;

  /** Distinct results without a known call that are remembered. */
  private static final int MAX_LONE = 8;

  private ActionTrail() {}

  /** No action yet, these calls under way. */
  static ActionHistory begin(List<PendingCall> pending) {
    return new ActionHistory(pending, List.of(), List.of(), null, List.of(), 0L);
  }

  /** The history with one more call under way; a retry takes the place of what it retries. */
  static ActionHistory called(ActionHistory history, ToolCalled call, long key) {
    List<PendingCall> pending = new ArrayList<>(history.getPending());
    boolean retry = call.getRetryOf() != null;
    boolean replaces =
        retry && pending.removeIf(open -> open.getCallId() == Hash.of(call.getRetryOf()));
    String said = call.getLoopKey() == null ? call.getArguments() : call.getLoopKey();
    pending.add(
        new PendingCall(
            Hash.of(call.getCallId()), key, retry && !replaces, WordBag.of(said).kept()));
    if (pending.size() > MAX_PENDING) {
      pending.remove(0);
    }
    return withPending(history, pending);
  }

  /** The history without a call that has been answered. */
  static ActionHistory answered(ActionHistory history, PendingCall call) {
    List<PendingCall> pending = new ArrayList<>(history.getPending());
    pending.remove(call);
    return withPending(history, pending);
  }

  /** The history with one more action. */
  static ActionHistory with(
      ActionHistory history, ToolAction action, long progress, RepeatedAction.Limits limits) {
    Periodicity<ToolAction> followed =
        new Periodicity<>(history.getRecent(), runs(history))
            .with(
                action,
                limits.maxPeriod(),
                MAX_RECENT,
                (one, other) -> ToolActions.same(one, other, limits));
    ActionHistory after = copy(history);
    after.setRecent(followed.recent());
    after.setRuns(withinWindow(followed, action, limits));
    after.setProgress(progress);
    return after;
  }

  /** The history with this run of alike results. */
  static ActionHistory with(ActionHistory history, AlikeRun alike) {
    ActionHistory after = copy(history);
    after.setAlike(alike);
    return after;
  }

  /** The history with a result whose call is not known; it takes the place of one like it. */
  static ActionHistory alone(
      ActionHistory history, String tool, Sketch result, RepeatedAction.Limits limits) {
    List<LoneResult> lone = new ArrayList<>(history.getLone());
    lone.removeIf(earlier -> RepeatedAction.isLike(earlier, tool, result, limits));
    lone.add(new LoneResult(tool, result.kept()));
    ActionHistory after = copy(history);
    after.setLone(List.copyOf(Newest.of(lone, MAX_LONE)));
    return after;
  }

  /** The newest action of a call, if it is remembered. */
  static Optional<ToolAction> newest(ActionHistory history, long call) {
    List<ToolAction> recent = history.getRecent();
    for (int place = recent.size() - 1; place >= 0; place--) {
      if (recent.get(place).getCall() == call) {
        return Optional.of(recent.get(place));
      }
    }
    return Optional.empty();
  }

  /** The history with one of its actions known better. */
  static ActionHistory corrected(ActionHistory history, ToolAction before, ToolAction after) {
    List<ToolAction> recent = new ArrayList<>(history.getRecent());
    recent.set(recent.lastIndexOf(before), after);
    ActionHistory corrected = copy(history);
    corrected.setRecent(recent);
    return corrected;
  }

  /** How far the actions repeat, by period. */
  static List<Periodicity.Run<ToolAction>> runs(ActionHistory history) {
    return history.getRuns().stream()
        .map(run -> new Periodicity.Run<>(run.getLength(), run.getStart()))
        .toList();
  }

  private static ActionHistory withPending(ActionHistory history, List<PendingCall> pending) {
    ActionHistory after = copy(history);
    after.setPending(pending);
    return after;
  }

  private static ActionHistory copy(ActionHistory history) {
    return new ActionHistory(
        history.getPending(),
        history.getRecent(),
        history.getRuns(),
        history.getAlike(),
        history.getLone(),
        history.getProgress());
  }

  /** The runs to be kept: one that began too long ago begins anew with its newest pair. */
  private static List<ActionRun> withinWindow(
      Periodicity<ToolAction> followed, ToolAction newest, RepeatedAction.Limits limits) {
    List<ToolAction> recent = followed.recent();
    List<ActionRun> kept = new ArrayList<>(followed.runs().size());
    for (Periodicity.Run<ToolAction> run : followed.runs()) {
      int period = kept.size() + 1;
      boolean old = run.length() > 0 && !ToolActions.isNear(run.start(), newest, limits);
      ToolAction start = old ? recent.get(recent.size() - 1 - period) : run.start();
      kept.add(new ActionRun(old ? 1 : run.length(), start == null ? null : bare(start)));
    }
    return kept;
  }

  /** A beginning is only told, never compared. */
  private static ToolAction bare(ToolAction start) {
    return ToolActions.with(start, start.getFailed(), null);
  }
}
