package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.keys.KeyType;
import dev.eddyline.keys.Section;
import dev.eddyline.policy.Policy.OverrideScope;
import dev.eddyline.text.Masking;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Reads a policy's overrides for steps and complexities. A step overrides a complexity, which
 * overrides the policy, key by key. A detector that only an override names is enabled there unless
 * disabled.
 */
final class PolicyOverrides {

  /** Maximum number of steps with overrides. */
  static final int MAX_STEPS = 64;

  /** Maximum number of complexities with overrides. */
  static final int MAX_COMPLEXITIES = 8;

  private static final String STEPS = "steps";
  private static final String COMPLEXITY = "complexity";

  /** The keys of a policy that hold overrides. */
  static final List<String> KEYS = List.of(STEPS, COMPLEXITY);

  private static final int MAX_NAME = 200;

  private static final String STEP_LIMITS = "step_iteration_exceeded";

  private final Section root;
  private final JsonNode tree;
  private final Ruleset policy;
  private final Masking masking;
  private final List<String> problems;

  /**
   * A reader of overrides.
   *
   * @param root the policy's root section
   * @param tree the policy's document
   * @param policy the policy's own rules
   */
  PolicyOverrides(
      Section root, JsonNode tree, Ruleset policy, Masking masking, List<String> problems) {
    this.root = root;
    this.tree = tree;
    this.policy = policy;
    this.masking = masking;
    this.problems = problems;
  }

  /** The rules of every scope that the policy names; incomplete if there are problems. */
  Map<OverrideScope, Ruleset> read() {
    Map<String, ObjectNode> levels =
        layers(COMPLEXITY, MAX_COMPLEXITIES, name -> name.toLowerCase(Locale.ROOT));
    Map<String, ObjectNode> steps = layers(STEPS, MAX_STEPS, UnaryOperator.identity());
    steps.values().forEach(PolicyOverrides::putExactStepFirst);
    Map<OverrideScope, Ruleset> read = new LinkedHashMap<>();
    levels.forEach(
        (level, layer) ->
            read.put(
                new OverrideScope(null, level), ruleset(COMPLEXITY + "." + level, List.of(layer))));
    steps.forEach(
        (step, layer) ->
            read.put(new OverrideScope(step, null), ruleset(STEPS + "." + step, List.of(layer))));
    if (problems.isEmpty()) {
      levels.forEach(
          (level, under) ->
              steps.forEach(
                  (step, over) ->
                      read.put(
                          new OverrideScope(step, level),
                          ruleset(
                              "%s.%s and %s.%s".formatted(COMPLEXITY, level, STEPS, step),
                              List.of(under, over)))));
    }
    return read;
  }

  /** The overrides by name; detectors enabled by being named are explicitly enabled. */
  private Map<String, ObjectNode> layers(
      String key, int maxNames, UnaryOperator<String> normalize) {
    Section names =
        root.setKeyPurpose("")
            .about(
                "detectors and actions that differ for a %s"
                    .formatted(
                        key.equals(STEPS)
                            ? "step, by its exact name; they override those of a complexity"
                            : "complexity, as declared in task_started"))
            .section(key);
    Map<String, ObjectNode> layers = new LinkedHashMap<>();
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    if (names.names().size() > maxNames) {
      root.addProblem(
          key, "must have ≤ %d names, was %d".formatted(maxNames, names.names().size()));
      return layers;
    }
    for (String name : names.names()) {
      String normalized = normalize.apply(name);
      if (name.isBlank() || name.length() > MAX_NAME) {
        root.addProblem(key, "a name must have 1 to %d characters, not blank".formatted(MAX_NAME));
      } else if (layers.containsKey(normalized)) {
        names.addProblem(name, "is a duplicate that differs only in upper and lower case");
      } else {
        ObjectNode layer = layer(names.section(name), tree.path(key).path(name));
        layers.put(normalized, layer);
        document.set(normalized, layer);
      }
    }
    root.declareKey(
        key,
        KeyType.readElsewhere(
            "NAME: detectors and actions, ≤ %d names".formatted(maxNames),
            () -> PolicySchema.overrides(maxNames, MAX_NAME)),
        JsonNodeFactory.instance.objectNode(),
        document);
    return layers;
  }

  private ObjectNode layer(Section section, JsonNode document) {
    ObjectNode layer = JsonNodeFactory.instance.objectNode();
    for (Detector<?, ?> detector : Detectors.ALL) {
      section.section(detector.key());
      if (document.has(detector.key()) && !document.get(detector.key()).isValueNode()
          || document.path(detector.key()).isNull()) {
        ObjectNode named =
            document.get(detector.key()) instanceof ObjectNode rule
                ? rule.deepCopy()
                : JsonNodeFactory.instance.objectNode();
        if (!tree.has(detector.key())) {
          Ruleset.keysWithDefaultChangedByEnabling(detector).forEach(named::putIfAbsent);
        }
        layer.set(detector.key(), named);
      }
    }
    section.section(Ruleset.ACTIONS);
    if (document.get(Ruleset.ACTIONS) instanceof ObjectNode actions) {
      layer.set(Ruleset.ACTIONS, actions.deepCopy());
    }
    section.rejectUnknownKeys(
        Map.of("gate", "its limits are per policy, not per step or complexity"));
    return layer;
  }

  /** Gives a step's own max precedence over limits by step name or role. */
  private static void putExactStepFirst(ObjectNode layer) {
    if (layer.get(STEP_LIMITS) instanceof ObjectNode limits && limits.has("max")) {
      limits.putIfAbsent("roles", JsonNodeFactory.instance.objectNode());
      limits.putIfAbsent("steps", JsonNodeFactory.instance.objectNode());
    }
  }

  private Ruleset ruleset(String path, List<ObjectNode> layers) {
    Map<String, Section> changed = new LinkedHashMap<>();
    for (String key : policy.sections().keySet()) {
      if (layers.stream().anyMatch(layer -> layer.has(key))) {
        ObjectNode merged = ownSectionCopy(key);
        for (ObjectNode layer : layers) {
          if (layer.get(key) instanceof ObjectNode over) {
            mergeOverrideIntoSection(over, key, merged);
          }
        }
        changed.put(key, new Section(path + "." + key, merged, problems, root.warnings()));
      }
    }
    return policy.withSections(changed, masking);
  }

  /** The policy's own section, or an empty one if it has problems, which are already reported. */
  private ObjectNode ownSectionCopy(String key) {
    boolean wrong =
        problems.stream()
            .anyMatch(problem -> problem.startsWith(key + ".") || problem.startsWith(key + ":"));
    return !wrong && tree.get(key) instanceof ObjectNode section
        ? section.deepCopy()
        : JsonNodeFactory.instance.objectNode();
  }

  /**
   * Merges a section into another, key by key. A default action replaces the named actions of the
   * other section.
   */
  static void mergeOverrideIntoSection(ObjectNode over, String key, ObjectNode merged) {
    if (key.equals(Ruleset.ACTIONS) && over.hasNonNull(LoopActions.DEFAULT)) {
      merged.remove(LoopActions.keys());
    }
    merged.setAll(over);
  }
}
