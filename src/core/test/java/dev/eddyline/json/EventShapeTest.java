package dev.eddyline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.junit.jupiter.api.Test;

/** New fields and bodies of the schema are read and written without a change of code. */
class EventShapeTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theTypesAreTheBodiesInSnakeCase() {
    assertThat(EventShape.ofAgentEvent().bodies().keySet())
        .containsExactly(
            "task_started",
            "step_started",
            "transition",
            "user_message",
            "response_produced",
            "tool_called",
            "tool_returned",
            "failure_reported",
            "progress_reported",
            "collaboration_requested",
            "collaboration_answered",
            "task_attempted",
            "waiting_started",
            "waiting_ended",
            "task_completed",
            "human_intervened");
  }

  @Test
  void aNewBodyAndANewFieldNeedNoCode() throws Exception {
    // Given
    EventShape shape =
        new EventShape(
            extended(
                "{\"name\":\"region\",\"type\":\"string\",\"default\":\"here\"}",
                """
                {"type":"record","name":"MoodReported","fields":[
                 {"name":"mood","type":{"type":"enum","name":"Mood",
                   "symbols":["NONE","VERY_GOOD"],"default":"NONE"}},
                 {"name":"weights","type":{"type":"array","items":"double"}},
                 {"name":"sure","type":"boolean"},
                 {"name":"note","type":["string","null"],"default":""},
                 {"name":"body","type":"string"}]}"""));
    String line =
        "{\"taskId\":\"t\",\"eventId\":\"e\",\"occurredAt\":946684800001,\"type\":\"mood_reported\","
            + "\"mood\":\"very_good\",\"weights\":[1,2.5],\"body\":\"b\"}";

    // When
    EventReader.ParsedLine read = reader(shape).parse(line);
    IndexedRecord event = read.events().get(0);

    // Then
    assertThat(event)
        .hasToString(
            "{\"eventId\": \"e\", \"taskId\": \"t\", \"rootTaskId\": null,"
                + " \"parentTaskId\": null, \"workflow\": null, \"agentId\": \"unknown\","
                + " \"sessionId\": null, \"occurredAt\": \"2000-01-01T00:00:00.001Z\","
                + " \"tokens\": null, \"costUsd\": null, \"replyRequested\": false,"
                + " \"body\": {\"mood\": \"VERY_GOOD\", \"weights\": [1.0, 2.5], \"sure\": false,"
                + " \"note\": \"\", \"body\": \"b\"}, \"ingestToken\": null,"
                + " \"tenant\": null, \"region\": \"here\"}");
    assertThat(read.ignored()).isEmpty();
    assertThat(JSON.readTree(new EventWriter(shape).tree(event).toString()))
        .isEqualTo(JSON.readTree(line.replace("[1,", "[1.0,")));
  }

  @Test
  void aNewFieldWithoutDefaultIsRequired() throws Exception {
    // Given
    EventShape shape =
        new EventShape(
            extended(
                "{\"name\":\"region\",\"type\":\"string\"}",
                "{\"type\":\"record\",\"name\":\"Paused\",\"fields\":[]}"));

    // When
    InvalidEventException refused =
        catchThrowableOfType(
            InvalidEventException.class,
            () -> reader(shape).parse("{\"taskId\":\"t\",\"type\":\"paused\"}"));

    // Then
    assertThat(refused.problems()).containsExactly("region is required");
  }

  @Test
  void aFieldOfABodyMustNotHideOneOfTheEnvelope() throws Exception {
    // Given
    Schema hiding =
        extended(
            "{\"name\":\"region\",\"type\":\"string\"}",
            """
            {"type":"record","name":"Paused","fields":[{"name":"agentId","type":"string"}]}""");

    // When
    // Then
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EventShape(hiding))
        .withMessage("Field paused.agentId is hidden by the envelope's: rename it");
  }

  @Test
  void aTypeWithoutJsonFormIsRefusedAtOnce() throws Exception {
    // Given
    Schema schema =
        extended(
            "{\"name\":\"blob\",\"type\":\"bytes\"}",
            "{\"type\":\"record\",\"name\":\"Paused\",\"fields\":[]}");

    // When
    // Then
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EventShape(schema))
        .withMessage("Field 'blob' has no JSON form: unsupported Avro type BYTES");
  }

  private static EventReader reader(EventShape shape) {
    return new EventReader(shape, EventDefaults.live(Instant::now, () -> "e"));
  }

  /** The event's schema under another namespace, with a field and a body more. */
  private static Schema extended(String field, String body) throws Exception {
    ObjectNode schema = (ObjectNode) JSON.readTree(AgentEvent.getClassSchema().toString());
    schema.put("namespace", "elsewhere");
    for (var node : schema.get("fields")) {
      if (node.get("name").textValue().equals("body")) {
        ((ArrayNode) node.get("type")).add(JSON.readTree(body));
      }
    }
    ((ArrayNode) schema.get("fields")).add(JSON.readTree(field));
    return new Schema.Parser().parse(schema.toString());
  }
}
