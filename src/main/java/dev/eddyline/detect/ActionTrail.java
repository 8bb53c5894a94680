package dev.eddyline.detect;

import dev.eddyline.schema.ToolCalled;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates updated histories of a task's tool calls. */
final class ActionTrail {

  /** Maximum stored actions. */
  static final int MAX_RECENT = 20;

  /** Maximum stored calls without a result. */
  private static final int MAX_PENDING = 16;

  /** Maximum stored distinct results without a known call. */
  private static final int MAX_LONE = 8;

  private ActionTrail() {}

  /**
   * Adds a pending call; a retry replaces the call that it retries.
   *
   * @param text input for the sentence model (loopKey or arguments), or null
   */
  static ActionHistory called(
      ActionHistory history, ToolCalled call, long key, @Nullable String text) {
    List<OpenCall> pending = new ArrayList<>(history.pending());
    boolean retry = call.getRetryOf() != null;
    boolean replaces =
        retry && pending.removeIf(open -> open.callId() == Hash.of(call.getRetryOf()));
    pending.add(
        new OpenCall(
            Hash.of(call.getCallId()), key, retry && !replaces, CallWords.of(said(call)), text));
    return history.withPending(Newest.of(pending, MAX_PENDING));
  }

  /** What distinguishes a call from others of its tool. */
  static String said(ToolCalled call) {
    return call.getLoopKey() == null ? call.getArguments() : call.getLoopKey();
  }

  /** The pending call with this hash of its callId. */
  static Optional<OpenCall> pending(ActionHistory history, long callId) {
    for (OpenCall open : history.pending()) {
      if (open.callId() == callId) {
        return Optional.of(open);
      }
    }
    return Optional.empty();
  }

  /** Removes an answered call. */
  @SuppressWarnings("ReferenceEquality") // identity of the call
  static ActionHistory answered(ActionHistory history, OpenCall call) {
    List<OpenCall> pending = new ArrayList<>(history.pending());
    pending.removeIf(open -> open == call);
    return history.withPending(List.copyOf(pending));
  }

  /** Adds an action. */
  static ActionHistory with(
      ActionHistory history, ToolAction action, long progress, RepeatedActionLimits limits) {
    Periodicity<ToolAction> followed =
        new Periodicity<>(history.recent(), history.runs())
            .with(
                action, limits.maxPeriod(), MAX_RECENT, (one, other) -> one.isSame(other, limits));
    return history.withRecent(followed.recent(), withinWindow(followed, action, limits), progress);
  }

  /** Adds a result without a known call; it replaces a similar one. */
  static ActionHistory alone(
      ActionHistory history, String tool, Sketch result, RepeatedActionLimits limits) {
    List<LoneResult> lone = new ArrayList<>(history.lone());
    lone.removeIf(earlier -> earlier.isLike(tool, result, limits));
    return history.withLone(Newest.of(lone, new LoneResult(tool, result), MAX_LONE));
  }

  /** The newest stored action of a call. */
  static Optional<ToolAction> newest(ActionHistory history, long call) {
    List<ToolAction> recent = history.recent();
    for (int place = recent.size() - 1; place >= 0; place--) {
      if (recent.get(place).call() == call) {
        return Optional.of(recent.get(place));
      }
    }
    return Optional.empty();
  }

  /** Replaces an action. */
  static ActionHistory corrected(ActionHistory history, ToolAction before, ToolAction after) {
    List<ToolAction> recent = new ArrayList<>(history.recent());
    recent.set(recent.lastIndexOf(before), after);
    return history.withRecent(List.copyOf(recent), history.runs(), history.progress());
  }

  /** The updated runs; one that began before the window restarts with its newest pair. */
  @SuppressWarnings("ReferenceEquality") // identity
  private static List<Periodicity.Run<ToolAction>> withinWindow(
      Periodicity<ToolAction> followed, ToolAction newest, RepeatedActionLimits limits) {
    List<ToolAction> recent = followed.recent();
    List<Periodicity.Run<ToolAction>> runs = followed.runs();
    List<Periodicity.Run<ToolAction>> kept = runs;
    for (int period = 1; period <= runs.size(); period++) {
      Periodicity.Run<ToolAction> run = runs.get(period - 1);
      ToolAction begun = run.start();
      if (run.length() == 0 || begun == null) {
        continue;
      }
      boolean old = !begun.isNear(newest, limits);
      ToolAction start = (old ? recent.get(recent.size() - 1 - period) : begun).bare();
      if (start != begun) {
        kept = kept == runs ? new ArrayList<>(runs) : kept;
        kept.set(period - 1, new Periodicity.Run<>(old ? 1 : run.length(), start));
      }
    }
    return List.copyOf(kept);
  }
}
