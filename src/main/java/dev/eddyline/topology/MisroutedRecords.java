package dev.eddyline.topology;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StrayEvaluation;
import dev.eddyline.schema.StrayRecord;
import java.time.Instant;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** Misrouted records: inputs that are not on their key's home partition. */
public final class MisroutedRecords {

  private MisroutedRecords() {}

  /** The signal that re-routes an input, with its source coordinates and record timestamp. */
  public static Signal createReroutingSignal(
      SpecificRecord input, String topic, int partition, long offset, long timestamp) {
    Instant time = Instant.ofEpochMilli(timestamp);
    return input instanceof ProgressEvaluation evaluation
        ? new Signal(new StrayEvaluation(topic, partition, offset, time, evaluation))
        : new Signal(new StrayRecord(topic, partition, offset, time, (AgentEvent) input));
  }

  /** The input that a signal re-routes; empty for other signals. */
  public static Optional<SpecificRecord> reroutedInputOf(Signal signal) {
    if (signal.getBody() instanceof StrayRecord misrouted) {
      return Optional.of(misrouted.getEvent());
    }
    return signal.getBody() instanceof StrayEvaluation misrouted
        ? Optional.of(misrouted.getEvaluation())
        : Optional.empty();
  }
}
