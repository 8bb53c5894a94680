package dev.eddyline.hooks;

import dev.eddyline.schema.AgentEvent;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a hook says.
 *
 * @param events its events, oldest first; at most one of them requests a reply
 * @param outcome why there are no events of the agent's action; {@link HookOutcome#ACCEPTED} where
 *     there are
 * @param field the missing or unknown field, if one is the cause
 * @param remember what the instance remembers once the events are published
 */
public record HookReading(
    List<AgentEvent> events, HookOutcome outcome, Optional<String> field, Runnable remember) {

  /** A hook of the agent that causes no event. */
  static final HookReading IGNORED =
      new HookReading(List.of(), HookOutcome.IGNORED, Optional.empty(), HookReading::nothing);

  /** Copies the events. */
  public HookReading {
    events = List.copyOf(events);
  }

  /** A hook with these events. */
  static HookReading of(List<AgentEvent> events) {
    return events.isEmpty()
        ? IGNORED
        : new HookReading(events, HookOutcome.ACCEPTED, Optional.empty(), HookReading::nothing);
  }

  /** A hook with this event, if there is one. */
  static HookReading of(Optional<AgentEvent> event) {
    return of(event.stream().toList());
  }

  /** A hook with this event. */
  static HookReading of(AgentEvent event) {
    return of(List.of(event));
  }

  /** The same after the events of another reading. */
  HookReading after(HookReading first) {
    return new HookReading(
        Stream.concat(first.events.stream(), events.stream()).toList(),
        outcome == HookOutcome.IGNORED ? first.outcome : outcome,
        field,
        () -> {
          first.remember.run();
          remember.run();
        });
  }

  /** The same, of which the instance remembers this. */
  HookReading remembering(Runnable change) {
    return new HookReading(events, outcome, field, change);
  }

  /** A hook after a tool, without the result in this field. */
  static HookReading withoutResult(String field) {
    return new HookReading(
        List.of(), HookOutcome.NO_RESULT, Optional.of(field), HookReading::nothing);
  }

  /** A hook whose name, in this field, the agent does not have. */
  static HookReading unknown(String field) {
    return new HookReading(
        List.of(), HookOutcome.UNKNOWN_HOOK, Optional.of(field), HookReading::nothing);
  }

  private static void nothing() {}
}
