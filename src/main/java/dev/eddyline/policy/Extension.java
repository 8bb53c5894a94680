package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.text.Nearest;
import dev.eddyline.text.Section;
import java.util.List;

/**
 * A policy merged with the preset that it extends, key by key. A detector that the policy names is
 * enabled unless the policy disables it, whatever the preset says.
 *
 * @param tree the policy without {@link #KEY}
 * @param preset text of the preset; empty if it extends none
 */
record Extension(JsonNode tree, String preset) {

  /** The key of the preset's name. */
  static final String KEY = "extends";

  /** Merges a policy with its preset; an unknown preset is a problem. */
  static Extension of(JsonNode written, List<String> problems) {
    ObjectNode own = written.deepCopy();
    own.remove(KEY);
    Section section = new Section("", written, problems);
    String name = section.text(KEY, null);
    if (name == null) {
      return new Extension(own, "");
    }
    if (!Policies.PRESETS.contains(name)) {
      String known = String.join(", ", Policies.PRESETS);
      String hint = Nearest.hint(name, Policies.PRESETS);
      section.addProblem(KEY, "must be one of %s, was '%s'%s".formatted(known, name, hint));
      return new Extension(own, "");
    }
    WrittenPolicy preset = WrittenPolicy.preset(name);
    return new Extension(
        laid(own, (ObjectNode) PolicyText.parse(preset.place(), preset.text())), preset.text());
  }

  /** Describes the key {@link #KEY} for the merged policy. */
  static void tell(Section root) {
    root.about("preset that provides the values of missing keys")
        .declare(
            KEY,
            String.join(", ", Policies.PRESETS),
            NullNode.getInstance(),
            NullNode.getInstance());
  }

  private static JsonNode laid(ObjectNode own, ObjectNode preset) {
    ObjectNode laid = preset.deepCopy();
    laid.remove(PolicyReader.NAME);
    own.properties()
        .forEach(key -> laid.set(key.getKey(), laid(key.getKey(), key.getValue(), preset)));
    return laid;
  }

  private static JsonNode laid(String key, JsonNode own, ObjectNode preset) {
    boolean isSection = own.isObject() || own.isNull();
    if (!isSection || !(preset.get(key) instanceof ObjectNode beneath)) {
      return own;
    }
    ObjectNode section = beneath.deepCopy();
    section.remove("enabled");
    if (own instanceof ObjectNode over) {
      Overrides.lay(over, key, section);
    }
    return section;
  }
}
