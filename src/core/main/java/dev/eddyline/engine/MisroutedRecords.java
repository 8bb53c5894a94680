package dev.eddyline.engine;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StrayEvaluation;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.TaskEngine;
import java.time.Instant;
import java.util.Optional;

/** Misrouted records: inputs that are not on their key's home partition. */
final class MisroutedRecords {

  private MisroutedRecords() {}

  /** The signal that re-routes a record's events, with its coordinates and timestamp. */
  static Signal createReroutingSignal(RecordEvents events, RecordCoordinates place) {
    return new Signal(
        new StrayRecord(
            place.topic(),
            place.partition(),
            place.offset(),
            Instant.ofEpochMilli(place.recordTime()),
            events.event(),
            events.result().orElse(null)));
  }

  /** The signal that re-routes an evaluation, with its coordinates and timestamp. */
  static Signal createReroutingSignal(ProgressEvaluation evaluation, RecordCoordinates place) {
    return new Signal(
        new StrayEvaluation(
            place.topic(),
            place.partition(),
            place.offset(),
            Instant.ofEpochMilli(place.recordTime()),
            evaluation));
  }

  /** The events that a signal re-routes. */
  static RecordEvents reroutedEvents(StrayRecord misrouted) {
    AgentEvent event = misrouted.getEvent();
    return new RecordEvents(
        TaskEngine.home(event), event, Optional.ofNullable(misrouted.getResult()));
  }
}
