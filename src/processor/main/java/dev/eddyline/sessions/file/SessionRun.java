package dev.eddyline.sessions.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.sessions.format.EventCollector;
import dev.eddyline.sessions.format.InvalidRecordException;
import dev.eddyline.sessions.format.RecordFields;
import dev.eddyline.sessions.format.RecordOutcome;
import dev.eddyline.sessions.format.SessionConsumer;
import dev.eddyline.sessions.format.SessionReader;
import dev.eddyline.sessions.format.SessionSummary;

/** Passes the records of one session to its reader, and counts them. */
final class SessionRun {

  private final SessionReader reader;
  private final SessionConsumer consumer;
  private final SessionSummary summary;
  private final EventCollector events;

  SessionRun(SessionReader reader, SessionConsumer consumer, SessionSummary summary) {
    this.reader = reader;
    this.consumer = consumer;
    this.summary = summary;
    this.events = new EventCollector(consumer, summary);
    summary.countSession();
  }

  /** Reads the next record. */
  void readRecord(long position, JsonNode record) {
    for (JsonNode part : reader.expand(record)) {
      readPart(position, part);
    }
  }

  private void readPart(long position, JsonNode record) {
    events.setPosition(position);
    try {
      RecordOutcome outcome = reader.read(RecordFields.of(record), events);
      summary.countRecord(reader.typeOf(record), outcome);
    } catch (InvalidRecordException invalid) {
      reject(position, invalid.getMessage());
    }
  }

  /** Reads the fields around the records of a document. */
  void readDocument(ObjectNode fields, boolean isEnd) {
    try {
      reader.readDocument(fields, isEnd, events);
    } catch (InvalidRecordException invalid) {
      reject(events.position() + 1, invalid.getMessage());
    }
  }

  /** Counts and reports a record that cannot be read. */
  void reject(long position, String reason) {
    summary.countUnreadable();
    events.flush();
    consumer.rejectRecord(position, reason);
  }

  /** Passes on all events of the records so far. */
  void flush() {
    reader.finish(events);
    events.flush();
  }
}
