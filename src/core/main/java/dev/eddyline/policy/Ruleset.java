package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.keys.DeclaredKey;
import dev.eddyline.keys.Section;
import dev.eddyline.text.Masking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The detector limits and actions of a policy, or of one override scope.
 *
 * @param limits the limits of each detector
 * @param actions the actions for loops
 * @param sections the sections it was read from, by key
 */
record Ruleset(
    Map<Detector<?, ?>, Detector.Limits> limits,
    LoopActions actions,
    Map<String, Section> sections) {

  /** The key of the actions' section. */
  static final String ACTIONS = "actions";

  /** Reads the rules of the policy itself. */
  static Ruleset read(Section root, Masking masking) {
    Map<Detector<?, ?>, Detector.Limits> limits = new LinkedHashMap<>();
    Map<String, Section> sections = new LinkedHashMap<>();
    for (Detector<?, ?> detector : Detectors.ALL) {
      Section section = root.setKeyPurpose(detector.purpose()).section(detector.key());
      limits.put(detector, read(detector, section, masking));
      sections.put(detector.key(), section);
    }
    Section actions = root.setKeyPurpose("").about("actions for loops").section(ACTIONS);
    sections.put(ACTIONS, actions);
    return new Ruleset(limits, LoopActions.read(actions), sections);
  }

  /** A copy with the values of these sections. */
  Ruleset withSections(Map<String, Section> others, Masking masking) {
    Map<Detector<?, ?>, Detector.Limits> newLimits = new LinkedHashMap<>(limits);
    Map<String, Section> newSections = new LinkedHashMap<>(sections);
    newSections.putAll(others);
    for (Detector<?, ?> detector : Detectors.ALL) {
      if (others.containsKey(detector.key())) {
        newLimits.put(detector, read(detector, others.get(detector.key()), masking));
      }
    }
    Section chosen = others.get(ACTIONS);
    return new Ruleset(newLimits, chosen == null ? actions : LoopActions.read(chosen), newSections);
  }

  /** A copy with every detector disabled. */
  Ruleset allDisabled(Masking masking) {
    Map<Detector<?, ?>, Detector.Limits> off = new LinkedHashMap<>();
    for (Detector<?, ?> detector : Detectors.ALL) {
      off.put(detector, detector.limits(emptySection(), masking));
    }
    return new Ruleset(off, actions, sections);
  }

  private static Detector.Limits read(Detector<?, ?> detector, Section section, Masking masking) {
    Detector.Limits limits = detector.limits(section, masking);
    section.rejectUnknownKeys(ForeignKeys.reasons());
    return limits;
  }

  private static Section emptySection() {
    return new Section("", null, new ArrayList<>());
  }

  /**
   * The keys of a detector whose defaults change when its section exists, which enables it.
   *
   * @return the keys with their values if the section exists
   */
  static Map<String, JsonNode> keysWithDefaultChangedByEnabling(Detector<?, ?> detector) {
    Section off = emptySection();
    Section on = new Section("", JsonNodeFactory.instance.objectNode(), new ArrayList<>());
    detector.limits(off, Masking.shipped());
    detector.limits(on, Masking.shipped());
    Map<String, JsonNode> switches = new LinkedHashMap<>();
    declaredValueKeys(on).forEach(key -> switches.put(key.key(), key.preset()));
    declaredValueKeys(off).forEach(key -> switches.remove(key.key(), key.preset()));
    return switches;
  }

  /** The keys of a section that hold a value. */
  static List<DeclaredKey.ValueKey> declaredValueKeys(Section section) {
    return section.declaredKeys().stream()
        .filter(DeclaredKey.ValueKey.class::isInstance)
        .map(DeclaredKey.ValueKey.class::cast)
        .toList();
  }
}
