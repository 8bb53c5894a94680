package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.Sketch;
import dev.eddyline.outcome.CallOutcome;
import dev.eddyline.outcome.Outcome;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.text.Truncation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool call with its result.
 *
 * @param call hash of tool and loopKey or arguments
 * @param tool name of the tool, truncated
 * @param failed whether the tool failed
 * @param result its result; null if unknown or no longer needed
 * @param outcome what it brought; null if unknown or not judged
 * @param agentId agent that called it
 * @param eventId id of the event that made it known
 * @param at its event time, epoch milliseconds
 * @param partition partition of the event
 * @param offset its offset
 * @param tokens the task's tokens before it
 * @param costUsd the task's US dollars before it
 */
public record ToolAction(
    long call,
    String tool,
    boolean failed,
    @Nullable Sketch result,
    @Nullable Outcome outcome,
    String agentId,
    String eventId,
    long at,
    int partition,
    long offset,
    long tokens,
    double costUsd) {

  /** Maximum characters of a stored tool name. */
  private static final int MAX_NAME = 100;

  /**
   * Creates the action of an event.
   *
   * @param call hash of the call
   * @param similarAction an action whose outcome is copied, or null
   */
  static ToolAction of(
      long call, String tool, @Nullable ToolAction similarAction, EnrichedEvent enriched) {
    return of(
        call,
        tool,
        similarAction != null && similarAction.failed,
        similarAction == null ? null : similarAction.result,
        enriched);
  }

  /** The same with an outcome; the result may be null. */
  static ToolAction of(
      long call, String tool, boolean failed, @Nullable Sketch result, EnrichedEvent enriched) {
    return new ToolAction(
        call,
        truncateToolName(tool),
        failed,
        result,
        enriched.outcome().map(ToolAction::outcome).orElse(null),
        enriched.event().getAgentId(),
        enriched.event().getEventId(),
        enriched.eventTimeMillis(),
        enriched.partition(),
        enriched.offset(),
        enriched.costBefore().getTokens(),
        enriched.costBefore().getCostUsd());
  }

  /**
   * The outcome that counts; a systematic search proves nothing by what it does not find, nor do
   * other words prove a repetition.
   */
  private static Outcome outcome(CallOutcome judged) {
    if (judged.isRewriting()) {
      return Outcome.DONE;
    }
    boolean isSearch = judged.search() == CallOutcome.Search.SYSTEMATIC;
    return isSearch && judged.outcome() != Outcome.NEW && judged.outcome() != Outcome.DONE
        ? Outcome.UNKNOWN
        : judged.outcome();
  }

  /** A copy with this result. */
  ToolAction withResult(boolean hasFailed, @Nullable Sketch newResult) {
    return new ToolAction(
        call, tool, hasFailed, newResult, outcome, agentId, eventId, at, partition, offset, tokens,
        costUsd);
  }

  /** A copy without its result, for actions that are only reported, not compared. */
  ToolAction withoutResult() {
    return result == null ? this : withResult(failed, null);
  }

  /** Whether it failed, or its result shows a failure such as failed tests. */
  boolean hasFailed() {
    return failed
        || result != null && result.failing()
        || outcome == Outcome.FAILED
        || outcome == Outcome.FAILED_AGAIN;
  }

  /** Truncates the name of a tool for storage. */
  static String truncateToolName(String tool) {
    return Truncation.truncate(tool, MAX_NAME);
  }

  /**
   * Whether a later action is the same call and brought nothing new: by its outcome, or because its
   * result is the same.
   */
  boolean isRepeatedBy(ToolAction other, RepeatedActionLimits limits) {
    if (call != other.call || !isWithinWindow(other, limits)) {
      return false;
    }
    if (limits.judgesByOutcome() && agentId.equals(other.agentId)) {
      return !other.mayBeProgress() && isRunning() == other.isRunning();
    }
    if (result == null || other.result == null) {
      return limits.missingOutcome() == RepeatedAction.MissingOutcome.COUNTS;
    }
    return hasSameResult(other, limits);
  }

  /** Whether it did or brought something new, failed in a new way, or proves nothing. */
  boolean mayBeProgress() {
    return outcome == null
        || outcome == Outcome.NEW
        || outcome == Outcome.FAILED
        || outcome == Outcome.DONE
        || outcome == Outcome.UNKNOWN;
  }

  /** Whether it says that something still runs. */
  boolean isRunning() {
    return outcome == Outcome.RUNNING;
  }

  /** Whether it failed: by its outcome, or as its runtime reported it. */
  boolean isFailure(RepeatedActionLimits limits) {
    return limits.judgesByOutcome()
        ? outcome == Outcome.FAILED || outcome == Outcome.FAILED_AGAIN
        : failed;
  }

  /** Whether it brought nothing: what was known, nothing, or the failure as before. */
  boolean isUnproductive() {
    return outcome == Outcome.KNOWN
        || outcome == Outcome.NOTHING
        || outcome == Outcome.FAILED_AGAIN;
  }

  /**
   * Whether it brought something new or did something, before a check. What was only done did not
   * help if the check shows the same problem.
   */
  boolean isWorkBefore(ToolAction check) {
    return outcome == Outcome.NEW
        || outcome == Outcome.DONE && check.result != null && check.result.clean();
  }

  /** Whether two known results are the same, independent of the calls. */
  boolean hasSameResult(ToolAction other, RepeatedActionLimits limits) {
    return failed == other.failed
        && requireResult().isLike(other.requireResult(), limits.similarity());
  }

  /**
   * Whether two actions between equal checks are the same work: by their results. Between clean
   * checks an acknowledgement such as "ok" says nothing of what was done, and the calls decide; not
   * if the check says the same. Unknown results prove no difference where they count at all.
   *
   * @param check the newest of the equal checks; its result may be unknown
   */
  boolean isSameWork(ToolAction other, ToolAction check, RepeatedActionLimits limits) {
    if (result == null || other.result == null) {
      return limits.missingOutcome() == RepeatedAction.MissingOutcome.COUNTS;
    }
    boolean isAcknowledged =
        check.result != null
            && check.result.clean()
            && !failed
            && !other.failed
            && !result.isTelling()
            && !other.result.isTelling()
            && !hasSameResult(check, limits);
    return isAcknowledged || result.isEmpty()
        ? isRepeatedBy(other, limits)
        : hasSameResult(other, limits);
  }

  /** Its result, which must be known. */
  Sketch requireResult() {
    return Objects.requireNonNull(result, "the result is not known");
  }

  /** Whether two actions are within the window. */
  boolean isWithinWindow(ToolAction other, RepeatedActionLimits limits) {
    return Math.abs(at - other.at) <= limits.window().toMillis();
  }

  /** The action as evidence. */
  SeenEvent evidence(String what) {
    return new SeenEvent(eventId, at, partition, offset, what);
  }

  /** What the task had cost before the action. */
  Cost costBefore() {
    return new Cost(tokens, costUsd, 0L);
  }
}
