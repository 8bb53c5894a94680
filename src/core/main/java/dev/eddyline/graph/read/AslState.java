package dev.eddyline.graph.read;

import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.read.AslFact.Relation;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A state of a machine, and what it writes.
 *
 * <p>A counter is a variable that a state adds to and writes to the same place; every other write
 * to that place resets it. In JSONPath a Pass writes {@code Parameters}, or what it copies, to its
 * {@code ResultPath}; any other state with a result replaces what is there, or the whole input
 * without a path. Only {@code Assign} writes variables, and {@code Output} of JSONata replaces the
 * whole input.
 */
record AslState(String name, ParsedValue definition) {

  /** The whole input. */
  static final String ROOT = "$";

  private static final Pattern MATH_ADD =
      Pattern.compile("States\\.MathAdd\\(\\s*(\\$[\\w.]+)\\s*,\\s*(-?)([1-9][0-9]*)\\s*\\)");

  private static final Pattern JSONATA_ADD =
      Pattern.compile("\\{%\\s*(\\$\\w+)\\s*([+-])\\s*([1-9][0-9]*)\\s*%\\}");

  private static final Pattern WHOLE_INPUT = Pattern.compile("\\{%\\s*\\$states\\.input\\s*%\\}");

  /** States whose result is written; a Pass only if it has one. */
  private static final Set<String> WITH_RESULT = Set.of("Task", "Parallel", "Map");

  String type() {
    return definition.textAt("Type").orElse("");
  }

  boolean isPass() {
    return type().equals("Pass");
  }

  boolean returnsResult() {
    return WITH_RESULT.contains(type());
  }

  /** Whether a run waits in it, or for an answer from outside with a token or an activity. */
  boolean waits() {
    String resource = definition.textAt("Resource").orElse("");
    return type().equals("Wait") && definition.textAt("Seconds").filter("0"::equals).isEmpty()
        || resource.endsWith(".waitForTaskToken")
        || resource.contains(":activity:");
  }

  /** Where its result is written. */
  String resultPath() {
    return definition.textAt("ResultPath").orElse(ROOT);
  }

  boolean dropsResult() {
    return has("ResultPath") && definition.valueAt("ResultPath").value() == null;
  }

  private boolean has(String field) {
    return definition.map().containsKey(field);
  }

  /** Whether a path is missing, or that of the whole. */
  private boolean isWhole(String path) {
    return !has(path) || definition.textAt(path).filter(ROOT::equals).isPresent();
  }

  /** The reference or function whose value a Pass writes to a path. */
  Optional<String> written(String path) {
    String container = resultPath() + ".";
    return isPass() && path.startsWith(container)
        ? definition.valueAt("Parameters").textAt(path.substring(container.length()) + ".$")
        : Optional.empty();
  }

  /** Whether it adds a number to a variable that is below, or subtracts from one above. */
  boolean adds(AslFact fact) {
    boolean keepsInputAndResult =
        isWhole("InputPath") && isWhole("OutputPath") && !dropsResult() && !has("Output");
    return assignsAddition(definition, fact)
        || keepsInputAndResult && isAddition(MATH_ADD, written(fact.variable()), fact);
  }

  /** The rules of a choice that add to the variable when they are taken. */
  Stream<ParsedValue> rulesThatAdd(AslFact fact) {
    return definition.valueAt("Choices").list().stream()
        .filter(rule -> assignsAddition(rule, fact));
  }

  private static boolean assignsAddition(ParsedValue part, AslFact fact) {
    ParsedValue assigned = part.valueAt("Assign");
    String name = assignedName(fact.variable());
    return isAddition(MATH_ADD, assigned.textAt(name + ".$"), fact)
        || isAddition(JSONATA_ADD, assigned.textAt(name), fact);
  }

  private static boolean isAddition(Pattern addition, Optional<String> written, AslFact fact) {
    Matcher added = addition.matcher(written.orElse(""));
    return added.matches()
        && fact.relation() != Relation.PRESENT
        && added.group(1).equals(fact.variable())
        && added.group(2).equals("-") == (fact.relation() == Relation.ABOVE)
        && (fact.relation() != Relation.UNEQUAL || added.group(3).equals("1"));
  }

  /** Whether it may write the variable other than by its own addition, or the limit. */
  boolean resets(AslFact fact) {
    return !fact.hasNumber() && overwrites(fact.limit())
        || (isPath(fact.variable())
            ? !adds(fact) && replaces(fact.variable())
            : parts()
                .anyMatch(part -> assigns(part, fact.variable()) && !assignsAddition(part, fact)));
  }

  /** Whether it may write another value to a variable, or to a path of its input. */
  boolean overwrites(String variable) {
    return isPath(variable) ? replaces(variable) : assigns(variable);
  }

  private static boolean isPath(String variable) {
    return variable.startsWith(ROOT + ".");
  }

  private static String assignedName(String variable) {
    return variable.substring(Math.min(1, variable.length()));
  }

  private boolean assigns(String variable) {
    return parts().anyMatch(part -> assigns(part, variable));
  }

  /** Whether a part of a state assigns a variable, to a value or to that of a path. */
  static boolean assigns(ParsedValue part, String variable) {
    Set<String> names = part.valueAt("Assign").map().keySet();
    String name = assignedName(variable);
    return names.contains(name) || names.contains(name + ".$");
  }

  private boolean replaces(String path) {
    boolean copies = !isWhole("InputPath") || !isWhole("ResultPath");
    boolean hasResult =
        returnsResult() || isPass() && (copies || has("Result") || has("Parameters"));
    boolean isReplaced = isWithin(path, resultPath()) || isWithin(resultPath(), path);
    boolean passesInputOn = !returnsResult() && !isPass();
    return hasResult && !dropsResult() && isReplaced
        || !isWhole("OutputPath")
        || passesInputOn && !isWhole("InputPath")
        || definition.valueAt("Catch").list().stream()
            .anyMatch(it -> isWithin(path, it.textAt("ResultPath").orElse(ROOT)))
        || parts().anyMatch(AslState::replacesOutput);
  }

  /** The state, its rules and its catchers. */
  private Stream<ParsedValue> parts() {
    return Stream.concat(
        Stream.of(definition),
        Stream.of("Choices", "Catch").flatMap(field -> definition.valueAt(field).list().stream()));
  }

  /** Whether JSONata makes an output that is not the whole input. */
  private static boolean replacesOutput(ParsedValue part) {
    return part.map().containsKey("Output")
        && part.textAt("Output").filter(text -> WHOLE_INPUT.matcher(text).matches()).isEmpty();
  }

  /** Whether a path is that of a container, or leads into it. */
  static boolean isWithin(String path, String container) {
    return container.equals(ROOT) || path.equals(container) || path.startsWith(container + ".");
  }
}
