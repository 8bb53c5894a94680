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
 */
public record HookReading(List<AgentEvent> events, HookOutcome outcome, Optional<String> field) {

  /** A hook of the agent that causes no event. */
  static final HookReading IGNORED =
      new HookReading(List.of(), HookOutcome.IGNORED, Optional.empty());

  /** Copies the events. */
  public HookReading {
    events = List.copyOf(events);
  }

  /** A hook with these events. */
  static HookReading of(List<AgentEvent> events) {
    return events.isEmpty()
        ? IGNORED
        : new HookReading(events, HookOutcome.ACCEPTED, Optional.empty());
  }

  /** A hook with this event, if there is one. */
  static HookReading of(Optional<AgentEvent> event) {
    return of(event.stream().toList());
  }

  /** A hook with this event. */
  static HookReading of(AgentEvent event) {
    return of(List.of(event));
  }

  /** The same after another event. */
  HookReading after(AgentEvent first) {
    return new HookReading(
        Stream.concat(Stream.of(first), events.stream()).toList(),
        outcome == HookOutcome.IGNORED ? HookOutcome.ACCEPTED : outcome,
        field);
  }

  /** A hook after a tool, without the result in this field. */
  static HookReading withoutResult(String field) {
    return new HookReading(List.of(), HookOutcome.NO_RESULT, Optional.of(field));
  }

  /** A hook whose name, in this field, the agent does not have. */
  static HookReading unknown(String field) {
    return new HookReading(List.of(), HookOutcome.UNKNOWN_HOOK, Optional.of(field));
  }
}
