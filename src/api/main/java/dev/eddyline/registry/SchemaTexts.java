package dev.eddyline.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;

/** Converts schemas to and from the text that the registry stores. */
final class SchemaTexts {

  /** A property that Avro's compiler adds for Java; not part of the public contract. */
  private static final String JAVA_STRING = "avro.java.string";

  private static final ObjectMapper JSON = new ObjectMapper();

  private SchemaTexts() {}

  /** The schema as its author wrote it, without properties for the generated classes. */
  static String withoutJavaProperties(Schema schema) {
    try {
      JsonNode tree = JSON.readTree(schema.toString());
      for (JsonNode node : tree.findParents(JAVA_STRING)) {
        ((ObjectNode) node).remove(JAVA_STRING);
      }
      return JSON.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("schema " + schema.getFullName() + " is not JSON", e);
    }
  }

  /** The schema of a text; defaults are not checked, because a writer's are never used. */
  static Schema parse(String text) {
    return new Schema.Parser().setValidateDefaults(false).parse(text);
  }

  /** An external text on one line of at most 300 characters, without credentials in URLs. */
  static String oneLine(String text) {
    if (text == null) {
      return "no message";
    }
    String line = text.strip().replaceAll("\\s+", " ").replaceAll("//[^/@ ]*@", "//***@");
    return line.length() <= 300 ? line : line.substring(0, 299) + "…";
  }
}
