package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.api.Sketch;
import dev.eddyline.detect.api.WaitShare;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.text.WordBag;
import java.util.Optional;

/**
 * Applies one event to the history of tool calls, and checks whether it closes a loop.
 *
 * @param enriched the event
 * @param limits the detector's limits
 */
record ToolEventHandler(EnrichedEvent enriched, RepeatedActionLimits limits) {

  /** Handles a tool call: an action only if missing results count. */
  DetectionResult<ActionHistory> onToolCalled(ToolCalled call, ActionHistory history) {
    long key = enriched.callHash().orElseGet(() -> ToolCallKey.of(call));
    ActionHistory open =
        ActionHistoryEditor.addPendingCall(
            history,
            call,
            key,
            enriched.waits(),
            enriched.waited(),
            enriched.silenceMillis(),
            ArgumentMeaningQuestions.sentenceModelInput(call, limits, enriched));
    if (!countsCallsWithoutResult()
        || call.getRetryOf() != null
        || enriched.waits() == WaitShare.ALL
        || enriched.isAgentWaiting()) {
      return DetectionResult.noLoop(open);
    }
    ToolAction before = ActionHistoryEditor.newestActionOfCall(open, key).orElse(null);
    ToolAction action = ToolAction.of(key, call.getTool(), before, enriched);
    DetectionResult<ActionHistory> made = addActionAndDetect(open, action, Optional.empty());
    Optional<ActionPattern> loop = completedPattern(open, made.history());
    return shouldReportLoop(loop, action)
        ? made
        : new DetectionResult<>(Optional.empty(), made.forgiven(), made.history());
  }

  /** A call that is only assumed to fail is reported only at the limit for calls without errors. */
  private boolean shouldReportLoop(Optional<ActionPattern> loop, ToolAction newest) {
    return loop.isPresent()
        && (!newest.failed()
            || loop.get().kind() != ActionPattern.PatternKind.EXACT
            || loop.get().occurrences() >= limits.calls());
  }

  /** Handles a tool result: a new action, or the outcome of an action counted before. */
  DetectionResult<ActionHistory> onToolReturned(
      ToolReturned returned, PendingCall call, ActionHistory history) {
    ActionHistory open =
        ActionHistoryEditor.removePendingCall(
            isScheduled() ? RepeatedAction.restartedHistory(history) : history, call);
    if (call.retry() || call.onlyWaits() || enriched.isAgentWaiting()) {
      return DetectionResult.noLoop(open);
    }
    if (enriched.externalFaultKind().isPresent()) {
      return DetectionResult.noLoop(
          countsCallsWithoutResult() ? RepeatedAction.restartedHistory(open) : open);
    }
    if (enriched.result().isEmpty()) {
      return onUnknownOutput(returned, call, open);
    }
    Sketch result =
        limits.judgesByOutcome()
            ? enriched.result().get().withoutCounters()
            : enriched.result().get();
    Optional<ToolAction> counted =
        countsCallsWithoutResult()
            ? ActionHistoryEditor.newestActionOfCall(open, call.call())
            : Optional.empty();
    if (counted.isPresent()) {
      DetectionResult<ActionHistory> outcome =
          setOutcomeAndDetect(
              open, counted.get(), returned.getIsError(), result, call.argumentWords());
      return new ArgumentMeaningQuestions(enriched, limits)
          .extendWithMeaningComparison(
              outcome, open, counted.get().withResult(returned.getIsError(), result), call);
    }
    ToolAction action =
        ToolAction.of(call.call(), returned.getTool(), returned.getIsError(), result, enriched);
    return new ArgumentMeaningQuestions(enriched, limits)
        .extendWithMeaningComparison(
            addActionAndDetect(open, action, Optional.of(call.argumentWords())),
            open,
            action,
            call);
  }

  /** An unknown output is equal to no other. Where calls without result count, this one did. */
  private DetectionResult<ActionHistory> onUnknownOutput(
      ToolReturned returned, PendingCall call, ActionHistory open) {
    if (countsCallsWithoutResult()) {
      return DetectionResult.noLoop(open);
    }
    ToolAction action =
        ToolAction.of(call.call(), returned.getTool(), returned.getIsError(), null, enriched);
    return addActionAndDetect(open.withSimilarResultRun(null), action, Optional.empty());
  }

  /** A result without a known call proves nothing; it is stored only if it is not an error. */
  ActionHistory storeUnmatchedResult(ToolReturned returned, ActionHistory history) {
    if (returned.getIsError() || enriched.result().isEmpty() || enriched.isAgentWaiting()) {
      return history;
    }
    String tool = ToolAction.truncateToolName(returned.getTool());
    return ActionHistoryEditor.addUnmatchedResult(history, tool, enriched.result().get(), limits);
  }

  /** Whether a break came before the call: a schedule, unless it failed. */
  private boolean isScheduled() {
    return enriched.outcome().filter(it -> it.isAfterBreak() && !it.isFailure()).isPresent();
  }

  private boolean countsCallsWithoutResult() {
    return limits.missingOutcome() == RepeatedAction.MissingOutcome.COUNTS;
  }

  /** Adds an action; progress since the last action restarts the history. */
  private DetectionResult<ActionHistory> addActionAndDetect(
      ActionHistory before, ToolAction action, Optional<WordBag> callWords) {
    ActionHistory after = appendAction(before, action, callWords);
    Optional<ActionPattern> loop = completedPattern(before, after);
    if (before.recent().isEmpty() || before.progress() == enriched.progress().getProgress()) {
      return toDetectionResult(loop, after);
    }
    ActionHistory restarted =
        appendAction(RepeatedAction.restartedHistory(before), action, callWords);
    return loop.isPresent()
        ? DetectionResult.forgiven(ProgressTracker.reason(enriched.progress()), restarted)
        : DetectionResult.noLoop(restarted);
  }

  /** Sets the outcome of an action that was counted at its call. */
  private DetectionResult<ActionHistory> setOutcomeAndDetect(
      ActionHistory before, ToolAction counted, boolean failed, Sketch result, WordBag callWords) {
    ToolAction action = counted.withResult(failed, result);
    if (counted.result() != null && !counted.hasSameResult(action, limits)) {
      ActionHistory restarted = RepeatedAction.restartedHistory(before);
      return DetectionResult.noLoop(appendAction(restarted, action, Optional.of(callWords)));
    }
    ActionHistory corrected = ActionHistoryEditor.replaceAction(before, counted, action);
    ActionHistory after =
        corrected.withSimilarResultRun(
            SimilarResultRun.extendOrRestart(before.similarResultRun(), action, callWords, limits));
    boolean closed =
        shouldReportLoop(
            ActionPattern.findEqualActionPattern(before, enriched.waited(), limits), counted);
    return closed
        ? DetectionResult.noLoop(after)
        : toDetectionResult(completedPattern(before, after), after);
  }

  private ActionHistory appendAction(
      ActionHistory before, ToolAction action, Optional<WordBag> callWords) {
    ActionHistory after =
        ActionHistoryEditor.addAction(before, action, enriched.progress().getProgress(), limits);
    return callWords.isPresent()
        ? after.withSimilarResultRun(
            SimilarResultRun.extendOrRestart(
                before.similarResultRun(), action, callWords.get(), limits))
        : after;
  }

  private Optional<ActionPattern> completedPattern(ActionHistory before, ActionHistory after) {
    return limits.enabled()
        ? ActionPattern.findPattern(before.similarResultRun(), after, enriched.waited(), limits)
            .filter(ActionPattern::complete)
        : Optional.empty();
  }

  private DetectionResult<ActionHistory> toDetectionResult(
      Optional<ActionPattern> loop, ActionHistory after) {
    return new DetectionResult<>(
        loop.map(pattern -> ActionLoops.buildLoop(pattern, enriched, limits)), after);
  }
}
