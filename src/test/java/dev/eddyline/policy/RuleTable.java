package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.GeneratedFile;
import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.Masking;
import dev.eddyline.schema.LoopType;
import dev.eddyline.text.Asked;
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

  private final Map<String, PolicyReader.Read> presets = new LinkedHashMap<>();
  private final Map<String, Map<String, Asked.Value>> keysOfPresets = new LinkedHashMap<>();
  private final StringBuilder page = new StringBuilder();

  private RuleTable() {
    for (String name : Policies.PRESETS) {
      PolicyReader.Read read = WrittenPolicy.preset(name).describe();
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
        .append(" -->\n\n# Rules\n\n");
    row("rule", "finds", "reads", "from", "on in");
    row("---", "---", "---", "---", "---");
    for (Detector<?, ?> rule : Detectors.ALL) {
      String finds =
          loopTypes(rule).stream().map(RuleTable::code).collect(Collectors.joining(", "));
      row(code(rule.key()), finds, EventsRead.by(rule), rule.origin(), onIn(rule));
    }
    page.append("\n# What can be set\n\n");
    page.append("A rule that a policy names is on unless it says otherwise.\n\n");
    row("key", "what it is", "default", "allowed", "otherwise in");
    row("---", "---", "---", "---", "---");
    keys(everyRuleNamed()).forEach(this::key);
    answers();
    return page.toString();
  }

  private void key(String path, Asked.Value key) {
    Detector<?, ?> rule = RULES.get(sectionOf(path));
    boolean required = path.equals(PolicyReader.NAME);
    boolean switched = rule != null && Ruleset.switches(rule).containsKey(key.key());
    row(
        code(path),
        key.about(),
        required
            ? "required"
            : code(PolicyPage.scalar(key.preset())) + (switched ? " when named" : ""),
        key.allowed(),
        required ? "" : otherwise(path, key));
  }

  private void answers() {
    page.append(
        """

        # What answers a loop

        Unless `actions` chooses another action, which then answers each time. What a user is to \
        decide opens a gate.

        """);
    row("loop type", "answer", "the same loop again", "at a threshold");
    row("---", "---", "---", "---");
    for (LoopType type : LoopType.values()) {
      if (Detectors.ALL.stream()
          .anyMatch(rule -> loopTypes(rule).contains(AnswerTable.word(type)))) {
        row(
            code(AnswerTable.word(type)),
            AnswerTable.first(type),
            AnswerTable.again(type),
            AnswerTable.atThreshold(type));
      }
    }
    page.append(
        """

        A threshold is one of `gate.loops` and `gate.attempts`, and is as good as reached while a \
        gate is open; for `no_progress_repeat` it is `actions.forceNextAfter`, for \
        `external_fault` it is `external_fault.after`. With `gate.debugger` a debugger is asked \
        one loop before it, in place of a hint. Where a person has decided and the loop comes \
        back, an escalation goes higher than the highest before: %s.
        """
            .formatted(AnswerTable.afterDecision()));
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
    return new WrittenPolicy("every rule", "name: every rule\n" + rules).describe().root();
  }

  /** All keys that have a value, by their paths. */
  private static Map<String, Asked.Value> keys(Section root) {
    Map<String, Asked.Value> keys = new LinkedHashMap<>();
    for (Asked asked : root.asked()) {
      if (asked instanceof Asked.Value value) {
        keys.put(value.key(), value);
      } else if (asked instanceof Asked.Inner inner) {
        Ruleset.values(inner.section())
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
        Arrays.stream(LoopType.values()).map(AnswerTable::word).collect(Collectors.toSet());
    if (known.contains(rule.key())) {
      return List.of(rule.key());
    }
    Section named = new Section("", JsonNodeFactory.instance.objectNode(), new ArrayList<>());
    rule.limits(named, Masking.shipped());
    return Ruleset.values(named).stream().map(Asked.Value::key).filter(known::contains).toList();
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
  private String otherwise(String path, Asked.Value key) {
    Detector<?, ?> rule = RULES.get(sectionOf(path));
    List<String> others = new ArrayList<>();
    keysOfPresets.forEach(
        (preset, keys) -> {
          JsonNode value = keys.get(path).value();
          if (!value.equals(key.preset()) && (rule == null || isOn(preset, rule))) {
            others.add(preset + " " + code(PolicyPage.scalar(value)));
          }
        });
    return String.join(", ", others);
  }

  private static String code(String text) {
    return "`" + text.replace("\n", " ") + "`";
  }
}
