package dev.eddyline.otlp;

import dev.eddyline.schema.AgentEvent;
import java.util.List;

/**
 * The events of one span or log record.
 *
 * @param events the events, oldest first; empty for an unmapped record
 * @param outcome why there are no events, or what they lack
 */
public record Mapped(List<AgentEvent> events, Outcome outcome) {

  /** The result of mapping a record. */
  public enum Outcome {
    /** Mapped with all its content. */
    MAPPED,
    /** Mapped, but the SDK reported no arguments or no result: such a call is equal to no other. */
    WITHOUT_CONTENT,
    /** Nothing groups the span with others: its task is the service. */
    UNGROUPED,
    /** No entry of the mapping applies. */
    UNKNOWN_KIND,
    /** Known, but without information for the detectors. */
    IGNORED,
    /** A time before 2000 or more than a day ahead. */
    INVALID_TIME,
    /** A required value is missing, such as the tool's name. */
    INCOMPLETE
  }

  /** Copies the events. */
  public Mapped {
    events = List.copyOf(events);
  }

  static Mapped none(Outcome outcome) {
    return new Mapped(List.of(), outcome);
  }
}
