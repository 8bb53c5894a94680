package dev.eddyline.policy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.Masking;
import dev.eddyline.schema.LoopType;
import dev.eddyline.text.Asked;
import dev.eddyline.text.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** All rules as a page: where they come from, where they are on, and what can be set. */
public final class RuleTable {

  /** Writes the page anew; for a shell in the project's folder. */
  static final String COMMAND =
      "mvn -q -B package -DskipTests && java -cp target/eddyline.jar"
          + " dev.eddyline.policy.RuleTable topology";

  private final Map<String, PolicyReader.Read> presets = new LinkedHashMap<>();
  private final StringBuilder page = new StringBuilder();

  private RuleTable() {
    for (String name : Policies.PRESETS) {
      presets.put(name, WrittenPolicy.preset(name).describe());
    }
  }

  /**
   * Writes {@code detectors.md}.
   *
   * @param arguments the folder to write to
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("one argument is required: the folder to write to");
    }
    Files.writeString(Path.of(arguments[0], "detectors.md"), text());
  }

  /** The page. */
  static String text() {
    return new RuleTable().written();
  }

  private String written() {
    page.append("<!-- Written from the code by\n").append(COMMAND).append(" -->\n\n# Rules\n\n");
    row("rule", "finds", "from", "on in");
    row("---", "---", "---", "---");
    for (Detector<?, ?> detector : Detectors.ALL) {
      row(code(detector.key()), loopTypes(detector), detector.origin(), onIn(detector));
    }
    page.append("\n# What can be set\n\n");
    page.append("A rule that a policy names is on unless it says otherwise.\n\n");
    row("key", "default", "allowed", "otherwise in");
    row("---", "---", "---", "---");
    for (Detector<?, ?> detector : Detectors.ALL) {
      Set<String> switches = Ruleset.switches(detector).keySet();
      for (Asked.Value key : asked(detector)) {
        String preset = PolicyPage.scalar(key.preset());
        row(
            code(detector.key() + "." + key.key()),
            code(preset) + (switches.contains(key.key()) ? " when named" : ""),
            key.allowed(),
            otherwise(detector, key));
      }
    }
    return page.toString();
  }

  private void row(String... cells) {
    page.append(
        Arrays.stream(cells)
            .map(cell -> cell.replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  private static List<Asked.Value> asked(Detector<?, ?> detector) {
    Section named = new Section("", JsonNodeFactory.instance.objectNode(), new ArrayList<>());
    detector.limits(named, Masking.shipped());
    return Ruleset.values(named);
  }

  /** The rule's own, or those that it switches one by one. */
  private static String loopTypes(Detector<?, ?> detector) {
    Set<String> known =
        Arrays.stream(LoopType.values())
            .map(type -> type.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toCollection(TreeSet::new));
    return known.contains(detector.key())
        ? code(detector.key())
        : asked(detector).stream()
            .map(Asked.Value::key)
            .filter(known::contains)
            .map(RuleTable::code)
            .collect(Collectors.joining(", "));
  }

  private String onIn(Detector<?, ?> detector) {
    return presets.entrySet().stream()
        .filter(preset -> isOn(preset.getValue(), detector))
        .map(preset -> code(preset.getKey()))
        .collect(Collectors.joining(", "));
  }

  private static boolean isOn(PolicyReader.Read preset, Detector<?, ?> detector) {
    return preset.policy().limits().get(detector).enabled();
  }

  /** The values of presets that have the rule on and another value than the default. */
  private String otherwise(Detector<?, ?> detector, Asked.Value key) {
    List<String> others = new ArrayList<>();
    presets.forEach(
        (name, read) ->
            Ruleset.values(read.own().sections().get(detector.key())).stream()
                .filter(value -> isOn(read, detector))
                .filter(value -> value.key().equals(key.key()))
                .filter(value -> !value.value().equals(key.preset()))
                .forEach(value -> others.add(name + " " + code(PolicyPage.scalar(value.value())))));
    return String.join(", ", others);
  }

  private static String code(String text) {
    return "`" + text.replace("\n", " ") + "`";
  }
}
