package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.Masking;
import dev.eddyline.text.Asked;
import dev.eddyline.text.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules and actions of a policy, or of one place of it.
 *
 * @param limits the limits of each rule
 * @param actions which action answers which loop
 * @param sections what was read, by key
 */
record Ruleset(
    Map<Detector<?, ?>, Detector.Limits> limits, Actions actions, Map<String, Section> sections) {

  /** The key of the actions' section. */
  static final String ACTIONS = "actions";

  /** What the policy itself says. */
  static Ruleset read(Section root, Masking masking) {
    Map<Detector<?, ?>, Detector.Limits> limits = new LinkedHashMap<>();
    Map<String, Section> sections = new LinkedHashMap<>();
    for (Detector<?, ?> detector : Detectors.ALL) {
      Section section = root.from(detector.origin()).section(detector.key());
      limits.put(detector, read(detector, section, masking));
      sections.put(detector.key(), section);
    }
    Section actions =
        root.from("document 000, onLoop").about("which action answers which loop").section(ACTIONS);
    sections.put(ACTIONS, actions);
    return new Ruleset(limits, Actions.read(actions), sections);
  }

  /** What these sections say, and of the rest what this says. */
  Ruleset with(Map<String, Section> others, Masking masking) {
    Map<Detector<?, ?>, Detector.Limits> newLimits = new LinkedHashMap<>(limits);
    Map<String, Section> newSections = new LinkedHashMap<>(sections);
    newSections.putAll(others);
    for (Detector<?, ?> detector : Detectors.ALL) {
      if (others.containsKey(detector.key())) {
        newLimits.put(detector, read(detector, others.get(detector.key()), masking));
      }
    }
    Section chosen = others.get(ACTIONS);
    return new Ruleset(newLimits, chosen == null ? actions : Actions.read(chosen), newSections);
  }

  /** The same with every rule off. */
  Ruleset silent(Masking masking) {
    Map<Detector<?, ?>, Detector.Limits> off = new LinkedHashMap<>();
    for (Detector<?, ?> detector : Detectors.ALL) {
      off.put(detector, detector.limits(unnamed(), masking));
    }
    return new Ruleset(off, actions, sections);
  }

  private static Detector.Limits read(Detector<?, ?> detector, Section section, Masking masking) {
    Detector.Limits limits = detector.limits(section, masking);
    section.refuseOthers();
    return limits;
  }

  private static Section unnamed() {
    return new Section("", null, new ArrayList<>());
  }

  /**
   * The keys of a rule that are otherwise when its section is there: they switch it on.
   *
   * @return each with its value when the section is there
   */
  static Map<String, JsonNode> switches(Detector<?, ?> detector) {
    Section off = unnamed();
    Section on = new Section("", JsonNodeFactory.instance.objectNode(), new ArrayList<>());
    detector.limits(off, Masking.shipped());
    detector.limits(on, Masking.shipped());
    Map<String, JsonNode> switches = new LinkedHashMap<>();
    for (Asked.Value key : values(on)) {
      if (!values(off).contains(key)) {
        switches.put(key.key(), key.preset());
      }
    }
    return switches;
  }

  /** The keys of a section that have a value. */
  static List<Asked.Value> values(Section section) {
    return section.asked().stream()
        .filter(Asked.Value.class::isInstance)
        .map(Asked.Value.class::cast)
        .toList();
  }
}
