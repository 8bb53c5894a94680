package dev.eddyline.engine;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StrayEvaluation;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.task.TaskEngine;
import java.time.Instant;
import java.util.Optional;

/** Misrouted records: inputs that are not on their key's home partition. */
public final class MisroutedRecords {

  private MisroutedRecords() {}

  /** The signal that re-routes a record's events, with its coordinates and timestamp. */
  public static Signal createReroutingSignal(
      RecordEvents events, String topic, int partition, long offset, long timestamp) {
    return new Signal(
        new StrayRecord(
            topic,
            partition,
            offset,
            Instant.ofEpochMilli(timestamp),
            events.event(),
            events.result().orElse(null)));
  }

  /** The signal that re-routes an evaluation, with its coordinates and timestamp. */
  public static Signal createReroutingSignal(
      ProgressEvaluation evaluation, String topic, int partition, long offset, long timestamp) {
    return new Signal(
        new StrayEvaluation(topic, partition, offset, Instant.ofEpochMilli(timestamp), evaluation));
  }

  /** The events that a signal re-routes. */
  public static RecordEvents reroutedEvents(StrayRecord misrouted) {
    AgentEvent event = misrouted.getEvent();
    return new RecordEvents(
        TaskEngine.home(event), event, Optional.ofNullable(misrouted.getResult()));
  }
}
