package dev.eddyline.engine;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.DecisionReceipts;
import java.time.Instant;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * A human decision that an input contains.
 *
 * @param event the decision
 * @param source where it was written first, also when it arrived re-routed on the signals topic
 */
public record DecisionInput(AgentEvent event, Source source) {

  /** The decision in the input with these coordinates, if it contains one. */
  public static Optional<DecisionInput> findDecision(
      SpecificRecord input, String topic, int partition, long offset) {
    if (input instanceof AgentEvent event && event.getBody() instanceof HumanIntervened) {
      return Optional.of(new DecisionInput(event, new Source(topic, partition, offset, 0)));
    }
    if (input instanceof Signal signal
        && signal.getBody() instanceof StrayRecord misrouted
        && misrouted.getEvent().getBody() instanceof HumanIntervened) {
      return Optional.of(
          new DecisionInput(
              misrouted.getEvent(),
              new Source(
                  misrouted.getTopic(), misrouted.getPartition(), misrouted.getOffset(), 0)));
    }
    return Optional.empty();
  }

  /** The receipt that refuses this decision. */
  public DecisionReceipt createRefusalReceipt(
      RuntimeException failure, boolean verified, Instant now) {
    // another exception's message may quote the event
    String reason =
        failure instanceof BadInputException
            ? failure.getMessage()
            : "the decision could not be processed: " + failure.getClass().getSimpleName();
    DecisionReceipt receipt = DecisionReceipts.refused(event, reason, verified, source, now);
    if (failure instanceof BadInputException invalid) {
      receipt.setTaskWorkflow(invalid.taskWorkflow());
    }
    return receipt;
  }
}
