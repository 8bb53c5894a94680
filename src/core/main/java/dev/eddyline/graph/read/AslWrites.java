package dev.eddyline.graph.read;

import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.read.AslFact.Relation;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a state writes when it goes on to another.
 *
 * <p>A counter is a variable that a state adds to and writes to the same place; every other write
 * to that place resets it. In JSONPath a Pass writes {@code Parameters}, or what it copies, to its
 * {@code ResultPath}; any other state with a result replaces what is there, or the whole input
 * without a path. In JSONata {@code Output} or the result is the whole output. Only {@code Assign}
 * writes variables. A path begins with {@code $.} in both languages.
 *
 * @param part the state itself on success and by default; otherwise the rule or catcher
 * @param to the next state
 */
record AslWrites(AslState state, ParsedValue part, String to) {

  private static final Pattern MATH_ADD =
      Pattern.compile(
          "States\\.MathAdd\\(\\s*(?:(?<of>\\$[^,()]*?)\\s*,\\s*(?<sign>-?)(?<by>[1-9][0-9]*)"
              + "|(?<sign2>-?)(?<by2>[1-9][0-9]*)\\s*,\\s*(?<of2>\\$[^,()]*?))\\s*\\)");

  private static final Pattern JSONATA_ADD =
      Pattern.compile(
          "(?<of>\\$[\\w.]+)\\s*(?<sign>[+-])\\s*(?<by>[1-9][0-9]*)"
              + "|(?<sign2>)(?<by2>[1-9][0-9]*)\\s*\\+\\s*(?<of2>\\$[\\w.]+)");

  private static final Pattern JSONATA_INPUT = Pattern.compile("^\\$states\\.input(?=\\.|$)");
  private static final Pattern IN_BRACKETS = Pattern.compile("\\[\\s*(['\"])([^'\"\\].]+)\\1\\s*]");

  /** A number that is added to a variable. */
  private record Addition(String variable, boolean isNegative, boolean isOne) {

    static Optional<Addition> of(String written, boolean isJsonata) {
      Matcher added =
          isJsonata
              ? JSONATA_ADD.matcher(AslFact.expression(written).orElse(""))
              : MATH_ADD.matcher(written);
      if (!added.matches()) {
        return Optional.empty();
      }
      String order = added.group("of") == null ? "2" : "";
      return Optional.of(
          new Addition(
              path(added.group("of" + order)),
              added.group("sign" + order).equals("-"),
              added.group("by" + order).equals("1")));
    }
  }

  /** The ways from a state to others of its machine, each with what it writes. */
  static Stream<AslWrites> of(AslState state) {
    ParsedValue definition = state.definition();
    Stream<AslWrites> own =
        Stream.of("Next", "Default")
            .flatMap(field -> definition.textAt(field).stream())
            .map(to -> new AslWrites(state, definition, to));
    Stream<AslWrites> others =
        state.ways().map(way -> new AslWrites(state, way, way.textAt("Next").orElse(state.name())));
    Stream<AslWrites> retries =
        definition.valueAt("Retry").list().stream()
            .limit(1)
            .map(retry -> new AslWrites(state, ParsedValue.NONE, state.name()));
    return Stream.of(own, others, retries).flatMap(it -> it);
  }

  /** Whether the state is only tried again. */
  boolean isRetry() {
    return part.value() == null;
  }

  /** Whether it is what the state itself says, not a rule or catcher. */
  boolean isOwn() {
    return AslState.has(part, "Type");
  }

  /** The expression or reference whose value it writes to a path, apart from its result. */
  Optional<String> written(String path) {
    if (state.isJsonata()) {
      return textAt(part.valueAt("Output"), path.substring(Math.min(2, path.length())), "");
    }
    return state
        .resultPath()
        .filter(container -> isOwn() && state.isPass() && !AslState.has(part, "Result"))
        .filter(container -> path.startsWith(container + "."))
        .map(container -> path.substring(container.length() + 1))
        .flatMap(inside -> textAt(part.valueAt("Parameters"), inside, ".$"));
  }

  private static Optional<String> textAt(ParsedValue container, String path, String suffix) {
    int dot = path.indexOf('.');
    return dot < 0
        ? container.textAt(path + suffix)
        : textAt(container.valueAt(path.substring(0, dot)), path.substring(dot + 1), suffix);
  }

  /** The variables that it adds a number to, wherever it writes the sum. */
  Stream<String> added() {
    return Stream.of("Assign", "Output", "Parameters")
        .flatMap(field -> part.valueAt(field).allTexts())
        .flatMap(text -> Addition.of(text, state.isJsonata()).stream())
        .map(Addition::variable);
  }

  /** Whether it adds a number to a variable that is below, or subtracts from one above. */
  boolean adds(AslFact fact) {
    return isAddition(assigned(fact.variable()), fact)
        || (state.isJsonata() || state.isWhole("InputPath") && state.isWhole("OutputPath"))
            && isAddition(written(fact.variable()), fact);
  }

  private boolean isAddition(Optional<String> written, AslFact fact) {
    return written
        .flatMap(text -> Addition.of(text, state.isJsonata()))
        .filter(it -> it.variable().equals(fact.variable()))
        .filter(it -> it.isNegative() == (fact.relation() == Relation.ABOVE))
        .filter(it -> fact.relation() != Relation.UNEQUAL || it.isOne())
        .isPresent();
  }

  /** Whether it writes a variable other than by its own addition, or the limit. */
  boolean resets(AslFact fact) {
    return writes(fact.limit()) || writes(fact.variable()) && !adds(fact);
  }

  /** Whether it may write another value to a variable, or to a path of its input. */
  boolean writes(String variable) {
    if (!variable.startsWith(AslState.ROOT) || isRetry()) {
      return false;
    }
    return isPath(variable)
        ? state.isJsonata() ? replacesOutput(variable) : replaces(variable)
        : assignedNames().anyMatch(place(variable)::equals);
  }

  /** Whether what it writes at a path is what is there. */
  boolean keeps(String path) {
    String kept = path;
    while (!written(kept)
        .map(it -> path(AslFact.expression(it).orElse(it)))
        .equals(Optional.of(kept))) {
      int end = kept.lastIndexOf('.');
      if (end < 0) {
        return false;
      }
      kept = kept.substring(0, end);
    }
    return true;
  }

  /** The places that it writes to: variables, and first fields of paths, or the root. */
  Stream<String> places() {
    boolean isOfOne =
        !state.isJsonata()
            && state.isWhole("OutputPath")
            && (state.isWhole("InputPath") || state.isPass() || state.returnsResult());
    Optional<String> path = isOfOne ? AslState.resultPath(part) : Optional.of(AslState.ROOT);
    return Stream.concat(
        assignedNames(), path.filter(it -> writes(AslState.ROOT)).map(AslWrites::place).stream());
  }

  /** The variable, or the first field of a path. */
  static String place(String variable) {
    int end = 1;
    if (variable.startsWith("$.")) {
      end = 2;
    }
    while (end < variable.length() && ".[".indexOf(variable.charAt(end)) < 0) {
      end++;
    }
    return variable.substring(0, Math.min(end, variable.length()));
  }

  static boolean isPath(String variable) {
    return variable.equals(AslState.ROOT) || variable.startsWith("$.") || variable.startsWith("$[");
  }

  /** The path of a field of the input, as JSONPath has it with dots. */
  static String path(String reference) {
    return IN_BRACKETS
        .matcher(JSONATA_INPUT.matcher(reference).replaceFirst("\\$"))
        .replaceAll(".$2");
  }

  /** The names of the variables that it assigns, each with a dollar. */
  private Stream<String> assignedNames() {
    return part.valueAt("Assign").map().keySet().stream()
        .map(name -> AslState.ROOT + (state.isJsonata() ? name : name.replaceFirst("\\.\\$$", "")));
  }

  /** The expression or reference that it assigns to a variable. */
  Optional<String> assigned(String variable) {
    String name = variable.substring(Math.min(1, variable.length()));
    return part.valueAt("Assign").textAt(name + (state.isJsonata() ? "" : ".$"));
  }

  private boolean replaces(String path) {
    boolean isReplaced =
        AslState.resultPath(part)
            .filter(it -> isWithin(path, it) || isWithin(it, path))
            .isPresent();
    if (AslState.has(part, "ErrorEquals")) {
      return isReplaced;
    }
    boolean copies = !state.isWhole("InputPath") || !state.isWhole("ResultPath");
    boolean hasResult =
        state.isPass()
            ? copies || AslState.has(part, "Result") || AslState.has(part, "Parameters")
            : state.returnsResult();
    boolean passesInputOn = !state.returnsResult() && !state.isPass();
    return isOwn() && hasResult && isReplaced
        || !state.isWhole("OutputPath")
        || passesInputOn && !state.isWhole("InputPath");
  }

  /** Whether the output of JSONata has another value at a path than the input. */
  private boolean replacesOutput(String path) {
    boolean isResult = isOwn() ? state.returnsResult() : AslState.has(part, "ErrorEquals");
    ParsedValue output = part.valueAt("Output");
    return AslState.has(part, "Output")
        ? !isReference(output.text(), AslState.ROOT)
            && !isReference(textAt(output, path.substring(Math.min(2, path.length())), ""), path)
        : isResult;
  }

  private static boolean isReference(Optional<String> expression, String path) {
    return expression
        .flatMap(AslFact::expression)
        .map(AslWrites::path)
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
