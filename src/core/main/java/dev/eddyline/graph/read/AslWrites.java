package dev.eddyline.graph.read;

import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.read.AslFact.Relation;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a state writes.
 *
 * <p>A counter is a variable that a state adds to and writes to the same place; every other write
 * to that place resets it. In JSONPath a Pass writes {@code Parameters}, or what it copies, to its
 * {@code ResultPath}; any other state with a result replaces what is there, or the whole input
 * without a path. In JSONata {@code Output} or the result is the whole output. Only {@code Assign}
 * writes variables. A path begins with {@code $.} in both languages.
 */
record AslWrites(AslState state) {

  private static final Pattern MATH_ADD =
      Pattern.compile("States\\.MathAdd\\(\\s*(\\$[\\w.-]+)\\s*,\\s*(-?)([1-9][0-9]*)\\s*\\)");

  private static final Pattern JSONATA_ADD =
      Pattern.compile("\\{%\\s*(\\$[\\w.]+)\\s*([+-])\\s*([1-9][0-9]*)\\s*%\\}");

  /** The expression or reference whose value it writes to a path, apart from its result. */
  Optional<String> written(String path) {
    if (state.isJsonata()) {
      return textAt(
          state.definition().valueAt("Output"), path.substring(Math.min(2, path.length())), "");
    }
    return state
        .resultPath()
        .filter(container -> state.isPass() && path.startsWith(container + "."))
        .map(container -> path.substring(container.length() + 1))
        .flatMap(inside -> textAt(state.definition().valueAt("Parameters"), inside, ".$"));
  }

  private static Optional<String> textAt(ParsedValue container, String path, String suffix) {
    int dot = path.indexOf('.');
    return dot < 0
        ? container.textAt(path + suffix)
        : textAt(container.valueAt(path.substring(0, dot)), path.substring(dot + 1), suffix);
  }

  /** Whether it adds a number to a variable that is below, or subtracts from one above. */
  boolean adds(AslFact fact) {
    return addsTo(state.definition(), fact)
        || (state.isJsonata() || state.isWhole("InputPath") && state.isWhole("OutputPath"))
            && isAddition(written(fact.variable()), fact);
  }

  private boolean addsTo(ParsedValue part, AslFact fact) {
    String name = assignedName(fact.variable()) + (state.isJsonata() ? "" : ".$");
    return isAddition(part.valueAt("Assign").textAt(name), fact);
  }

  private boolean isAddition(Optional<String> written, AslFact fact) {
    Matcher added = (state.isJsonata() ? JSONATA_ADD : MATH_ADD).matcher(written.orElse(""));
    return added.matches()
        && fact.relation() != Relation.PRESENT
        && path(added.group(1)).equals(fact.variable())
        && added.group(2).equals("-") == (fact.relation() == Relation.ABOVE)
        && (fact.relation() != Relation.UNEQUAL || added.group(3).equals("1"));
  }

  /** The states to which its rules lead that add to the variable when they are taken. */
  Stream<String> targetsOfAdditions(AslFact fact) {
    return AslState.targets(state.ways().filter(way -> addsTo(way, fact)));
  }

  /** The states to which its catchers lead that do not add to the variable. */
  Stream<String> catchersWithout(AslFact fact) {
    return AslState.targets(state.ways("Catch").filter(catcher -> !addsTo(catcher, fact)));
  }

  /**
   * The states that a run enters when this one writes the variable other than by its own addition,
   * or the limit: the state itself, or those to which its rules and catchers lead.
   */
  Stream<String> resets(AslFact fact) {
    boolean isReset =
        writes(state.definition(), fact.limit())
            || writes(state.definition(), fact.variable()) && !adds(fact);
    return Stream.concat(
        isReset ? Stream.of(state.name()) : Stream.empty(),
        AslState.targets(
            state
                .ways()
                .filter(
                    way ->
                        writes(way, fact.limit())
                            || writes(way, fact.variable()) && !addsTo(way, fact))));
  }

  /** Whether it may write another value to a variable, or to a path of its input. */
  boolean writes(String variable) {
    return writes(state.definition(), variable);
  }

  private boolean writes(ParsedValue part, String variable) {
    if (!variable.startsWith(AslState.ROOT)) {
      return false;
    }
    return isPath(variable)
        ? state.isJsonata() ? replacesOutput(part, variable) : replaces(part, variable)
        : assigns(part, variable);
  }

  private static boolean isPath(String variable) {
    return variable.equals(AslState.ROOT) || variable.startsWith("$.") || variable.startsWith("$[");
  }

  /** The path of a field of the input, as JSONPath has it. */
  static String path(String jsonata) {
    return jsonata.replaceFirst("^\\$states\\.input(?=\\.|$)", "\\$");
  }

  private static String assignedName(String variable) {
    return variable.substring(Math.min(1, variable.length()));
  }

  /** Whether it assigns a variable when it succeeds. */
  boolean assigns(String variable) {
    return assigns(state.definition(), variable);
  }

  private static boolean assigns(ParsedValue part, String variable) {
    Set<String> names = part.valueAt("Assign").map().keySet();
    String name = assignedName(variable);
    return names.contains(name) || names.contains(name + ".$");
  }

  private boolean replaces(ParsedValue part, String path) {
    boolean isReplaced =
        AslState.resultPath(part)
            .filter(it -> isWithin(path, it) || isWithin(it, path))
            .isPresent();
    if (!AslState.has(part, "Type")) {
      return isReplaced && AslState.has(part, "ErrorEquals");
    }
    boolean copies = !state.isWhole("InputPath") || !state.isWhole("ResultPath");
    boolean hasResult =
        state.isPass()
            ? copies || AslState.has(part, "Result") || AslState.has(part, "Parameters")
            : state.returnsResult();
    boolean passesInputOn = !state.returnsResult() && !state.isPass();
    return hasResult && isReplaced
        || !state.isWhole("OutputPath")
        || passesInputOn && !state.isWhole("InputPath");
  }

  /** Whether the output of JSONata has another value at a path than the input. */
  private boolean replacesOutput(ParsedValue part, String path) {
    boolean isResult =
        AslState.has(part, "Type") ? state.returnsResult() : AslState.has(part, "ErrorEquals");
    ParsedValue output = part.valueAt("Output");
    return AslState.has(part, "Output")
        ? !isReference(output.text(), AslState.ROOT)
            && !isReference(textAt(output, path.substring(Math.min(2, path.length())), ""), path)
        : isResult;
  }

  private static boolean isReference(Optional<String> expression, String path) {
    return expression
        .map(it -> path(it.replaceAll("[{}%\\s]", "")))
        .filter(path::equals)
        .isPresent();
  }

  /** Whether a path is that of a container, or leads into it. */
  static boolean isWithin(String path, String container) {
    return container.equals(AslState.ROOT)
        || path.equals(container)
        || path.startsWith(container + ".")
        || path.startsWith(container + "[");
  }
}
