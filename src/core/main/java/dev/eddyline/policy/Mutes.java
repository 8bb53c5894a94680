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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The mutes of a policy. If a target is muted several times, the latest end counts. */
public final class Mutes {

  /** No mutes. */
  public static final Mutes NONE = new Mutes(List.of());

  private record MuteTarget(Mute.MuteKind kind, String name) {}

  private final Map<MuteTarget, Mute> byTarget = new HashMap<>();

  /** These mutes. */
  public Mutes(List<Mute> mutes) {
    for (Mute mute : mutes) {
      byTarget.merge(
          new MuteTarget(mute.kind(), mute.name()),
          mute,
          (one, other) -> other.until().isAfter(one.until()) ? other : one);
    }
  }

  /**
   * The mute because of which the detectors ignore the event; empty if they do not. User messages
   * are never muted, since they only reset histories.
   *
   * @param step step that the task is in, or null
   * @param at event time, epoch milliseconds
   */
  public Optional<Mute> findMute(AgentEvent event, @Nullable String step, long at) {
    Object body = event.getBody();
    if (byTarget.isEmpty() || body instanceof UserMessage) {
      return Optional.empty();
    }
    return findMute(Mute.MuteKind.AGENT, event.getAgentId(), at)
        .or(() -> findMute(Mute.MuteKind.TOOL, tool(body), at))
        .or(() -> findMuteOfStep(body, step, at));
  }

  private Optional<Mute> findMuteOfStep(Object body, @Nullable String step, long at) {
    if (body instanceof Transition move) {
      return findMute(Mute.MuteKind.STEP, move.getFrom(), at)
          .or(() -> findMute(Mute.MuteKind.STEP, move.getTo(), at));
    }
    String named = step(body);
    return findMute(Mute.MuteKind.STEP, named == null ? step : named, at);
  }

  private Optional<Mute> findMute(Mute.MuteKind kind, @Nullable String name, long at) {
    return name == null
        ? Optional.empty()
        : Optional.ofNullable(byTarget.get(new MuteTarget(kind, name)))
            .filter(mute -> at < mute.until().toEpochMilli());
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
