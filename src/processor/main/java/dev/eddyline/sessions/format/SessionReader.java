package dev.eddyline.sessions.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Maps the records of one session to events. It has the state of the session. */
public interface SessionReader {

  /** The type of a record, for the summary. */
  String typeOf(JsonNode record);

  /** The records within a record; most are themselves the only one. */
  default List<JsonNode> expand(JsonNode record) {
    return List.of(record);
  }

  /**
   * Maps a record.
   *
   * @throws InvalidRecordException when it cannot be read
   */
  RecordOutcome read(RecordFields record, EventCollector events);

  /**
   * Reads the fields around the records of a JSON document, before the first record and again at
   * the end. Of other arrays it has the first elements.
   */
  default void readDocument(ObjectNode fields, boolean isEnd, EventCollector events) {
    // formats of lines have none
  }

  /** Adds the events that may have been waiting for a later record. */
  default void finish(EventCollector events) {
    // most formats wait for nothing
  }
}
