package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.text.YamlText;
import java.util.List;

/** Takes the text of a policy apart. */
final class PolicyText {

  /** The longest text of a policy, in characters. */
  static final int MAX_CHARS = YamlText.MAX_CHARS;

  private PolicyText() {}

  /**
   * The mapping that the text is.
   *
   * @param place where the text stands, for messages
   * @throws InvalidPolicyException when it is none
   */
  static JsonNode parse(String place, String yaml) {
    try {
      return YamlText.mapping(yaml);
    } catch (YamlText.InvalidYamlException invalid) {
      throw new InvalidPolicyException(place, List.of("policy: " + invalid.getMessage()));
    }
  }
}
