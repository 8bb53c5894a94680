package dev.eddyline.policy;

import static dev.eddyline.ReferencePage.code;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.ReferencePage;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.keys.DeclaredKey;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.LoopType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The reference pages of detectors and of policy keys. */
final class DetectorPages {

  private static final Map<String, Detector<?, ?>> BY_KEY =
      Detectors.ALL.stream().collect(Collectors.toMap(Detector::key, Function.identity()));

  private final Map<String, PolicyReader.ParsedPolicy> presets = new LinkedHashMap<>();
  private final Map<String, Map<String, DeclaredKey.ValueKey>> keysOfPresets =
      new LinkedHashMap<>();

  private DetectorPages() {
    for (String name : Policies.PRESETS) {
      PolicyReader.ParsedPolicy read = PolicyDraft.preset(name).parsePolicy();
      presets.put(name, read);
      keysOfPresets.put(name, keys(read.root()));
    }
  }

  /** The page of the detectors, and of the actions that follow a loop. */
  static String detectors() {
    DetectorPages pages = new DetectorPages();
    ReferencePage page =
        new ReferencePage(
            "Detectors", "users who want to know what a detector reads and what follows a loop");
    page.table("detector", "loop types", "reads", "purpose", "enabled in");
    for (Detector<?, ?> detector : Detectors.ALL) {
      page.row(
          code(detector.key()),
          loopTypes(detector).stream().map(ReferencePage::code).collect(Collectors.joining(", ")),
          DetectorInputs.by(detector),
          detector.purpose(),
          pages.enabledIn(detector));
    }
    actions(page);
    return page.text();
  }

  /** The page of the policy keys. */
  static String policyKeys() {
    DetectorPages pages = new DetectorPages();
    ReferencePage page = new ReferencePage("Policy keys", "users who write a policy");
    page.block("A detector that a policy names is enabled unless the policy disables it.");
    page.table("key", "description", "default", "allowed", "other value in");
    keys(PolicySchema.everyDetectorNamed()).forEach((path, key) -> pages.key(page, path, key));
    return page.text();
  }

  private void key(ReferencePage page, String path, DeclaredKey.ValueKey key) {
    Detector<?, ?> detector = BY_KEY.get(sectionOf(path));
    boolean required = path.equals(PolicyReader.NAME);
    boolean switched =
        detector != null
            && Ruleset.keysWithDefaultChangedByEnabling(detector).containsKey(key.key());
    page.row(
        code(path),
        key.about(),
        required
            ? "required"
            : code(PolicyYaml.scalar(key.preset())) + (switched ? " when named" : ""),
        key.allowed(),
        required ? "" : otherwise(path, key));
  }

  private static void actions(ReferencePage page) {
    page.section("Actions for loops");
    page.block(
        """
        These are the defaults. An action configured in `actions` applies to every occurrence. An \
        action with the target user opens a gate.
        """);
    page.table("loop type", "action", "same loop again", "at a threshold");
    for (LoopType type : LoopType.values()) {
      if (Detectors.ALL.stream()
          .anyMatch(
              detector -> loopTypes(detector).contains(ActionDescriptions.lowerCaseName(type)))) {
        page.row(
            code(ActionDescriptions.lowerCaseName(type)),
            ActionDescriptions.describeFirstAction(type),
            ActionDescriptions.describeActionOnRepeat(type),
            ActionDescriptions.describeActionAtThreshold(type));
      }
    }
    page.block(
        """
        The thresholds are `gate.loops` and `gate.attempts`; while a gate is open, they count as \
        reached. For `no_progress_repeat` the threshold is `actions.forceNextAfter`, for \
        `external_fault` it is `external_fault.after`. With `gate.debugger` a debugger is asked \
        instead of a hint, one loop before a threshold. If a loop is detected again after a human \
        decision, the escalation has a higher target than before:

        %s
        """
            .formatted(ActionDescriptions.describeEscalationsAfterDecision()));
  }

  /** All keys that have a value, by their paths. */
  private static Map<String, DeclaredKey.ValueKey> keys(Section root) {
    Map<String, DeclaredKey.ValueKey> keys = new LinkedHashMap<>();
    for (DeclaredKey declaredKey : root.declaredKeys()) {
      if (declaredKey instanceof DeclaredKey.ValueKey value) {
        keys.put(value.key(), value);
      } else if (declaredKey instanceof DeclaredKey.SectionKey inner) {
        Ruleset.declaredValueKeys(inner.section())
            .forEach(value -> keys.put(inner.key() + "." + value.key(), value));
      }
    }
    return keys;
  }

  private static String sectionOf(String path) {
    return path.substring(0, Math.max(0, path.indexOf('.')));
  }

  private static List<String> loopTypes(Detector<?, ?> detector) {
    return detector.loops().stream()
        .map(loop -> ActionDescriptions.lowerCaseName(loop.type()))
        .toList();
  }

  private String enabledIn(Detector<?, ?> detector) {
    return presets.keySet().stream()
        .filter(preset -> isEnabled(preset, detector))
        .map(ReferencePage::code)
        .collect(Collectors.joining(", "));
  }

  private boolean isEnabled(String preset, Detector<?, ?> detector) {
    return presets.get(preset).policy().limits().of(detector).enabled();
  }

  /** The values of presets that have the detector on and another value than the default. */
  private String otherwise(String path, DeclaredKey.ValueKey key) {
    Detector<?, ?> detector = BY_KEY.get(sectionOf(path));
    List<String> others = new ArrayList<>();
    keysOfPresets.forEach(
        (preset, keys) -> {
          JsonNode value = keys.get(path).value();
          if (!value.equals(key.preset()) && (detector == null || isEnabled(preset, detector))) {
            others.add(preset + " " + code(PolicyYaml.scalar(value)));
          }
        });
    return String.join(", ", others);
  }
}
