package dev.eddyline.detect;

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
        enriched.event().getAgentId(),
        enriched.event().getEventId(),
        enriched.eventTimeMillis(),
        enriched.partition(),
        enriched.offset(),
        enriched.costBefore().getTokens(),
        enriched.costBefore().getCostUsd());
  }

  /** A copy with this outcome. */
  ToolAction withOutcome(boolean hasFailed, @Nullable Sketch outcome) {
    return new ToolAction(
        call, tool, hasFailed, outcome, agentId, eventId, at, partition, offset, tokens, costUsd);
  }

  /** A copy without its result, for actions that are only reported, not compared. */
  ToolAction withoutResult() {
    return result == null ? this : withOutcome(failed, null);
  }

  /** Whether the tool's result shows a failure, such as failed tests. */
  boolean showsFailure() {
    return result != null && result.failing();
  }

  /** Truncates the name of a tool for storage. */
  static String truncateToolName(String tool) {
    return Truncation.truncate(tool, MAX_NAME);
  }

  /** Whether two actions are the same call with the same outcome. */
  boolean isSameCallAndOutcome(ToolAction other, RepeatedActionLimits limits) {
    if (call != other.call || !isWithinWindow(other, limits)) {
      return false;
    }
    if (result == null || other.result == null) {
      return limits.missingOutcome() == RepeatedAction.MissingOutcome.COUNTS;
    }
    return hasSameOutcome(other, limits);
  }

  /** Whether two known outcomes are the same, independent of the calls. */
  boolean hasSameOutcome(ToolAction other, RepeatedActionLimits limits) {
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
            && !hasSameOutcome(check, limits);
    return isAcknowledged || result.isEmpty()
        ? isSameCallAndOutcome(other, limits)
        : hasSameOutcome(other, limits);
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
