package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.text.Nearest;
import dev.eddyline.text.Section;
import java.util.List;

/**
 * A policy as if it were written out: what it says itself, key by key over the preset that it
 * extends. A rule that it names is on unless it says otherwise, whatever the preset says.
 *
 * @param tree the policy without {@link #KEY}
 * @param preset text of the preset; empty where it extends none
 */
record Extension(JsonNode tree, String preset) {

  /** The key of the preset's name. */
  static final String KEY = "extends";

  /** The policy as it is written, and what it extends; a preset that there is not is a problem. */
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
      section.refuse(KEY, "must be one of %s, was '%s'%s".formatted(known, name, hint));
      return new Extension(own, "");
    }
    WrittenPolicy preset = WrittenPolicy.preset(name);
    return new Extension(
        laid(own, (ObjectNode) PolicyText.parse(preset.place(), preset.text())), preset.text());
  }

  /** What the root says of the key once the policy is written out. */
  static void tell(Section root) {
    root.about("preset whose values hold where the policy says nothing")
        .tell(
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
