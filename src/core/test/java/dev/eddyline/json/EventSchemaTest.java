package dev.eddyline.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the JSON Schema of events says of forms that no Avro record has. */
class EventSchemaTest {

  private final Map<String, ObjectNode> schemas = EventSchema.in("#/");

  @Test
  void aToolCallHasTheFieldsOfCallAndResult_andNeedsNoCallId() {
    // When
    JsonNode toolCall = schemas.get("ToolCallEvent").at("/allOf/1");

    // Then
    assertThat(toolCall.get("properties").fieldNames())
        .toIterable()
        .contains("type", "callId", "tool", "arguments", "loopKey", "output", "isError");
    assertThat(toolCall.get("required"))
        .extracting(JsonNode::textValue)
        .containsExactly("type", "tool");
    assertThat(schemas.get("Event").at("/discriminator/mapping/tool_call").textValue())
        .isEqualTo("#/ToolCallEvent");
  }

  @Test
  void argumentsAreATextOrJsonOrUnknown() {
    assertThat(schemas.get("ToolCalledEvent").at("/allOf/1/properties/arguments/anyOf"))
        .extracting(form -> form.get("type").textValue())
        .containsExactlyInAnyOrder("string", "object", "array", "null");
  }
}
