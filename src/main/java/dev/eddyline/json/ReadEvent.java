package dev.eddyline.json;

import dev.eddyline.schema.AgentEvent;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What was read of a line: its events, and the names in its JSON that belong to no field of its
 * type.
 *
 * @param events the events, complete: one, but for a {@code tool_call}, which is a call and its
 *     result
 * @param ignored names without a field, in the order of the line, made fit for a log; a typo in the
 *     name of an optional field shows only here
 * @param known names that a line of its type may have
 */
public record ReadEvent(List<AgentEvent> events, Set<String> ignored, Set<String> known) {
  /** Keeps the order of the names. */
  public ReadEvent {
    events = List.copyOf(events);
    if (events.isEmpty()) {
      throw new IllegalArgumentException("an event is required");
    }
    Objects.requireNonNull(known, "known");
    ignored = Collections.unmodifiableSet(new LinkedHashSet<>(ignored));
  }

  /** The last event: the only one, but for a {@code tool_call}. */
  public AgentEvent event() {
    return events.get(events.size() - 1);
  }
}
