package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundWords;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.ParsedValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Bounds of a state machine that its text proves: a choice compares a variable that a state counts
 * up or down, or it goes on while there is a token of a further page.
 *
 * <p>A counter is a variable that a state adds to and writes to the same place; every other write
 * to that place resets it. In JSONPath a Pass writes {@code Parameters}, or what it copies, to its
 * {@code ResultPath}; any other state with a result replaces what is there, or the whole input
 * without a path. Only {@code Assign} writes variables, and {@code Output} of JSONata replaces the
 * whole input. A page is fetched by a task to which the token is passed on.
 */
final class AslBounds {

  private static final String ROOT = "$";
  private static final String FIRST = "[0]";
  private static final String STATES_INPUT = "$states.input.";

  private static final Pattern MATH_ADD =
      Pattern.compile("States\\.MathAdd\\(\\s*(\\$[\\w.]+)\\s*,\\s*(-?)([1-9][0-9]*)\\s*\\)");

  private static final Pattern JSONATA_ADD =
      Pattern.compile("\\{%\\s*(\\$\\w+)\\s*([+-])\\s*([1-9][0-9]*)\\s*%\\}");

  private static final Pattern JSONATA_COMPARISON =
      Pattern.compile("(\\$\\w+)\\s*(<=|>=|<|>|=)\\s*([0-9]{1,7}|\\$[\\w.]+|\\$count\\([^()]*\\))");

  private static final Pattern JSONATA_EXISTS = Pattern.compile("\\$exists\\((\\$[\\w.]+)\\)");

  private static final Pattern JSONATA_NOT = Pattern.compile("\\$not\\((.*)\\)");

  private static final Pattern JSONATA_EMPTY =
      Pattern.compile("(\\$[\\w.]+)\\s*(!?=)\\s*(?:null|''|\"\")");

  private static final Pattern JSONATA_OR = Pattern.compile("\\bor\\b");

  private static final Pattern JSONATA_AND = Pattern.compile("\\band\\b");

  private static final Pattern WHOLE_INPUT = Pattern.compile("\\{%\\s*\\$states\\.input\\s*%\\}");

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,7}");

  private static final Pattern NO_NAME = Pattern.compile("\\W+");

  /** The name of what a service is asked for to return another page. */
  private static final Pattern POSITION =
      Pattern.compile("(?i).*(?:page\\w*|offset|index|start\\w*|key|after)");

  /** States whose result is written; a Pass only if it has one. */
  private static final Set<String> WITH_RESULT = Set.of("Task", "Parallel", "Map");

  private final GraphBuilder draft;
  private final Map<String, ParsedValue> states;

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

  /** What holds for a variable while an edge is taken. */
  private enum Relation {
    /** It is below the limit. */
    BELOW,
    /** It is another number than the limit, up to which it is counted one by one. */
    UNEQUAL,
    /** It is above the limit. */
    ABOVE,
    /** It is there, and not false. */
    PRESENT
  }

  /**
   * What is known when an edge is taken.
   *
   * @param limit a number, or the variable with it; empty: none
   */
  private record Fact(String variable, Relation relation, String limit) {}

  private AslBounds(GraphBuilder draft, Map<String, ParsedValue> states) {
    this.draft = draft;
    this.states = states;
  }

  /**
   * Adds the counters to the edges of choices.
   *
   * @param states the states of the outermost machine: variables within others are of their own
   */
  static void add(GraphBuilder draft, Map<String, ParsedValue> states, List<Choice> choices) {
    AslBounds bounds = new AslBounds(draft, states);
    choices.stream().filter(choice -> states.containsKey(choice.state())).forEach(bounds::bound);
  }

  /** Rules are tried in order: a later one is taken only while the earlier ones are false. */
  private void bound(Choice choice) {
    List<Rule> earlier = new ArrayList<>();
    for (Rule rule : choice.rules()) {
      if (!bound(choice.state(), rule.edge(), facts(rule.definition(), true))) {
        boundByEarlier(choice.state(), rule.edge(), earlier);
      }
      earlier.add(rule);
    }
    if (choice.otherwise() >= 0) {
      boundByEarlier(choice.state(), choice.otherwise(), earlier)
          .ifPresent(
              exit -> {
                // once the bound is reached, the rule that tests it is true
                setKind(choice.otherwise(), EdgeKind.CONDITIONAL);
                setKind(exit.edge(), EdgeKind.DEFAULT);
              });
    }
  }

  private void setKind(int edge, EdgeKind kind) {
    draft.edges.set(edge, draft.edges.get(edge).withKind(kind));
  }

  private Optional<Rule> boundByEarlier(String state, int edge, List<Rule> earlier) {
    return earlier.stream()
        .filter(rule -> bound(state, edge, facts(rule.definition(), false)))
        .findFirst();
  }

  /** Adds the counter of the first fact that proves a bound; false if none does. */
  private boolean bound(String state, int number, List<Fact> facts) {
    Edge edge = draft.edges.get(number);
    for (Fact fact : edge.counter().isPresent() ? List.<Fact>of() : facts) {
      String name = "%s in %s, edge %d".formatted(fact.variable(), state, number);
      Optional<GraphCounter> counter = counter(name, fact);
      if (counter.isPresent()) {
        draft.counters.put(name, counter.get());
        draft.edges.set(number, edge.withCounter(name));
        return true;
      }
    }
    return false;
  }

  private Optional<GraphCounter> counter(String name, Fact fact) {
    Set<String> counting =
        switch (fact.relation()) {
          case BELOW, UNEQUAL, ABOVE ->
              statesThat((state, of) -> adds(state, fact.variable(), fact.relation()));
          case PRESENT ->
              statesThat(
                  (state, of) ->
                      fetchesPage(state, fact.variable()) || takesFirst(state, fact.variable()));
        };
    Set<NodePair> countingEdges = edgesThatAdd(fact);
    boolean isNumber = NUMBER.matcher(fact.limit()).matches();
    boolean isUpTo = isNumber && fact.relation() != Relation.ABOVE;
    int max = isUpTo ? Integer.parseInt(fact.limit()) : GraphCounter.UNKNOWN_MAX;
    if (counting.isEmpty() && countingEdges.isEmpty() || max < 1) {
      return Optional.empty();
    }
    Set<String> resets =
        fact.relation() == Relation.PRESENT
            ? statesThat(
                (state, of) ->
                    isPass(state) && !counting.contains(of) && writesToken(state, fact.variable()))
            : statesThat(
                (state, of) ->
                    writes(state, fact.variable(), fact.relation())
                        || !isNumber && writes(state, fact.limit(), Relation.PRESENT));
    return Optional.of(
        new GraphCounter(
            name,
            OptionalInt.of(max),
            countingEdges,
            counting,
            resets,
            Set.of(),
            Optional.empty()));
  }

  private Set<String> statesThat(BiPredicate<ParsedValue, String> wanted) {
    return states.entrySet().stream()
        .filter(state -> wanted.test(state.getValue(), state.getKey()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The edges of choices whose rule adds to the variable when it is taken. */
  private Set<NodePair> edgesThatAdd(Fact fact) {
    Set<NodePair> edges = new LinkedHashSet<>();
    states.forEach(
        (name, state) ->
            state.valueAt("Choices").list().stream()
                .filter(rule -> assignsAddition(rule, fact.variable(), fact.relation()))
                .forEach(rule -> edges.add(new NodePair(name, rule.textAt("Next").orElse("")))));
    return edges;
  }

  /** Whether a state adds a number to a variable that is below, or subtracts from one above. */
  private static boolean adds(ParsedValue state, String variable, Relation relation) {
    return assignsAddition(state, variable, relation)
        || isPass(state)
            && keepsInputAndResult(state)
            && state.valueAt("Parameters").map().entrySet().stream()
                .filter(it -> it.getKey().endsWith(".$"))
                .anyMatch(
                    it ->
                        variable.equals(written(state, it.getKey()))
                            && isAddition(it.getKey(), it.getValue(), variable, relation));
  }

  private static boolean assignsAddition(ParsedValue part, String variable, Relation relation) {
    return part.valueAt("Assign").map().entrySet().stream()
        .anyMatch(
            it ->
                variable.equals(ROOT + it.getKey().replace(".$", ""))
                    && isAddition(it.getKey(), it.getValue(), variable, relation));
  }

  private static boolean isAddition(
      String key, ParsedValue value, String variable, Relation relation) {
    Matcher added = (key.endsWith(".$") ? MATH_ADD : JSONATA_ADD).matcher(value.text().orElse(""));
    return added.matches()
        && added.group(1).equals(variable)
        && added.group(2).equals("-") == (relation == Relation.ABOVE)
        && (relation != Relation.UNEQUAL || added.group(3).equals("1"));
  }

  /** Whether a state replaces a list, whose first item is asked for, by the rest of it. */
  private static boolean takesFirst(ParsedValue state, String first) {
    String list = first.substring(0, Math.max(0, first.length() - FIRST.length()));
    String rest = list + "[1:";
    boolean isCopied =
        state.textAt("InputPath").filter(text -> text.startsWith(rest)).isPresent()
            && state.textAt("ResultPath").orElse(ROOT).equals(list);
    return first.endsWith(FIRST)
        && isPass(state)
        && (isCopied
            || state.valueAt("Parameters").map().entrySet().stream()
                .anyMatch(
                    it ->
                        it.getKey().endsWith(".$")
                            && it.getValue().text().orElse("").startsWith(rest)
                            && written(state, it.getKey()).equals(list)));
  }

  /** Whether a Pass gives a token another value than that of a token. */
  private static boolean writesToken(ParsedValue state, String token) {
    return writes(state, token, Relation.PRESENT)
        && state.allTexts().noneMatch(text -> passesOn(text, token));
  }

  /**
   * Whether a state asks a service for a page with the token of the page before, and has the next.
   */
  private static boolean fetchesPage(ParsedValue state, String token) {
    if (!BoundWords.isPageToken(token) || !WITH_RESULT.contains(type(state))) {
      return false;
    }
    List<ParsedValue> given =
        Stream.of("Parameters", "Arguments")
            .map(state::valueAt)
            .filter(ParsedValue::isMap)
            .toList();
    return hasNext(state, token)
        && (given.isEmpty()
            || given.stream().flatMap(ParsedValue::allTexts).anyMatch(it -> passesOn(it, token)));
  }

  /** Whether the result of a state writes the token. */
  private static boolean hasNext(ParsedValue state, String token) {
    if (token.startsWith(STATES_INPUT)) {
      return true; // the output of a task in JSONata is its result, if it does not say otherwise
    }
    return token.startsWith(ROOT + ".")
        ? !isNull(state, "ResultPath")
            && isWithin(token, state.textAt("ResultPath").orElse(ROOT))
            && !state.valueAt("ResultSelector").isMap()
        : state.valueAt("Assign").map().keySet().stream()
            .anyMatch(name -> token.equals(ROOT + name.replace(".$", "")));
  }

  /** Whether a text is a reference to a token, or to what the token is in. */
  private static boolean passesOn(String text, String token) {
    boolean isReference = text.startsWith(ROOT) || text.startsWith("{%");
    return isReference
        && (isWithin(token, text)
            || BoundWords.isPageToken(text.replaceAll("\\W+$", ""))
            || NO_NAME.splitAsStream(text).anyMatch(POSITION.asMatchPredicate()));
  }

  private static String type(ParsedValue state) {
    return state.textAt("Type").orElse("");
  }

  private static boolean isPass(ParsedValue state) {
    return type(state).equals("Pass");
  }

  /** Whether a Pass reads its whole input, and passes on its whole output with its result. */
  private static boolean keepsInputAndResult(ParsedValue state) {
    return isWhole(state, "InputPath")
        && isWhole(state, "OutputPath")
        && !isNull(state, "ResultPath")
        && !state.map().containsKey("Output");
  }

  /** Whether a path is missing, or that of the whole. */
  private static boolean isWhole(ParsedValue state, String field) {
    return !state.map().containsKey(field) || state.textAt(field).filter(ROOT::equals).isPresent();
  }

  private static boolean isNull(ParsedValue state, String field) {
    return state.map().containsKey(field) && state.valueAt(field).value() == null;
  }

  /** The path that a parameter of a Pass is written to. */
  private static String written(ParsedValue state, String parameter) {
    String name = parameter.substring(0, parameter.length() - ".$".length());
    return state.textAt("ResultPath").orElse(ROOT) + "." + name;
  }

  /** Whether a state may write another value to a variable than its own addition. */
  private static boolean writes(ParsedValue state, String variable, Relation relation) {
    if (variable.startsWith(ROOT + ".")) {
      return !adds(state, variable, relation) && overwrites(state, variable);
    }
    String name = variable.substring(Math.min(1, variable.length()));
    return partsOf(state)
        .anyMatch(
            part -> {
              Set<String> assigned = part.valueAt("Assign").map().keySet();
              boolean byPath = assigned.contains(name + ".$");
              boolean byValue = assigned.contains(name);
              return assignsAddition(part, variable, relation)
                  ? byPath && byValue
                  : byPath || byValue;
            });
  }

  private static boolean overwrites(ParsedValue state, String variable) {
    boolean isWithResult = WITH_RESULT.contains(type(state));
    boolean copies = !isWhole(state, "InputPath") || !isWhole(state, "ResultPath");
    boolean hasResult =
        isWithResult
            || isPass(state)
                && (copies
                    || state.map().containsKey("Result")
                    || state.map().containsKey("Parameters"));
    String path = state.textAt("ResultPath").orElse(ROOT);
    boolean covers = path.equals(ROOT) || isWithin(variable, path) || isWithin(path, variable);
    boolean isPassedOn = !isWithResult && !isPass(state);
    boolean isCut = !isWhole(state, "OutputPath") || isPassedOn && !isWhole(state, "InputPath");
    boolean isCaughtOver =
        state.valueAt("Catch").list().stream()
            .map(catcher -> catcher.textAt("ResultPath").orElse(ROOT))
            .anyMatch(caught -> isWithin(variable, caught));
    return hasResult && !isNull(state, "ResultPath") && covers
        || isCut
        || isCaughtOver
        || partsOf(state).anyMatch(AslBounds::replacesOutput);
  }

  /** A state, its rules and its catchers. */
  private static Stream<ParsedValue> partsOf(ParsedValue state) {
    return Stream.concat(
        Stream.of(state),
        Stream.of("Choices", "Catch").flatMap(field -> state.valueAt(field).list().stream()));
  }

  /** Whether JSONata makes an output that is not the whole input. */
  private static boolean replacesOutput(ParsedValue part) {
    return part.map().containsKey("Output")
        && part.textAt("Output").filter(text -> WHOLE_INPUT.matcher(text).matches()).isEmpty();
  }

  private static boolean isWithin(String path, String container) {
    return container.equals(ROOT) || path.equals(container) || path.startsWith(container + ".");
  }

  /** What is known where a rule holds, or where it does not. */
  private static List<Fact> facts(ParsedValue rule, boolean holds) {
    if (rule.valueAt("Not").isMap()) {
      return facts(rule.valueAt("Not"), !holds);
    }
    List<ParsedValue> all = rule.valueAt(holds ? "And" : "Or").list();
    if (!all.isEmpty()) {
      return all.stream().flatMap(each -> facts(each, holds).stream()).toList();
    }
    Optional<String> condition = rule.textAt("Condition");
    if (condition.isPresent()) {
      String text = condition.get().strip();
      return text.startsWith("{%") && text.endsWith("%}")
          ? jsonataFacts(text.substring(2, text.length() - 2).strip(), holds)
          : List.of();
    }
    String variable = rule.textAt("Variable").orElse("");
    return rule.map().entrySet().stream()
        .flatMap(
            test ->
                fact(variable, test.getKey(), test.getValue().text().orElse(""), holds).stream())
        .toList();
  }

  /** The parts of an expression; the whole one if it has a choice, or parts within brackets. */
  private static List<String> split(String expression, Pattern between) {
    List<String> parts = between.splitAsStream(expression).map(String::strip).toList();
    boolean isFlat =
        !expression.contains("?")
            && parts.stream()
                .allMatch(
                    it ->
                        it.chars().filter(sign -> sign == '(').count()
                            == it.chars().filter(sign -> sign == ')').count());
    return isFlat ? parts : List.of(expression);
  }

  private static List<Fact> jsonataFacts(String condition, boolean holds) {
    List<String> alternatives = split(condition, JSONATA_OR);
    if (alternatives.size() > 1) {
      return holds
          ? List.of()
          : alternatives.stream().flatMap(it -> jsonataFacts(it, false).stream()).toList();
    }
    List<String> parts = split(condition, JSONATA_AND);
    if (parts.size() > 1) {
      return holds
          ? parts.stream().flatMap(part -> jsonataFacts(part, true).stream()).toList()
          : List.of();
    }
    Matcher negated = JSONATA_NOT.matcher(condition);
    if (negated.matches()) {
      return jsonataFacts(negated.group(1).strip(), !holds);
    }
    Matcher compared = JSONATA_COMPARISON.matcher(condition);
    if (compared.matches()) {
      return fact(compared.group(1), compared.group(2), compared.group(3), holds).stream().toList();
    }
    Matcher exists = JSONATA_EXISTS.matcher(condition);
    Matcher empty = JSONATA_EMPTY.matcher(condition);
    boolean isEmptiness = empty.matches();
    boolean isPresence = exists.matches();
    if (!isEmptiness && !isPresence) {
      return List.of();
    }
    boolean isThere = isPresence || empty.group(2).equals("!=");
    String variable = isPresence ? exists.group(1) : empty.group(1);
    return isThere == holds ? List.of(new Fact(variable, Relation.PRESENT, "")) : List.of();
  }

  /** The fact that a test of a variable states, or its opposite. */
  private static Optional<Fact> fact(String variable, String test, String value, boolean holds) {
    boolean isPath = test.endsWith("Path");
    String operator =
        AslParser.operator(isPath ? test.substring(0, test.length() - "Path".length()) : test);
    boolean isLimit = value.startsWith(ROOT) || NUMBER.matcher(value).matches();
    return switch (operator) {
      case "<", "<=", ">", ">=" ->
          isLimit ? Optional.of(comparison(variable, operator, value, holds)) : Optional.empty();
      case "=" ->
          isLimit && !holds
              ? Optional.of(new Fact(variable, Relation.UNEQUAL, value))
              : Optional.empty();
      case "IsPresent", "BooleanEquals", "IsNull", "StringEquals" -> {
        boolean isTrue = value.equals("true");
        boolean isThere =
            operator.equals("IsNull") ? !isTrue : operator.equals("StringEquals") ? false : isTrue;
        boolean isKnown = !operator.equals("StringEquals") || value.isEmpty();
        yield isKnown && isThere == holds
            ? Optional.of(new Fact(variable, Relation.PRESENT, ""))
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static Fact comparison(String variable, String operator, String limit, boolean holds) {
    Relation relation = operator.startsWith("<") == holds ? Relation.BELOW : Relation.ABOVE;
    boolean isNumber = NUMBER.matcher(limit).matches();
    boolean isOneMore = operator.equals("<=") || operator.equals(">");
    return new Fact(
        variable,
        relation,
        isNumber ? Integer.toString(Integer.parseInt(limit) + (isOneMore ? 1 : 0)) : limit);
  }
}
