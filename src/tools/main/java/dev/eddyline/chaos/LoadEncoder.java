package dev.eddyline.chaos;

import dev.eddyline.json.EventWriter;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;

/** Encodes the events of a load: most in Avro, the others in JSON or as CloudEvents. */
final class LoadEncoder {

  /** A call and its result; the record is their task, id and time. */
  static final String TOOL_CALL =
      "{\"type\":\"tool_call\",\"tool\":\"ls\",\"arguments\":{},\"output\":\"denied\",\"isError\":true}";

  /** One in this number of records is in JSON. */
  private static final int JSON_INTERVAL = 5;

  /** One in this number of the other records is a CloudEvent. */
  private static final int CLOUD_EVENT_INTERVAL = 7;

  private final InputPublisher inputs;
  private final EventWriter writer = new EventWriter();

  LoadEncoder(InputPublisher inputs) {
    this.inputs = inputs;
  }

  /** The bytes of an event; the record's number selects the format. */
  byte[] encode(TopicRole topic, AgentEvent event, int recordNumber) {
    if (recordNumber % JSON_INTERVAL == 0) {
      return writer.write(event).getBytes(StandardCharsets.UTF_8);
    }
    if (recordNumber % CLOUD_EVENT_INTERVAL == 0) {
      String cloudEvent =
          "{\"specversion\":\"1.0\",\"source\":\"/load\",\"id\":\"%s\",\"type\":\"load\",\"data\":%s}"
              .formatted(event.getEventId(), writer.write(event));
      return cloudEvent.getBytes(StandardCharsets.UTF_8);
    }
    return inputs.encode(topic, event);
  }
}
