package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.GeneratedFile;
import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.Masking;
import dev.eddyline.schema.LoopType;
import dev.eddyline.text.DeclaredKey;
import dev.eddyline.text.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All that policies speak of, as a page: the rules, what can be set, and what answers a loop. */
final class RuleTable {

  private static final Map<String, Detector<?, ?>> RULES =
      Detectors.ALL.stream().collect(Collectors.toMap(Detector::key, Function.identity()));

  private final Map<String, PolicyReader.ParsedPolicy> presets = new LinkedHashMap<>();
  private final Map<String, Map<String, DeclaredKey.ValueKey>> keysOfPresets =
      new LinkedHashMap<>();
  private final StringBuilder page = new StringBuilder();

  private RuleTable() {
    for (String name : Policies.PRESETS) {
      PolicyReader.ParsedPolicy read = PolicyDraft.preset(name).parse();
      presets.put(name, read);
      keysOfPresets.put(name, keys(read.root()));
    }
  }

  /** The page. */
  static String text() {
    return new RuleTable().written();
  }

  private String written() {
    page.append("<!-- Written from the code by\n")
        .append(GeneratedFile.COMMAND)
        .append(" -->\n\n# Detectors\n\n");
    row("detector", "loop types", "reads", "purpose", "enabled in");
    row("---", "---", "---", "---", "---");
    for (Detector<?, ?> rule : Detectors.ALL) {
      String finds =
          loopTypes(rule).stream().map(RuleTable::code).collect(Collectors.joining(", "));
      row(code(rule.key()), finds, DetectorInputs.by(rule), rule.origin(), onIn(rule));
    }
    page.append("\n# Policy keys\n\n");
    page.append("A detector that a policy names is enabled unless the policy disables it.\n\n");
    row("key", "description", "default", "allowed", "other value in");
    row("---", "---", "---", "---", "---");
    keys(everyRuleNamed()).forEach(this::key);
    answers();
    return page.toString();
  }

  private void key(String path, DeclaredKey.ValueKey key) {
    Detector<?, ?> rule = RULES.get(sectionOf(path));
    boolean required = path.equals(PolicyReader.NAME);
    boolean switched = rule != null && Ruleset.enablingKeys(rule).containsKey(key.key());
    row(
        code(path),
        key.about(),
        required
            ? "required"
            : code(PolicyYaml.scalar(key.preset())) + (switched ? " when named" : ""),
        key.allowed(),
        required ? "" : otherwise(path, key));
  }

  private void answers() {
    page.append(
        """

        # Actions for loops

        These are the defaults. An action configured in `actions` applies to every occurrence. An \
        action with the target user opens a gate.

        """);
    row("loop type", "action", "same loop again", "at a threshold");
    row("---", "---", "---", "---");
    for (LoopType type : LoopType.values()) {
      if (Detectors.ALL.stream()
          .anyMatch(rule -> loopTypes(rule).contains(ActionDescriptions.lowerCaseName(type)))) {
        row(
            code(ActionDescriptions.lowerCaseName(type)),
            ActionDescriptions.firstAction(type),
            ActionDescriptions.repeatedAction(type),
            ActionDescriptions.thresholdAction(type));
      }
    }
    page.append(
        """

        The thresholds are `gate.loops` and `gate.attempts`; while a gate is open, they count as \
        reached. For `no_progress_repeat` the threshold is `actions.forceNextAfter`, for \
        `external_fault` it is `external_fault.after`. With `gate.debugger` a debugger is asked \
        instead of a hint, one loop before a threshold. If a loop is detected again after a human \
        decision, the escalation has a higher target than before: %s.
        """
            .formatted(ActionDescriptions.escalationsAfterDecision()));
  }

  private void row(String... cells) {
    page.append(
        Arrays.stream(cells)
            .map(cell -> cell.replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  /** What is asked of a policy that names every rule. */
  private static Section everyRuleNamed() {
    String rules =
        Detectors.ALL.stream().map(rule -> rule.key() + ": {}\n").collect(Collectors.joining());
    return new PolicyDraft("every rule", "name: every rule\n" + rules).parse().root();
  }

  /** All keys that have a value, by their paths. */
  private static Map<String, DeclaredKey.ValueKey> keys(Section root) {
    Map<String, DeclaredKey.ValueKey> keys = new LinkedHashMap<>();
    for (DeclaredKey asked : root.declaredKeys()) {
      if (asked instanceof DeclaredKey.ValueKey value) {
        keys.put(value.key(), value);
      } else if (asked instanceof DeclaredKey.SectionKey inner) {
        Ruleset.keysWithValue(inner.section())
            .forEach(value -> keys.put(inner.key() + "." + value.key(), value));
      }
    }
    return keys;
  }

  private static String sectionOf(String path) {
    return path.substring(0, Math.max(0, path.indexOf('.')));
  }

  /** The rule's own, or those that it switches one by one. */
  private static List<String> loopTypes(Detector<?, ?> rule) {
    Set<String> known =
        Arrays.stream(LoopType.values())
            .map(ActionDescriptions::lowerCaseName)
            .collect(Collectors.toSet());
    if (known.contains(rule.key())) {
      return List.of(rule.key());
    }
    Section named = new Section("", JsonNodeFactory.instance.objectNode(), new ArrayList<>());
    rule.limits(named, Masking.shipped());
    return Ruleset.keysWithValue(named).stream()
        .map(DeclaredKey.ValueKey::key)
        .filter(known::contains)
        .toList();
  }

  private String onIn(Detector<?, ?> rule) {
    return presets.keySet().stream()
        .filter(preset -> isOn(preset, rule))
        .map(RuleTable::code)
        .collect(Collectors.joining(", "));
  }

  private boolean isOn(String preset, Detector<?, ?> rule) {
    return presets.get(preset).policy().limits().get(rule).enabled();
  }

  /** The values of presets that have the rule on and another value than the default. */
  private String otherwise(String path, DeclaredKey.ValueKey key) {
    Detector<?, ?> rule = RULES.get(sectionOf(path));
    List<String> others = new ArrayList<>();
    keysOfPresets.forEach(
        (preset, keys) -> {
          JsonNode value = keys.get(path).value();
          if (!value.equals(key.preset()) && (rule == null || isOn(preset, rule))) {
            others.add(preset + " " + code(PolicyYaml.scalar(value)));
          }
        });
    return String.join(", ", others);
  }

  private static String code(String text) {
    return "`" + text.replace("\n", " ") + "`";
  }
}
