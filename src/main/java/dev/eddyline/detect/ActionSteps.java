package dev.eddyline.detect;

import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.Optional;

/**
 * Applies one event to the history of tool calls, and checks whether it closes a loop.
 *
 * @param seen the event
 * @param limits the rule's limits
 */
record ActionSteps(Observation seen, RepeatedActionLimits limits) {

  /** Handles a tool call: an action only if missing results count. */
  Finding<ActionHistory> called(ToolCalled call, ActionHistory history) {
    long key = ToolCallKey.of(call);
    ActionHistory open =
        ActionTrail.called(history, call, key, NearMeanings.text(call, limits, seen));
    if (!counts() || call.getRetryOf() != null || seen.waiting()) {
      return Finding.none(open);
    }
    ToolAction before = ActionTrail.newest(open, key).orElse(null);
    ToolAction action = ToolAction.of(key, call.getTool(), before, seen);
    Finding<ActionHistory> made = acted(open, action, Optional.empty());
    Optional<ActionPattern> loop = loop(open, made.history());
    return isTold(loop, action)
        ? made
        : new Finding<>(Optional.empty(), made.forgiven(), made.history());
  }

  /** A call that is only assumed to fail is reported only at the limit for calls without errors. */
  private boolean isTold(Optional<ActionPattern> loop, ToolAction newest) {
    return loop.isPresent()
        && (!newest.failed()
            || loop.get().kind() != ActionPattern.Kind.EXACT
            || loop.get().occurrences() >= limits.calls());
  }

  /** Handles a tool result: a new action, or the outcome of an action counted before. */
  Finding<ActionHistory> returned(ToolReturned returned, OpenCall call, ActionHistory history) {
    ActionHistory open = ActionTrail.answered(history, call);
    if (call.retry() || seen.waiting()) {
      return Finding.none(open);
    }
    if (seen.external().isPresent()) {
      return Finding.none(counts() ? RepeatedAction.anew(open) : open);
    }
    Sketch result = seen.result().orElseThrow();
    Optional<ToolAction> counted =
        counts() ? ActionTrail.newest(open, call.call()) : Optional.empty();
    if (counted.isPresent()) {
      Finding<ActionHistory> told =
          known(open, counted.get(), returned.getIsError(), result, call.said());
      return new NearMeanings(seen, limits)
          .after(told, open, counted.get().with(returned.getIsError(), result), call);
    }
    ToolAction action =
        ToolAction.of(call.call(), returned.getTool(), returned.getIsError(), result, seen);
    return new NearMeanings(seen, limits)
        .after(acted(open, action, Optional.of(call.said())), open, action, call);
  }

  /** A result without a known call proves nothing; it is stored only if it is not an error. */
  ActionHistory alone(ToolReturned returned, ActionHistory history) {
    if (returned.getIsError() || seen.waiting()) {
      return history;
    }
    String tool = ToolAction.name(returned.getTool());
    return ActionTrail.alone(history, tool, seen.result().orElseThrow(), limits);
  }

  private boolean counts() {
    return limits.missingOutcome() == RepeatedAction.MissingOutcome.COUNTS;
  }

  /** Adds an action; progress since the last action restarts the history. */
  private Finding<ActionHistory> acted(
      ActionHistory before, ToolAction action, Optional<CallWords> said) {
    ActionHistory after = extended(before, action, said);
    Optional<ActionPattern> loop = loop(before, after);
    if (before.recent().isEmpty() || before.progress() == seen.signs().getProgress()) {
      return finding(loop, after);
    }
    ActionHistory anew = extended(RepeatedAction.anew(before), action, said);
    return loop.isPresent()
        ? Finding.forgiven(SignsOfLife.reason(seen.signs()), anew)
        : Finding.none(anew);
  }

  /** Sets the outcome of an action that was counted at its call. */
  private Finding<ActionHistory> known(
      ActionHistory before, ToolAction counted, boolean failed, Sketch result, CallWords said) {
    ToolAction action = counted.with(failed, result);
    if (counted.result() != null && !counted.isAlike(action, limits)) {
      ActionHistory anew = RepeatedAction.anew(before);
      return Finding.none(extended(anew, action, Optional.of(said)));
    }
    ActionHistory corrected = ActionTrail.corrected(before, counted, action);
    ActionHistory after = corrected.withAlike(AlikeRun.after(before.alike(), action, said, limits));
    boolean closed = isTold(ActionPattern.repetition(before, limits), counted);
    return closed ? Finding.none(after) : finding(loop(before, after), after);
  }

  private ActionHistory extended(
      ActionHistory before, ToolAction action, Optional<CallWords> said) {
    ActionHistory after = ActionTrail.with(before, action, seen.signs().getProgress(), limits);
    return said.isPresent()
        ? after.withAlike(AlikeRun.after(before.alike(), action, said.get(), limits))
        : after;
  }

  private Optional<ActionPattern> loop(ActionHistory before, ActionHistory after) {
    return limits.enabled()
        ? ActionPattern.of(before.alike(), after, limits).filter(ActionPattern::complete)
        : Optional.empty();
  }

  private Finding<ActionHistory> finding(Optional<ActionPattern> loop, ActionHistory after) {
    return new Finding<>(loop.map(pattern -> ActionLoops.of(pattern, seen, limits)), after);
  }
}
