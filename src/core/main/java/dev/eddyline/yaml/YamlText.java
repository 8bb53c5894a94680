package dev.eddyline.yaml;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.yaml.snakeyaml.LoaderOptions;

/** Parses one YAML mapping, within bounds, without aliases. */
public final class YamlText {

  /** Maximum characters of a text. */
  public static final int MAX_CHARS = 1_000_000;

  private static final ObjectMapper YAML = new ObjectMapper(factory());

  private YamlText() {}

  /** A text that is not such a mapping. */
  public static final class InvalidYamlException extends Exception {

    private static final long serialVersionUID = 1L;

    private InvalidYamlException(String reason) {
      super(reason, null, false, false);
    }
  }

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
   * Parses a mapping.
   *
   * @throws InvalidYamlException if the text is not such a mapping
   */
  public static JsonNode mapping(String yaml) throws InvalidYamlException {
    if (yaml.length() > MAX_CHARS) {
      throw invalidYaml("must have ≤ %d characters, was %d".formatted(MAX_CHARS, yaml.length()));
    }
    try {
      checkSingleDocument(yaml);
      JsonNode root = YAML.readTree(yaml);
      if (root == null || !root.isObject()) {
        throw invalidYaml("must be a YAML mapping, was " + kind(root));
      }
      return root;
    } catch (JsonProcessingException invalid) {
      String where =
          invalid.getLocation() == null ? "" : " at line " + invalid.getLocation().getLineNr();
      String why = invalid.getOriginalMessage().lines().findFirst().orElse("");
      throw invalidYaml("not valid YAML" + where + ": " + why);
    }
  }

  private static String kind(JsonNode root) {
    return root == null || root.isMissingNode() || root.isNull()
        ? "empty"
        : root.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  /**
   * Rejects aliases, which the parser would read as text, and further documents, which it would
   * ignore.
   *
   * @throws InvalidYamlException for either
   */
  private static void checkSingleDocument(String yaml)
      throws JsonProcessingException, InvalidYamlException {
    try (YAMLParser parser = (YAMLParser) YAML.createParser(yaml)) {
      int depth = 0;
      int documents = 0;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (parser.isCurrentAlias()) {
          throw invalidYaml("YAML aliases are not allowed, was one at line " + line(parser));
        }
        if (depth == 0 && ++documents > 1) {
          throw invalidYaml("must be one YAML document, a second begins at line " + line(parser));
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

  private static InvalidYamlException invalidYaml(String reason) {
    return new InvalidYamlException(reason);
  }
}
