package dev.eddyline.json;

import dev.eddyline.schema.AgentEvent;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The result of reading a line: its events, and the names that are not fields of its type.
 *
 * @param events the complete events: one, or call and result of a {@code tool_call}
 * @param ignored names without a field, in line order, escaped for logs; a typo in an optional
 *     field shows only here
 * @param known allowed names of a line of its type
 */
public record ParsedEvents(List<AgentEvent> events, Set<String> ignored, Set<String> known) {
  /** Preserves the order of the names. */
  public ParsedEvents {
    events = List.copyOf(events);
    if (events.isEmpty()) {
      throw new IllegalArgumentException("an event is required");
    }
    Objects.requireNonNull(known, "known");
    ignored = Collections.unmodifiableSet(new LinkedHashSet<>(ignored));
  }

  /** The last event: the only one, except for a {@code tool_call}. */
  public AgentEvent event() {
    return events.get(events.size() - 1);
  }
}
