package dev.eddyline.sessions.format;

import dev.eddyline.agents.FreeTexts;
import dev.eddyline.json.EventTime;
import dev.eddyline.schema.AgentEvent;
import java.time.Instant;

/**
 * Collects the events of a session. The last event waits for the next one, because the tokens of a
 * request may follow its events.
 */
public final class EventCollector {

  private final SessionConsumer consumer;
  private final SessionSummary summary;
  private SessionFileEvent last;
  private long position;
  private long records;
  private long places;
  private long tokens;
  private double costUsd;

  /** Passes events to this consumer and counts them. */
  public EventCollector(SessionConsumer consumer, SessionSummary summary) {
    this.consumer = consumer;
    this.summary = summary;
  }

  /** Sets the position of the record that is read next. */
  public void setPosition(long record) {
    position = record;
    records++;
  }

  /** Position of the record that is being read. */
  public long position() {
    return position;
  }

  /** A time for the ids of events whose file has no times: distinct for each record. */
  Instant untimed() {
    return EventTime.EARLIEST.plusMillis(records);
  }

  /** An id for what has none: distinct for each call of this method, and the same in each run. */
  String nextPlace() {
    places++;
    return records + "." + places;
  }

  /** Adds an event whose time is known. */
  void add(AgentEvent event) {
    add(event, true);
  }

  /** Adds an event. */
  void add(AgentEvent event, boolean isTimed) {
    flush();
    FreeTexts.shorten(event);
    last = new SessionFileEvent(event, isTimed, position);
    summary.countEvent();
    addUsage(0, 0);
  }

  /** Adds the cost of a request to its last event, or to the next one if that was passed on. */
  void addUsage(long requestTokens, double requestCostUsd) {
    addUsageToNext(requestTokens, requestCostUsd);
    if (last != null) {
      AgentEvent event = last.event();
      if (tokens > 0) {
        event.setTokens(tokens + (event.getTokens() == null ? 0 : event.getTokens()));
      }
      if (costUsd > 0) {
        event.setCostUsd(costUsd + (event.getCostUsd() == null ? 0 : event.getCostUsd()));
      }
      tokens = 0;
      costUsd = 0;
    }
  }

  /** Adds the cost of a request to the event that is added next. */
  void addUsageToNext(long requestTokens, double requestCostUsd) {
    tokens += requestTokens;
    costUsd += requestCostUsd;
  }

  /** Passes the last event on. */
  public void flush() {
    if (last != null) {
      SessionFileEvent event = last;
      last = null;
      consumer.acceptEvent(event);
    }
  }
}
