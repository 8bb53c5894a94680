package dev.eddyline.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import dev.eddyline.detect.Detectors;
import dev.eddyline.schema.LoopType;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A policy's text that is changed key by key. A change keeps all other lines where the text's
 * layout allows it; otherwise the text is written again without its comments.
 *
 * @param text the text, a YAML mapping
 */
public record PolicyEdit(String text) {

  private static final String ORIGIN = "draft";
  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).build());

  public PolicyEdit {
    Objects.requireNonNull(text, "text");
  }

  /** A policy of this name that differs from a preset in nothing yet. */
  public static PolicyEdit extending(String preset, String name) {
    JsonNode quoted = JsonNodeFactory.instance.textNode(name);
    return new PolicyEdit(
        "name: %s\n# keys that are not set here come from the preset\n%s: %s\n"
            .formatted(quoted, ExtendedPolicy.KEY, preset));
  }

  /** The same policy for a workflow. A text that names no workflow stays as it is. */
  public PolicyEdit forWorkflow(String workflow) {
    JsonNode named = tree().get("workflow");
    JsonNode wanted = JsonNodeFactory.instance.textNode(workflow);
    return named == null || named.isNull() || named.equals(wanted)
        ? this
        : with("workflow", wanted);
  }

  /**
   * The policy without the detector of a loop type; of a detector with several types only that one.
   *
   * @param rule the name of a custom detector; null for a built-in one
   */
  public PolicyEdit withoutDetector(LoopType type, @Nullable String rule) {
    JsonNode off = JsonNodeFactory.instance.booleanNode(false);
    String key = type.name().toLowerCase(Locale.ROOT);
    String section = rule == null ? Detectors.keyOf(type) : rule;
    boolean isOnlyLoop = rule != null || section.equals(key);
    return with(section, isOnlyLoop ? "enabled" : key, off);
  }

  /** The policy in shadow mode. */
  public PolicyEdit watching() {
    return with("mode", JsonNodeFactory.instance.textNode("shadow"));
  }

  /**
   * The policy with agents muted until this event time, for this reason. A mute that an agent has
   * keeps its reason, and its end if that is later.
   */
  public PolicyEdit withMutedAgents(Collection<String> agents, String reason, Instant until) {
    ArrayNode mutes =
        tree().get("mutes") instanceof ArrayNode there
            ? there.deepCopy()
            : JsonNodeFactory.instance.arrayNode();
    for (String agent : agents) {
      ObjectNode mute = muteOf(mutes, agent);
      if (mute == null) {
        mute = mutes.addObject().put("agent", agent).put("reason", reason);
      }
      if (isBefore(mute.path("until").asText(), until)) {
        mute.put("until", until.toString());
      }
    }
    return with("mutes", mutes);
  }

  private static @Nullable ObjectNode muteOf(ArrayNode mutes, String agent) {
    for (JsonNode mute : mutes) {
      if (mute instanceof ObjectNode fields && agent.equals(fields.path("agent").asText(null))) {
        return fields;
      }
    }
    return null;
  }

  private static boolean isBefore(String end, Instant until) {
    try {
      return OffsetDateTime.parse(end.strip()).toInstant().isBefore(until);
    } catch (DateTimeParseException absent) {
      return true;
    }
  }

  private ObjectNode tree() {
    return (ObjectNode) PolicyText.parse(ORIGIN, text);
  }

  private PolicyEdit with(String key, JsonNode value) {
    ObjectNode wanted = tree();
    wanted.set(key, value);
    List<String> lines = lines();
    int at = indexOf(lines, 0, lines.size(), "", key);
    String line = key + ": " + value;
    if (at < 0) {
      lines.add(line);
    } else {
      lines.set(at, line);
    }
    return checked(lines, wanted);
  }

  private PolicyEdit with(String section, String key, JsonNode value) {
    ObjectNode wanted = tree();
    ObjectNode values = wanted.get(section) instanceof ObjectNode there ? there : null;
    (values == null ? wanted.putObject(section) : values).set(key, value);
    List<String> lines = lines();
    int start = indexOf(lines, 0, lines.size(), "", section);
    if (start < 0) {
      lines.add("");
      lines.add(section + ":");
      lines.add("  " + key + ": " + value);
      return checked(lines, wanted);
    }
    int end = start + 1;
    while (end < lines.size() && lines.get(end).matches("\\s.*|#.*|")) {
      end++;
    }
    String indent =
        lines.subList(start + 1, end).stream()
            .filter(line -> line.matches("\\s+[^\\s#].*"))
            .findFirst()
            .map(line -> line.substring(0, line.length() - line.stripLeading().length()))
            .orElse("  ");
    int at = indexOf(lines, start + 1, end, indent, key);
    String line = indent + key + ": " + value;
    if (at < 0) {
      lines.add(start + 1, line);
    } else {
      lines.set(at, line);
    }
    return checked(lines, wanted);
  }

  private List<String> lines() {
    return new ArrayList<>(Arrays.asList(text.stripTrailing().split("\n", -1)));
  }

  /** The line of a key with this indent; -1 without one. */
  private static int indexOf(List<String> lines, int from, int to, String indent, String key) {
    Pattern pattern = Pattern.compile(Pattern.quote(indent + key) + "\\s*:(\\s.*)?");
    for (int at = from; at < to; at++) {
      if (pattern.matcher(lines.get(at)).matches()) {
        return at;
      }
    }
    return -1;
  }

  /** The changed lines if they have the wanted values, else the values written as new YAML. */
  private static PolicyEdit checked(List<String> lines, ObjectNode wanted) {
    String changed = String.join("\n", lines) + "\n";
    try {
      if (PolicyText.parse(ORIGIN, changed).equals(wanted)) {
        return new PolicyEdit(changed);
      }
    } catch (InvalidPolicyException otherLayout) {
      // such as a section in braces: written below
    }
    try {
      return new PolicyEdit(YAML.writeValueAsString(wanted));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a policy cannot be written", impossible);
    }
  }
}
