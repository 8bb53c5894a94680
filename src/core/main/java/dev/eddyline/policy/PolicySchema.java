package dev.eddyline.policy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.keys.Section;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The JSON Schema (draft 2020-12) of policy files, for editors: the keys that the reader declares,
 * with those of custom detectors. What depends on several keys, and the syntax of regular
 * expressions, only the reader checks.
 */
public final class PolicySchema {

  private static final String DEFINITIONS = "$defs";
  private static final String PROPERTIES = "properties";

  private PolicySchema() {}

  /** The schema as a file. */
  public static String text() {
    return build().toPrettyString() + "\n";
  }

  /** Builds the schema. */
  static ObjectNode build() {
    ObjectNode policy = everyDetectorNamed().schema();
    ObjectNode properties = (ObjectNode) policy.get(PROPERTIES);
    ObjectNode definitions = JsonNodeFactory.instance.objectNode();
    for (String rule : rules()) {
      definitions.set(rule, properties.get(rule));
      properties.set(rule, reference(rule));
    }
    ObjectNode schema =
        JsonNodeFactory.instance
            .objectNode()
            .put("$schema", "https://json-schema.org/draft/2020-12/schema")
            .put("title", "Eddyline policy");
    schema.setAll(policy);
    schema.set(DEFINITIONS, definitions);
    return schema;
  }

  /** The root section of a policy that names every detector. */
  static Section everyDetectorNamed() {
    String named =
        Detectors.ALL.stream()
            .map(detector -> detector.key() + ": {}\n")
            .collect(Collectors.joining());
    return new PolicyDraft("every rule", "name: every rule\n" + named).parsePolicy().root();
  }

  /** The schema of overrides by the names of steps or complexities. */
  static ObjectNode overrides(int maxNames, int maxNameChars) {
    ObjectNode schema =
        JsonNodeFactory.instance.objectNode().put("type", "object").put("maxProperties", maxNames);
    schema.putObject("propertyNames").put("maxLength", maxNameChars).put("pattern", "\\S");
    ObjectNode override = schema.putObject("additionalProperties");
    override.putArray("type").add("object").add("null");
    ObjectNode properties = override.putObject(PROPERTIES);
    rules().forEach(rule -> properties.set(rule, reference(rule)));
    override.put("additionalProperties", false);
    return schema;
  }

  private static List<String> rules() {
    return Stream.concat(Detectors.ALL.stream().map(Detector::key), Stream.of(Ruleset.ACTIONS))
        .toList();
  }

  private static ObjectNode reference(String rule) {
    return JsonNodeFactory.instance.objectNode().put("$ref", "#/" + DEFINITIONS + "/" + rule);
  }
}
