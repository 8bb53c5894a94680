package dev.eddyline.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import dev.eddyline.detect.Detectors;
import dev.eddyline.keys.DeclaredKey;
import dev.eddyline.keys.Section;
import dev.eddyline.policy.Policy.OverrideScope;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Renders a policy as YAML with every key and its value, with comments on meaning and allowed
 * values. Reading the YAML results in the same policy.
 */
public final class PolicyYaml {

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .build());

  private static final List<String> YAML_KEYWORDS =
      List.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  private final Ruleset rules;
  private final boolean showsOverrides;
  private final StringBuilder yamlOutput = new StringBuilder();

  private PolicyYaml(Ruleset rules, boolean everywhere) {
    this.rules = rules;
    this.showsOverrides = everywhere;
  }

  /**
   * Renders a policy with its overrides.
   *
   * @throws InvalidPolicyException with every problem and its path
   */
  public static String renderYaml(PolicyDraft source) {
    PolicyReader.ParsedPolicy read = source.parsePolicy();
    return new PolicyYaml(read.ownRules(), true).renderYaml(read.root());
  }

  /**
   * Renders a policy for a step and a complexity.
   *
   * @param scope the scope, for which the policy may have no override
   * @throws InvalidPolicyException with every problem and its path
   */
  public static String renderYaml(PolicyDraft source, OverrideScope scope) {
    PolicyReader.ParsedPolicy read = source.parsePolicy();
    return new PolicyYaml(
            scope.valueOfMostSpecificScope(read.rulesByScope(), read.ownRules()), false)
        .renderYaml(read.root());
  }

  /**
   * The scopes for which the policy has overrides.
   *
   * @throws InvalidPolicyException with every problem and its path
   */
  public static Set<OverrideScope> overrideScopes(PolicyDraft source) {
    return source.parsePolicy().rulesByScope().keySet();
  }

  private String renderYaml(Section root) {
    for (DeclaredKey key : root.declaredKeys()) {
      if (key instanceof DeclaredKey.SectionKey inner) {
        section(inner);
      } else if (key instanceof DeclaredKey.ValueKey value) {
        value(value, value.preset(), "");
      }
    }
    return yamlOutput.toString().replace("\n\n\n", "\n\n");
  }

  private void section(DeclaredKey.SectionKey inner) {
    String comment = comment(inner.about(), inner.purpose());
    yamlOutput.append('\n').append(inner.key()).append(':');
    yamlOutput.append(comment.isEmpty() ? "" : "  # " + comment).append('\n');
    Section section = rules.sections().getOrDefault(inner.key(), inner.section());
    Map<String, JsonNode> switches =
        Detectors.ALL.stream()
            .filter(detector -> detector.key().equals(inner.key()))
            .findFirst()
            .map(Ruleset::keysWithDefaultChangedByEnabling)
            .orElse(Map.of());
    for (DeclaredKey.ValueKey key : Ruleset.declaredValueKeys(section)) {
      boolean follows = key.key().equals("enabled") && key.value().equals(key.preset());
      boolean switched = switches.containsKey(key.key());
      // a detector that its other keys enable is written as a comment, so that they still do
      String indent = follows && !switched ? "  # " : "  ";
      value(key, switches.getOrDefault(key.key(), key.preset()), indent);
    }
    yamlOutput.append('\n');
  }

  private void value(DeclaredKey.ValueKey key, JsonNode preset, String indent) {
    boolean forPlaces = PolicyOverrides.KEYS.contains(key.key()) && indent.isEmpty();
    JsonNode value = forPlaces && !showsOverrides ? key.preset() : key.value();
    String otherwise = preset.isNull() ? "" : "default " + scalar(preset);
    String comment = comment(key.about(), key.allowed(), otherwise, key.purpose());
    if (value.isContainerNode() && !value.isEmpty()) {
      yamlOutput.append("%s%s:  # %s\n".formatted(indent, key.key(), comment));
      yamlOutput.append(toYamlScalar(value).indent(indent.length() + 2));
    } else {
      String line = "%s%s: %s".formatted(indent, key.key(), scalar(value));
      yamlOutput.append("%-44s # %s\n".formatted(line, comment));
    }
  }

  /** The description, followed by the other parts in brackets. */
  private static String comment(String about, String... parts) {
    String more =
        Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    return about.isEmpty() || more.isEmpty() ? about + more : about + " (" + more + ")";
  }

  /** A value on one line; ambiguous texts are quoted. */
  static String scalar(JsonNode value) {
    if (value.isContainerNode()) {
      return value.toString();
    }
    String text = value.asText();
    boolean plain =
        value.isTextual()
            && text.matches("[a-z][\\w-]*|(?:\\d+[hms])+")
            && !YAML_KEYWORDS.contains(text.toLowerCase(Locale.ROOT));
    // alone, an empty text would be written as a document of its own
    return plain ? text : toYamlScalar(Map.of("k", value)).substring("k: ".length()).strip();
  }

  private static String toYamlScalar(Object value) {
    try {
      return YAML.writeValueAsString(value);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("value cannot be written", impossible);
    }
  }
}
