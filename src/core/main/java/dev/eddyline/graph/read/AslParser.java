package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.model.RunLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parses the control flow of Amazon States Language: Next, End, Choices and Default, Retry as a
 * bounded self-loop, Catch, and the branches of Parallel and Map, each run once.
 */
final class AslParser {

  private static final Set<String> TYPES =
      Set.of("Task", "Pass", "Wait", "Choice", "Succeed", "Fail", "Parallel", "Map");

  /** Fields of a state that lead to other states. */
  private static final Set<String> LEADING_FIELDS =
      Set.of(
          "Type",
          "Next",
          "End",
          "Choices",
          "Default",
          "Catch",
          "Retry",
          "Branches",
          "Iterator",
          "ItemProcessor");

  private static final Set<String> LISTS = Set.of("Choices", "Catch", "Retry", "Branches");

  /** The language's default of MaxAttempts. */
  private static final int DEFAULT_MAX_ATTEMPTS = 3;

  private static final int MAX_ALLOWED_ATTEMPTS = 99_999_999;

  private final GraphBuilder draft;
  private final List<AslBounds.Choice> choices = new ArrayList<>();

  private AslParser(GraphBuilder draft) {
    this.draft = draft;
  }

  /**
   * Parses the graph.
   *
   * @param isExpress whether its runs are those of an express workflow, which end after 5 minutes
   */
  static ParsedGraph read(String place, ParsedValue root, boolean isExpress, GraphSizeLimit most) {
    GraphBuilder draft = new GraphBuilder(place, most);
    AslParser parser = new AslParser(draft);
    parser.addStateMachine(root, Optional.empty(), true);
    AslBounds.add(draft, root.valueAt("States").map(), parser.choices);
    if (isExpress) {
      draft.runLimit = Optional.of(new RunLimit("the 5 minutes of an express workflow", true));
    }
    root.textAt("TimeoutSeconds")
        .filter(seconds -> seconds.matches("[1-9][0-9]{0,9}"))
        .ifPresent(
            seconds ->
                draft.runLimit = Optional.of(new RunLimit("TimeoutSeconds of " + seconds, true)));
    return draft.build(GraphFormat.ASL);
  }

  /** Adds a state machine whose end continues with the next state; returns its start. */
  private Optional<String> addStateMachine(
      ParsedValue machine, Optional<String> next, boolean isOutermost) {
    Map<String, ParsedValue> states = machine.valueAt("States").map();
    if (states.isEmpty()) {
      draft.addProblem(machine.line(), "a state machine needs States");
      return Optional.empty();
    }
    states.forEach((name, state) -> addNode(name, state));
    states.forEach((name, state) -> addTransitionEdges(name, state, next));
    Optional<String> start = machine.textAt("StartAt");
    if (start.isEmpty()) {
      draft.addProblem(machine.line(), "a state machine needs StartAt");
      return start;
    }
    boolean isKnown = draft.requireKnownNode(machine.valueAt("StartAt").line(), start.get());
    if (isOutermost && isKnown) {
      draft.entries.add(start.get());
    }
    return start.filter(name -> isKnown);
  }

  private void addNode(String name, ParsedValue state) {
    String type = state.textAt("Type").orElse("");
    if (draft.nodes.containsKey(name) || name.isBlank()) {
      draft.addProblem(state.line(), "state '%s' is defined twice, or has no name".formatted(name));
      return;
    }
    if (!TYPES.contains(type)) {
      draft.unparsed(state.line(), name, "has the unknown Type '%s'".formatted(type));
    }
    NodeKind kind =
        switch (type) {
          case "Choice" -> NodeKind.ROUTE;
          case "Succeed", "Fail" -> NodeKind.END;
          default -> NodeKind.STEP;
        };
    Node node = Node.of(name, name, kind, state);
    draft.add(waits(type, state) ? node.waiting() : node);
  }

  /** Whether a run waits in a state, or for an answer from outside with a token or an activity. */
  private static boolean waits(String type, ParsedValue state) {
    String resource = state.textAt("Resource").orElse("");
    return type.equals("Wait") && state.textAt("Seconds").filter("0"::equals).isEmpty()
        || resource.endsWith(".waitForTaskToken")
        || resource.contains(":activity:");
  }

  private void addTransitionEdges(
      String name, ParsedValue state, Optional<String> nextAfterMachine) {
    String type = state.textAt("Type").orElse("");
    requireFields(name, type, state);
    boolean ends = state.textAt("End").filter("true"::equals).isPresent();
    Optional<String> next =
        state.textAt("Next").or(() -> ends ? nextAfterMachine : Optional.empty());
    ParsedValue at = state.valueAt("Next");
    boolean isSuccess = type.equals("Succeed") && nextAfterMachine.isPresent();
    if (ends && nextAfterMachine.isEmpty()) {
      draft.ends.add(name);
    }
    List<ParsedValue> branches = new ArrayList<>(state.valueAt("Branches").list());
    List.of("Iterator", "ItemProcessor").stream()
        .map(state::valueAt)
        .filter(ParsedValue::isMap)
        .forEach(branches::add);
    if (isSuccess) {
      addEdge(name, nextAfterMachine.get(), EdgeKind.FIXED, "", at);
    } else if (branches.isEmpty()) {
      next.ifPresent(to -> addEdge(name, to, EdgeKind.FIXED, "", at));
    }
    for (ParsedValue branch : branches) {
      addStateMachine(branch, next, false)
          .ifPresent(start -> addEdge(name, start, EdgeKind.FIXED, "", branch));
    }
    addChoiceEdges(name, state);
    for (ParsedValue catcher : state.valueAt("Catch").list()) {
      String errors = joinErrorNames(catcher.valueAt("ErrorEquals"));
      target(name, catcher)
          .ifPresent(to -> addEdge(name, to, EdgeKind.CONDITIONAL, errors, catcher));
    }
    addRetryEdges(name, state);
    boolean isDone = Set.of("Choice", "Succeed", "Fail").contains(type);
    if (!isDone && !ends && state.textAt("Next").isEmpty() && TYPES.contains(type)) {
      draft.addProblem(state.line(), "state '%s' needs Next or End".formatted(name));
    }
  }

  /** Reports fields that lead to other states and are missing, misspelled or of another shape. */
  private void requireFields(String name, String type, ParsedValue state) {
    state
        .map()
        .forEach(
            (key, value) -> {
              LEADING_FIELDS.stream()
                  .filter(field -> field.equalsIgnoreCase(key) && !field.equals(key))
                  .forEach(
                      field ->
                          draft.addProblem(
                              value.line(),
                              "field '%s' of state '%s' must be written %s"
                                  .formatted(key, name, field)));
              if (LISTS.contains(key) && !value.isList()) {
                draft.addProblem(
                    value.line(), "%s of state '%s' must be a list".formatted(key, name));
              }
            });
    String missing =
        switch (type) {
          case "Choice" -> state.valueAt("Choices").list().isEmpty() ? "Choices" : "";
          case "Parallel" -> state.valueAt("Branches").isList() ? "" : "Branches";
          case "Map" ->
              state.valueAt("ItemProcessor").isMap() || state.valueAt("Iterator").isMap()
                  ? ""
                  : "ItemProcessor";
          default -> "";
        };
    if (!missing.isEmpty()) {
      draft.addProblem(state.line(), "state '%s' needs %s".formatted(name, missing));
    }
  }

  private void addChoiceEdges(String name, ParsedValue state) {
    List<AslBounds.Rule> rules = new ArrayList<>();
    for (ParsedValue choice : state.valueAt("Choices").list()) {
      target(name, choice)
          .ifPresent(
              to -> {
                rules.add(new AslBounds.Rule(choice, draft.edges.size()));
                addEdge(name, to, EdgeKind.CONDITIONAL, condition(choice), choice);
              });
    }
    int otherwise = state.textAt("Default").isPresent() ? draft.edges.size() : -1;
    state
        .textAt("Default")
        .ifPresent(to -> addEdge(name, to, EdgeKind.DEFAULT, "", state.valueAt("Default")));
    choices.add(new AslBounds.Choice(name, rules, otherwise));
  }

  private Optional<String> target(String name, ParsedValue from) {
    if (from.textAt("Next").isEmpty()) {
      draft.addProblem(from.line(), "a choice or catcher of state '%s' needs Next".formatted(name));
    }
    return from.textAt("Next");
  }

  private static String condition(ParsedValue choice) {
    return choice
        .textAt("Condition")
        .or(() -> choice.textAt("Variable").map(variable -> variable + comparison(choice)))
        .orElse("And, Or or Not");
  }

  private static String comparison(ParsedValue choice) {
    return choice.map().entrySet().stream()
        .filter(
            entry ->
                !Set.of("Variable", "Next", "Comment", "Assign", "Output").contains(entry.getKey()))
        .map(entry -> " " + operator(entry.getKey()) + " " + entry.getValue().text().orElse("…"))
        .findFirst()
        .orElse("");
  }

  /** The sign of a comparison of numbers; other comparisons unchanged. */
  static String operator(String comparison) {
    return switch (comparison) {
      case "NumericLessThan" -> "<";
      case "NumericLessThanEquals" -> "<=";
      case "NumericGreaterThan" -> ">";
      case "NumericGreaterThanEquals" -> ">=";
      case "NumericEquals" -> "=";
      default -> comparison;
    };
  }

  private static String joinErrorNames(ParsedValue errors) {
    return String.join(", ", errors.list().stream().flatMap(e -> e.text().stream()).toList());
  }

  private void addRetryEdges(String name, ParsedValue state) {
    long attempts = 0;
    for (ParsedValue retrier : state.valueAt("Retry").list()) {
      String maxAttempts =
          retrier.textAt("MaxAttempts").orElse(String.valueOf(DEFAULT_MAX_ATTEMPTS));
      if (maxAttempts.matches("[0-9]{1,8}")) {
        attempts += Long.parseLong(maxAttempts);
      } else {
        draft.unparsed(retrier.line(), maxAttempts, "is not a whole number of MaxAttempts");
      }
    }
    if (attempts > 0) {
      String counter = "Retry of " + name;
      draft.counters.put(
          counter, GraphCounter.of(counter, (int) Math.min(attempts, MAX_ALLOWED_ATTEMPTS)));
      ParsedValue at = state.valueAt("Retry");
      draft.add(Edge.of(name, name, EdgeKind.CONDITIONAL, "Retry", at).withCounter(counter));
    }
  }

  private void addEdge(String from, String to, EdgeKind kind, String condition, ParsedValue at) {
    draft.add(Edge.of(from, to, kind, condition, at));
  }
}
