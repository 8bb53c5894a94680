package dev.eddyline.topology.input;

import static dev.eddyline.topology.TopologyRig.bytes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.json.EventWriter;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topology.TopologyRig;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The formats in which tests publish the same event; ids of events are {@code source#id}, unless
 * their calls have an id.
 */
public enum EventEncoding {
  AVRO,
  JSON,
  /** A CloudEvent in structured mode. */
  STRUCTURED,
  /** A CloudEvent in structured mode with data in Base64. */
  STRUCTURED_BASE64,
  /** A CloudEvent in binary mode. */
  BINARY,
  /** A CloudEvent in binary mode with Avro. */
  BINARY_AVRO;

  private static final EventWriter WRITER = new EventWriter();

  /** The value of the record. */
  public byte[] value(TopologyRig rig, String topic, AgentEvent event) {
    return value(it -> rig.bytes(topic, it), event);
  }

  /**
   * The value of the record.
   *
   * @param avro encodes in Confluent's wire format
   */
  public byte[] value(Function<AgentEvent, byte[]> avro, AgentEvent event) {
    return switch (this) {
      case AVRO, BINARY_AVRO -> avro.apply(event);
      case JSON -> bytes(WRITER.write(event));
      case BINARY -> bytes(data(event).toString());
      case STRUCTURED -> bytes(attributes(event).set("data", data(event)).toString());
      case STRUCTURED_BASE64 -> {
        String data = Base64.getEncoder().encodeToString(bytes(data(event).toString()));
        yield bytes(attributes(event).put("data_base64", data).toString());
      }
    };
  }

  /** The headers of the record. */
  public RecordHeaders headers(AgentEvent event) {
    RecordHeaders headers = new RecordHeaders();
    if (this == STRUCTURED) {
      headers.add("content-type", bytes("application/cloudevents+json; charset=UTF-8"));
    } else if (this == BINARY || this == BINARY_AVRO) {
      headers.add("content-type", bytes(this == BINARY ? "application/json" : "application/avro"));
      attributes(event)
          .properties()
          .forEach(it -> headers.add("ce_" + it.getKey(), bytes(it.getValue().asText())));
    }
    return headers;
  }

  /** The event without what the attributes contain. */
  private static ObjectNode data(AgentEvent event) {
    return WRITER.tree(event).remove(List.of("eventId", "taskId", "type", "occurredAt"));
  }

  private static ObjectNode attributes(AgentEvent event) {
    String eventId = event.getEventId();
    String[] id = (eventId.contains("#") ? eventId : "/runs#" + eventId).split("#", 2);
    return JsonNodeFactory.instance
        .objectNode()
        .put("specversion", "1.0")
        .put("source", id[0])
        .put("id", id[1])
        .put("type", "io.eddyline.event." + WRITER.tree(event).get("type").asText() + ".v1")
        .put("time", event.getOccurredAt().toString())
        .put("subject", event.getTaskId());
  }
}
