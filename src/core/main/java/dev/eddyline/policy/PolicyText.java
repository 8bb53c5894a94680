package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.yaml.YamlText;
import java.util.List;

/** Parses the text of a policy. */
final class PolicyText {

  /** Maximum length of a policy's text, in characters. */
  static final int MAX_CHARS = YamlText.MAX_CHARS;

  private PolicyText() {}

  /**
   * Parses the text, which must be a YAML mapping.
   *
   * @param place origin of the text, for messages
   * @throws InvalidPolicyException if it is not a mapping
   */
  static JsonNode parse(String place, String yaml) {
    try {
      return YamlText.mapping(yaml);
    } catch (YamlText.InvalidYamlException invalid) {
      throw new InvalidPolicyException(place, List.of("policy: " + invalid.getMessage()));
    }
  }
}
