package dev.eddyline.sessions.format;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.json.EventWriter;
import dev.eddyline.schema.AgentEvent;

/**
 * An event of a session file.
 *
 * @param event the event
 * @param isTimed whether its time is from the file; otherwise it has no meaning
 * @param position line of its record, or place of the record in the session, from 1
 */
public record SessionFileEvent(AgentEvent event, boolean isTimed, long position) {

  private static final EventWriter WRITER = new EventWriter();

  /** The event as a line of JSON, without a time if the file has none. */
  public String toJson() {
    ObjectNode json = WRITER.tree(event);
    if (!isTimed) {
      json.remove("occurredAt");
    }
    return json.toString();
  }
}
