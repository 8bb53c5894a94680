package dev.eddyline.fuzz;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.Schema;

/** Schemas with which events may be written: ours, and what anybody may register. */
final class WriterSchemas {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Every kind of value that ours does not have, to be passed over. */
  private static final String FOREIGN =
      """
      {"type": "record", "name": "Foreign", "fields": [
        {"name": "number", "type": "int"},
        {"name": "real", "type": "float"},
        {"name": "raw", "type": "bytes"},
        {"name": "four", "type": {"type": "fixed", "name": "Four", "size": 4}},
        {"name": "colour", "type": {"type": "enum", "name": "Colour", "symbols": ["RED", "BLUE"]}},
        {"name": "table", "type": {"type": "map", "values": {"type": "array", "items": "long"}}},
        {"name": "nothings", "type": {"type": "array", "items": "null"}},
        {"name": "mixed", "type": ["null", "string", {"type": "array", "items": "string"}]}
      ]}""";

  private WriterSchemas() {}

  /** Ours, a recursive one, one with foreign values before ours, and two foreign ones. */
  static List<Schema> all() {
    return List.of(
        AgentEvent.getClassSchema(),
        schemaWithFirstField("[\"null\", \"dev.eddyline.schema.AgentEvent\"]"),
        schemaWithFirstField("{\"type\": \"array\", \"items\": %s}".formatted(FOREIGN)),
        Schema.create(Schema.Type.LONG),
        new Schema.Parser().parse(FOREIGN));
  }

  private static Schema schemaWithFirstField(String type) {
    try {
      ObjectNode tree = (ObjectNode) JSON.readTree(AgentEvent.getClassSchema().toString());
      ObjectNode first = JSON.createObjectNode().put("name", "first");
      first.set("type", JSON.readTree(type));
      ((ArrayNode) tree.get("fields")).insert(0, first);
      return new Schema.Parser().parse(tree.toString());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
