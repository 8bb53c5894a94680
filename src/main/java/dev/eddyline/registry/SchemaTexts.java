package dev.eddyline.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;

/** Schemas as text, the form in which they cross the border to the registry. */
final class SchemaTexts {

  /** What Avro's compiler adds for Java's sake; no part of the public contract. */
  private static final String JAVA_STRING = "avro.java.string";

  private static final ObjectMapper JSON = new ObjectMapper();

  private SchemaTexts() {}

  /** The schema as its author wrote it: without what only the generated classes need. */
  static String published(Schema schema) {
    try {
      JsonNode tree = JSON.readTree(schema.toString());
      for (JsonNode node : tree.findParents(JAVA_STRING)) {
        ((ObjectNode) node).remove(JAVA_STRING);
      }
      return JSON.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("schema " + schema.getFullName() + " is no JSON", e);
    }
  }

  /** The schema a text stands for; defaults are not checked, a writer's are never used. */
  static Schema parse(String text) {
    return new Schema.Parser().setValidateDefaults(false).parse(text);
  }

  /** A foreign text on one line of at most 300 characters, without credentials in URLs. */
  static String oneLine(String text) {
    if (text == null) {
      return "no message";
    }
    String line = text.strip().replaceAll("\\s+", " ").replaceAll("//[^/@ ]*@", "//***@");
    return line.length() <= 300 ? line : line.substring(0, 299) + "…";
  }
}
