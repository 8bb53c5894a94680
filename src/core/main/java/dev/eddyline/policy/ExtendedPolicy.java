package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.keys.KeyType;
import dev.eddyline.keys.ScalarTypes;
import dev.eddyline.keys.Section;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A policy merged with the preset that it extends, key by key. A detector that the policy names is
 * enabled unless the policy disables it, whatever the preset says.
 *
 * @param tree the policy without {@link #KEY}
 * @param preset text of the preset; empty if it extends none
 */
record ExtendedPolicy(JsonNode tree, String preset) {

  /** The key of the preset's name. */
  static final String KEY = "extends";

  private static final KeyType<String> PRESET =
      ScalarTypes.oneOf(Policies.PRESETS, UnaryOperator.identity());

  /** Merges a policy with its preset; an unknown preset is a problem. */
  static ExtendedPolicy resolvePreset(JsonNode written, List<String> problems) {
    ObjectNode own = written.deepCopy();
    own.remove(KEY);
    Section section = new Section("", written, problems);
    String name = section.read(KEY, PRESET, null);
    if (name == null) {
      return new ExtendedPolicy(own, "");
    }
    PolicyDraft preset = PolicyDraft.preset(name);
    return new ExtendedPolicy(
        mergeWithPreset(own, (ObjectNode) PolicyText.parse(preset.originName(), preset.text())),
        preset.text());
  }

  /** Describes the key {@link #KEY} for the merged policy. */
  static void declareExtendsKey(Section root) {
    root.about("preset that provides the values of missing keys")
        .declareKey(KEY, PRESET, NullNode.getInstance(), NullNode.getInstance());
  }

  private static JsonNode mergeWithPreset(ObjectNode own, ObjectNode preset) {
    ObjectNode merged = preset.deepCopy();
    merged.remove(PolicyReader.NAME);
    own.properties()
        .forEach(
            key -> merged.set(key.getKey(), mergeWithPreset(key.getKey(), key.getValue(), preset)));
    return merged;
  }

  private static JsonNode mergeWithPreset(String key, JsonNode own, ObjectNode preset) {
    boolean isSection = own.isObject() || own.isNull();
    if (!isSection || !(preset.get(key) instanceof ObjectNode presetSection)) {
      return own;
    }
    ObjectNode section = presetSection.deepCopy();
    section.remove("enabled");
    if (own instanceof ObjectNode ownSection) {
      PolicyOverrides.mergeOverrideIntoSection(ownSection, key, section);
    }
    return section;
  }
}
