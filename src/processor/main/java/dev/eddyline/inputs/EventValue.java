package dev.eddyline.inputs;

import dev.eddyline.engine.RecordEvents;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.task.DecisionRules;

/** The decoded value of a record of agent-events or gate-decisions. */
public sealed interface EventValue permits EventValue.AvroEvent, JsonEvent {

  /**
   * The events of the record.
   *
   * @throws dev.eddyline.task.BadInputException when the fields are not an event; its message says
   *     which field, what was wrong and what is allowed
   */
  RecordEvents completeFrom(RecordOrigin origin);

  /**
   * The same, where the message also says what the topic and the decision rules require: a wrong
   * topic comes before wrong fields.
   *
   * @param onDecisionsTopic whether the record is on gate-decisions
   */
  default RecordEvents completeFrom(
      RecordOrigin origin, boolean onDecisionsTopic, DecisionRules rules) {
    return completeFrom(origin);
  }

  /** An event in Avro, which is complete. */
  record AvroEvent(AgentEvent event) implements EventValue {

    @Override
    public RecordEvents completeFrom(RecordOrigin origin) {
      return RecordEvents.ofEvent(origin.key(), event);
    }
  }
}
