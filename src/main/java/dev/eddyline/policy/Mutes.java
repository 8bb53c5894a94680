package dev.eddyline.policy;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.UserMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The mutes of a policy. If a target is muted several times, the latest end counts. */
public final class Mutes {

  /** No mutes. */
  public static final Mutes NONE = new Mutes(List.of());

  private record MuteTarget(Mute.MuteKind kind, String name) {}

  private final Map<MuteTarget, Long> endMillisByTarget = new HashMap<>();

  /** These mutes. */
  public Mutes(List<Mute> mutes) {
    for (Mute mute : mutes) {
      endMillisByTarget.merge(
          new MuteTarget(mute.kind(), mute.name()), mute.until().toEpochMilli(), Math::max);
    }
  }

  /**
   * Whether the detectors ignore the event. User messages are never muted, since they only reset
   * histories.
   *
   * @param step step that the task is in, or null
   * @param at event time, epoch milliseconds
   */
  public boolean isEventMuted(AgentEvent event, @Nullable String step, long at) {
    Object body = event.getBody();
    if (endMillisByTarget.isEmpty() || body instanceof UserMessage) {
      return false;
    }
    return isTargetMuted(Mute.MuteKind.AGENT, event.getAgentId(), at)
        || isTargetMuted(Mute.MuteKind.TOOL, tool(body), at)
        || stepIsMuted(body, step, at);
  }

  private boolean stepIsMuted(Object body, @Nullable String step, long at) {
    if (body instanceof Transition move) {
      return isTargetMuted(Mute.MuteKind.STEP, move.getFrom(), at)
          || isTargetMuted(Mute.MuteKind.STEP, move.getTo(), at);
    }
    String named = step(body);
    return isTargetMuted(Mute.MuteKind.STEP, named == null ? step : named, at);
  }

  private boolean isTargetMuted(Mute.MuteKind kind, @Nullable String name, long at) {
    Long end = name == null ? null : endMillisByTarget.get(new MuteTarget(kind, name));
    return end != null && at < end;
  }

  private static @Nullable String tool(Object body) {
    if (body instanceof ToolCalled called) {
      return called.getTool();
    }
    return body instanceof ToolReturned returned ? returned.getTool() : null;
  }

  private static @Nullable String step(Object body) {
    if (body instanceof StepStarted started) {
      return started.getStep();
    }
    if (body instanceof ResponseProduced response) {
      return response.getStep();
    }
    return body instanceof FailureReported failure ? failure.getStep() : null;
  }
}
