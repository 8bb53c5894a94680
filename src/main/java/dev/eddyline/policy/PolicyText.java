package dev.eddyline.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.yaml.snakeyaml.LoaderOptions;

/** Takes the text of a policy apart: one YAML mapping, within bounds, without aliases. */
final class PolicyText {

  /** The longest text of a policy, in characters. */
  static final int MAX_CHARS = 1_000_000;

  private static final ObjectMapper YAML = new ObjectMapper(factory());

  private PolicyText() {}

  private static YAMLFactory factory() {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setCodePointLimit(MAX_CHARS);
    return YAMLFactory.builder()
        .loaderOptions(options)
        .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .build();
  }

  /**
   * The mapping that the text is.
   *
   * @param place where the text stands, for messages
   * @throws InvalidPolicyException when it is none
   */
  static JsonNode parse(String place, String yaml) {
    if (yaml.length() > MAX_CHARS) {
      throw refused(place, "must have ≤ %d characters, was %d".formatted(MAX_CHARS, yaml.length()));
    }
    try {
      refuseAliasesAndMore(place, yaml);
      JsonNode root = YAML.readTree(yaml);
      if (root == null || !root.isObject()) {
        throw refused(place, "must be a YAML mapping, was " + kind(root));
      }
      return root;
    } catch (JsonProcessingException invalid) {
      String where =
          invalid.getLocation() == null ? "" : " at line " + invalid.getLocation().getLineNr();
      String why = invalid.getOriginalMessage().lines().findFirst().orElse("");
      throw refused(place, "not valid YAML" + where + ": " + why);
    }
  }

  private static String kind(JsonNode root) {
    return root == null || root.isMissingNode() || root.isNull()
        ? "empty"
        : root.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  /**
   * The parser would take an alias for the text of its name, and pass over a second document.
   *
   * @throws InvalidPolicyException for either
   */
  private static void refuseAliasesAndMore(String place, String yaml)
      throws JsonProcessingException {
    try (YAMLParser parser = (YAMLParser) YAML.createParser(yaml)) {
      int depth = 0;
      int documents = 0;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (parser.isCurrentAlias()) {
          throw refused(place, "YAML aliases are not allowed, was one at line " + line(parser));
        }
        if (depth == 0 && ++documents > 1) {
          throw refused(
              place, "must be one YAML document, a second begins at line " + line(parser));
        }
        depth += token.isStructStart() ? 1 : 0;
        depth -= token.isStructEnd() ? 1 : 0;
      }
    } catch (JsonProcessingException invalid) {
      throw invalid;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static int line(YAMLParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  private static InvalidPolicyException refused(String place, String reason) {
    return new InvalidPolicyException(place, List.of("policy: " + reason));
  }
}
