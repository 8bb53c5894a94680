package dev.eddyline.detect;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.SeenEvent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool call with its result.
 *
 * @param call hash of tool and loopKey or arguments
 * @param tool name of the tool, cut
 * @param failed whether the tool failed
 * @param result its result; null when it is unknown, or not needed any more
 * @param agentId agent that called it
 * @param eventId id of the event that made it known
 * @param at its event time, epoch milliseconds
 * @param partition partition of the event
 * @param offset its offset
 * @param tokens tokens that the task had cost before it
 * @param costUsd US dollars that the task had cost before it
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

  /** Longest name of a tool that is kept, in characters. */
  private static final int MAX_NAME = 100;

  /**
   * The action that an event makes known.
   *
   * @param call hash of the call
   * @param like an action with the same outcome, as far as that is known; or null
   */
  static ToolAction of(long call, String tool, @Nullable ToolAction like, Observation seen) {
    return of(call, tool, like != null && like.failed, like == null ? null : like.result, seen);
  }

  /** The same with its outcome; the result may be null. */
  static ToolAction of(
      long call, String tool, boolean failed, @Nullable Sketch result, Observation seen) {
    return new ToolAction(
        call,
        name(tool),
        failed,
        result,
        seen.event().getAgentId(),
        seen.event().getEventId(),
        seen.at(),
        seen.partition(),
        seen.offset(),
        seen.costBefore().getTokens(),
        seen.costBefore().getCostUsd());
  }

  /** The action with this outcome. */
  ToolAction with(boolean hasFailed, @Nullable Sketch outcome) {
    return new ToolAction(
        call, tool, hasFailed, outcome, agentId, eventId, at, partition, offset, tokens, costUsd);
  }

  /** The action as a beginning, which is only told, never compared: without its result. */
  ToolAction bare() {
    return result == null ? this : with(failed, null);
  }

  /** The name of a tool as it is kept. */
  static String name(String tool) {
    return Cut.at(tool, MAX_NAME);
  }

  /** Whether two actions are the same call with the same outcome. */
  boolean isSame(ToolAction other, RepeatedActionLimits limits) {
    if (call != other.call || !isNear(other, limits)) {
      return false;
    }
    if (result == null || other.result == null) {
      return limits.missingOutcome() == RepeatedAction.MissingOutcome.COUNTS;
    }
    return isAlike(other, limits);
  }

  /** Whether two known outcomes are the same, whatever the calls. */
  boolean isAlike(ToolAction other, RepeatedActionLimits limits) {
    return failed == other.failed && known().isLike(other.known(), limits.similarity());
  }

  /** Its result, which is known. */
  Sketch known() {
    return Objects.requireNonNull(result, "the result is not known");
  }

  /** Whether two actions are near enough in time to have to do with one another. */
  boolean isNear(ToolAction other, RepeatedActionLimits limits) {
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
