package dev.eddyline.engine;

import dev.eddyline.schema.AgentEvent;
import java.util.Objects;
import java.util.Optional;

/**
 * The events of one record.
 *
 * @param key the record's key; the task id for a JSON record without a key
 * @param event the event, or the call of a {@code tool_call}; null for a record without a value
 * @param result the result of a {@code tool_call}
 */
public record RecordEvents(String key, AgentEvent event, Optional<AgentEvent> result) {

  public RecordEvents {
    Objects.requireNonNull(result, "result");
  }

  /** The events of a record with one event. */
  public static RecordEvents ofEvent(String key, AgentEvent event) {
    return new RecordEvents(key, event, Optional.empty());
  }
}
