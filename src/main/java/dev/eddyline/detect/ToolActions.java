package dev.eddyline.detect;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.ToolAction;

/** Tool calls with their results, as the rule about them remembers them. */
final class ToolActions {

  /** Longest name of a tool that is kept, in characters. */
  private static final int MAX_NAME = 100;

  private ToolActions() {}

  /**
   * The action that an event makes known.
   *
   * @param call hash of the call
   * @param like an action with the same outcome, as far as that is known
   */
  static ToolAction of(long call, String tool, ToolAction like, Observation seen) {
    return new ToolAction(
        call,
        name(tool),
        like != null && like.getFailed(),
        like == null ? null : like.getResult(),
        seen.event().getAgentId(),
        seen.event().getEventId(),
        seen.at(),
        seen.partition(),
        seen.offset(),
        seen.costBefore().getTokens(),
        seen.costBefore().getCostUsd());
  }

  /** The action with this outcome; without a result when that is null. */
  static ToolAction with(ToolAction action, boolean failed, Sketch result) {
    return new ToolAction(
        action.getCall(),
        action.getTool(),
        failed,
        result == null ? null : result.kept(),
        action.getAgentId(),
        action.getEventId(),
        action.getAt(),
        action.getPartition(),
        action.getOffset(),
        action.getTokens(),
        action.getCostUsd());
  }

  /** The name of a tool as it is kept. */
  static String name(String tool) {
    return Cut.at(tool, MAX_NAME);
  }

  /** Whether two actions are the same call with the same outcome. */
  static boolean same(ToolAction one, ToolAction other, RepeatedAction.Limits limits) {
    if (one.getCall() != other.getCall() || !isNear(one, other, limits)) {
      return false;
    }
    if (one.getResult() == null || other.getResult() == null) {
      return limits.missingOutcome() == RepeatedAction.MissingOutcome.COUNTS;
    }
    return isAlike(one, other, limits);
  }

  /** Whether two known outcomes are the same, whatever the calls. */
  static boolean isAlike(ToolAction one, ToolAction other, RepeatedAction.Limits limits) {
    return one.getFailed() == other.getFailed()
        && Sketch.of(one.getResult()).isLike(Sketch.of(other.getResult()), limits.similarity());
  }

  /** Whether two actions are near enough in time to have to do with one another. */
  static boolean isNear(ToolAction one, ToolAction other, RepeatedAction.Limits limits) {
    return Math.abs(one.getAt() - other.getAt()) <= limits.window().toMillis();
  }

  /** The action as evidence. */
  static SeenEvent evidence(ToolAction action, String what) {
    return new SeenEvent(
        action.getEventId(), action.getAt(), action.getPartition(), action.getOffset(), what);
  }

  /** What the task had cost before the action. */
  static Cost costBefore(ToolAction action) {
    return new Cost(action.getTokens(), action.getCostUsd(), 0L);
  }
}
