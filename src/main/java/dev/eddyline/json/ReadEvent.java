package dev.eddyline.json;

import dev.eddyline.schema.AgentEvent;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/**
 * An event that was read, and the names in its JSON that belong to no field of its type.
 *
 * @param event the event, complete
 * @param ignored names without a field, in the order of the line, made fit for a log; a typo in the
 *     name of an optional field shows only here
 * @param known names that a line of its type may have
 */
public record ReadEvent(AgentEvent event, Set<String> ignored, Set<String> known) {
  /** Keeps the order of the names. */
  public ReadEvent {
    if (event == null) {
      throw new IllegalArgumentException("event is required");
    }
    Objects.requireNonNull(known, "known");
    ignored = Collections.unmodifiableSet(new LinkedHashSet<>(ignored));
  }
}
