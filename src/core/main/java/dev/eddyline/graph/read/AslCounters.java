package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.ParsedValue;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counters of a state machine that its text proves: a state adds to a variable and writes it to the
 * same place, and a choice compares it with a number. Every other write to that place resets it.
 *
 * <p>In JSONPath a Pass writes {@code Parameters}, or what it copies, to its {@code ResultPath};
 * any other state with a result replaces what is there, or the whole input without a path. Only
 * {@code Assign} writes variables, and {@code Output} of JSONata replaces the whole input.
 */
final class AslCounters {

  private static final String ROOT = "$";

  private static final Pattern MATH_ADD =
      Pattern.compile("States\\.MathAdd\\(\\s*(\\$[\\w.]+)\\s*,\\s*[1-9][0-9]*\\s*\\)");

  private static final Pattern JSONATA_ADD =
      Pattern.compile("\\{%\\s*(\\$\\w+)\\s*\\+\\s*[1-9][0-9]*\\s*%\\}");

  private static final Pattern JSONATA_COMPARISON =
      Pattern.compile("\\{%\\s*(\\$\\w+)\\s*(<=|>=|<|>)\\s*([0-9]{1,7})\\s*%\\}");

  private static final Pattern WHOLE_INPUT = Pattern.compile("\\{%\\s*\\$states\\.input\\s*%\\}");

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,7}");

  /** States whose result is written; a Pass only if it has one. */
  private static final Set<String> WITH_RESULT = Set.of("Task", "Parallel", "Map");

  private final GraphBuilder draft;
  private final Map<String, ParsedValue> states;
  private final Map<String, Set<String>> addedBy = new LinkedHashMap<>();

  /**
   * A choice whose edges are known by their numbers.
   *
   * @param state its name
   * @param rules its rules, in order
   * @param otherwise the number of the edge of its default; -1 without one
   */
  record Choice(String state, List<Rule> rules, int otherwise) {}

  /**
   * A rule of a choice.
   *
   * @param edge the number of its edge
   */
  record Rule(ParsedValue definition, int edge) {}

  /** A comparison that holds for a rule: the variable is below a number, or has reached it. */
  private record Comparison(String variable, boolean isBelow, int max) {}

  private AslCounters(GraphBuilder draft, Map<String, ParsedValue> states) {
    this.draft = draft;
    this.states = states;
  }

  /**
   * Adds the counters to the edges of choices.
   *
   * @param states the states of the outermost machine: variables within others are of their own
   */
  static void add(GraphBuilder draft, Map<String, ParsedValue> states, List<Choice> choices) {
    AslCounters counters = new AslCounters(draft, states);
    states.forEach(counters::findAdditions);
    choices.stream().filter(choice -> states.containsKey(choice.state())).forEach(counters::bound);
  }

  private void findAdditions(String state, ParsedValue definition) {
    definition
        .valueAt("Assign")
        .map()
        .forEach(
            (name, value) -> {
              boolean isPath = name.endsWith(".$");
              String variable = isPath ? name.substring(0, name.length() - 2) : name;
              Matcher added = (isPath ? MATH_ADD : JSONATA_ADD).matcher(value.text().orElse(""));
              if (added.matches() && added.group(1).equals(ROOT + variable)) {
                add(added.group(1), state);
              }
            });
    if (isPass(definition) && keepsInputAndResult(definition)) {
      definition
          .valueAt("Parameters")
          .map()
          .forEach(
              (name, value) -> {
                Matcher added = MATH_ADD.matcher(value.text().orElse(""));
                if (name.endsWith(".$")
                    && added.matches()
                    && added.group(1).equals(written(definition, name))) {
                  add(added.group(1), state);
                }
              });
    }
  }

  private void add(String variable, String state) {
    addedBy.computeIfAbsent(variable, unseen -> new LinkedHashSet<>()).add(state);
  }

  private static boolean isPass(ParsedValue definition) {
    return definition.textAt("Type").filter("Pass"::equals).isPresent();
  }

  /** Whether a Pass reads its whole input, and passes on its whole output with its result. */
  private static boolean keepsInputAndResult(ParsedValue definition) {
    return isWhole(definition, "InputPath")
        && isWhole(definition, "OutputPath")
        && !isNull(definition, "ResultPath")
        && !definition.map().containsKey("Output");
  }

  /** Whether a path is missing, or that of the whole. */
  private static boolean isWhole(ParsedValue definition, String field) {
    return !definition.map().containsKey(field)
        || definition.textAt(field).filter(ROOT::equals).isPresent();
  }

  private static boolean isNull(ParsedValue definition, String field) {
    return definition.map().containsKey(field) && definition.valueAt(field).value() == null;
  }

  /** The path that a parameter of a Pass is written to. */
  private static String written(ParsedValue definition, String parameter) {
    String name = parameter.substring(0, parameter.length() - ".$".length());
    return definition.textAt("ResultPath").orElse(ROOT) + "." + name;
  }

  /** The states that may write another value to a variable. */
  private Set<String> resets(String variable, Set<String> additions) {
    Set<String> resets = new LinkedHashSet<>();
    states.forEach(
        (name, definition) -> {
          boolean isReset =
              variable.startsWith(ROOT + ".")
                  ? !additions.contains(name) && overwrites(definition, variable)
                  : assigns(definition, variable.substring(1), additions.contains(name));
          if (isReset) {
            resets.add(name);
          }
        });
    return resets;
  }

  private static boolean overwrites(ParsedValue definition, String variable) {
    String type = definition.textAt("Type").orElse("");
    boolean copies =
        !isWhole(definition, "InputPath") || !isWhole(definition, "ResultPath"); // or a part of it
    boolean hasResult =
        WITH_RESULT.contains(type)
            || isPass(definition)
                && (copies
                    || definition.map().containsKey("Result")
                    || definition.map().containsKey("Parameters"));
    boolean isDropped = isNull(definition, "ResultPath");
    String path = definition.textAt("ResultPath").orElse(ROOT);
    boolean covers = path.equals(ROOT) || isWithin(variable, path) || isWithin(path, variable);
    boolean isPassedOn = !WITH_RESULT.contains(type) && !isPass(definition);
    boolean isCut =
        !isWhole(definition, "OutputPath") || isPassedOn && !isWhole(definition, "InputPath");
    boolean isCaughtOver =
        definition.valueAt("Catch").list().stream()
            .map(catcher -> catcher.textAt("ResultPath").orElse(ROOT))
            .anyMatch(caught -> caught.equals(ROOT) || isWithin(variable, caught));
    return hasResult && !isDropped && covers
        || isCut
        || isCaughtOver
        || partsOf(definition).anyMatch(AslCounters::replacesOutput);
  }

  /** A state, its rules and its catchers. */
  private static Stream<ParsedValue> partsOf(ParsedValue definition) {
    return Stream.concat(
        Stream.of(definition),
        Stream.of("Choices", "Catch").flatMap(field -> definition.valueAt(field).list().stream()));
  }

  /** Whether JSONata makes an output that is not the whole input. */
  private static boolean replacesOutput(ParsedValue part) {
    return part.map().containsKey("Output")
        && part.textAt("Output").filter(text -> WHOLE_INPUT.matcher(text).matches()).isEmpty();
  }

  private static boolean isWithin(String path, String container) {
    return path.equals(container) || path.startsWith(container + ".");
  }

  /** Whether a state, a rule or a catcher of it assigns a variable otherwise. */
  private static boolean assigns(ParsedValue definition, String name, boolean adds) {
    return partsOf(definition)
        .anyMatch(
            part -> {
              Set<String> assigned = part.valueAt("Assign").map().keySet();
              boolean isAddition = adds && part.equals(definition);
              boolean byPath = assigned.contains(name + ".$");
              boolean byValue = assigned.contains(name);
              return isAddition ? byPath && byValue : byPath || byValue;
            });
  }

  private void bound(Choice choice) {
    for (Rule rule : choice.rules()) {
      for (Comparison below : conjuncts(rule.definition())) {
        if (below.isBelow()) {
          boundEdge(choice.state(), rule.edge(), below);
        }
      }
      Optional<Comparison> whole = comparison(rule.definition(), true);
      whole
          .filter(reached -> !reached.isBelow())
          .ifPresent(reached -> boundLater(choice, rule.edge(), reached));
    }
  }

  /** Rules are tried in order: the later ones are taken only while an earlier one is false. */
  private void boundLater(Choice choice, int exit, Comparison reached) {
    boolean isLater = false;
    for (Rule rule : choice.rules()) {
      if (isLater) {
        boundEdge(choice.state(), rule.edge(), reached);
      }
      isLater |= rule.edge() == exit;
    }
    if (choice.otherwise() >= 0) {
      boundEdge(choice.state(), choice.otherwise(), reached);
      Edge otherwise = draft.edges.get(choice.otherwise());
      if (otherwise.counter().isPresent() && otherwise.kind() == EdgeKind.DEFAULT) {
        // once the counter is used up, the rule that compares it is true
        draft.edges.set(choice.otherwise(), otherwise.withKind(EdgeKind.CONDITIONAL));
        draft.edges.set(exit, draft.edges.get(exit).withKind(EdgeKind.DEFAULT));
      }
    }
  }

  /** The comparisons of which all hold where a rule holds. */
  private static List<Comparison> conjuncts(ParsedValue rule) {
    List<ParsedValue> all = rule.valueAt("And").list();
    return all.isEmpty()
        ? comparison(rule, true).stream().toList()
        : all.stream().flatMap(each -> conjuncts(each).stream()).toList();
  }

  /** The comparison that a rule is, or the opposite of the one that it negates. */
  private static Optional<Comparison> comparison(ParsedValue rule, boolean holds) {
    if (rule.valueAt("Not").isMap()) {
      return comparison(rule.valueAt("Not"), !holds);
    }
    Matcher jsonata = JSONATA_COMPARISON.matcher(rule.textAt("Condition").orElse("").strip());
    if (jsonata.matches()) {
      return comparison(jsonata.group(1), jsonata.group(2), jsonata.group(3), holds);
    }
    String variable = rule.textAt("Variable").orElse("");
    return rule.map().keySet().stream()
        .flatMap(
            key ->
                comparison(variable, AslParser.operator(key), rule.textAt(key).orElse(""), holds)
                    .stream())
        .findFirst();
  }

  private static Optional<Comparison> comparison(
      String variable, String operator, String number, boolean holds) {
    boolean isKnown = List.of("<", "<=", ">", ">=").contains(operator);
    if (!isKnown || !NUMBER.matcher(number).matches()) {
      return Optional.empty();
    }
    boolean isOneMore = operator.equals("<=") || operator.equals(">");
    int max = Integer.parseInt(number) + (isOneMore ? 1 : 0);
    return Optional.of(new Comparison(variable, operator.startsWith("<") == holds, max));
  }

  private void boundEdge(String state, int number, Comparison comparison) {
    Set<String> additions = addedBy.get(comparison.variable());
    Edge edge = draft.edges.get(number);
    if (additions == null || edge.counter().isPresent() || comparison.max() < 1) {
      return;
    }
    String counter = "%s in %s, edge %d".formatted(comparison.variable(), state, number);
    draft.counters.put(
        counter,
        new GraphCounter(
            counter,
            OptionalInt.of(comparison.max()),
            Set.of(),
            additions,
            resets(comparison.variable(), additions),
            Set.of(),
            Optional.empty()));
    draft.edges.set(number, edge.withCounter(counter));
  }
}
