package dev.eddyline.graph;

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

  /** The language's default of MaxAttempts. */
  private static final int DEFAULT_MAX_ATTEMPTS = 3;

  private static final int MAX_ALLOWED_ATTEMPTS = 99_999_999;

  private final GraphBuilder draft;

  private AslParser(GraphBuilder draft) {
    this.draft = draft;
  }

  /** Parses the graph. */
  static ParsedGraph read(String place, ParsedValue root, GraphSizeLimit most) {
    GraphBuilder draft = new GraphBuilder(place, most);
    new AslParser(draft).addStateMachine(root, Optional.empty(), true);
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
    draft.add(Node.of(name, name, kind, state.line()));
  }

  private void addTransitionEdges(
      String name, ParsedValue state, Optional<String> nextAfterMachine) {
    String type = state.textAt("Type").orElse("");
    boolean ends = state.textAt("End").filter("true"::equals).isPresent();
    Optional<String> next =
        state.textAt("Next").or(() -> ends ? nextAfterMachine : Optional.empty());
    int line = state.valueAt("Next").line();
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
      addEdge(name, nextAfterMachine.get(), EdgeKind.FIXED, "", line);
    } else if (branches.isEmpty()) {
      next.ifPresent(to -> addEdge(name, to, EdgeKind.FIXED, "", line));
    }
    for (ParsedValue branch : branches) {
      addStateMachine(branch, next, false)
          .ifPresent(start -> addEdge(name, start, EdgeKind.FIXED, "", branch.line()));
    }
    addChoiceEdges(name, state);
    for (ParsedValue catcher : state.valueAt("Catch").list()) {
      String errors = joinErrorNames(catcher.valueAt("ErrorEquals"));
      target(name, catcher)
          .ifPresent(to -> addEdge(name, to, EdgeKind.CONDITIONAL, errors, catcher.line()));
    }
    addRetryEdges(name, state);
    boolean isDone = Set.of("Choice", "Succeed", "Fail").contains(type);
    if (!isDone && !ends && state.textAt("Next").isEmpty() && TYPES.contains(type)) {
      draft.addProblem(state.line(), "state '%s' needs Next or End".formatted(name));
    }
  }

  private void addChoiceEdges(String name, ParsedValue state) {
    for (ParsedValue choice : state.valueAt("Choices").list()) {
      target(name, choice)
          .ifPresent(
              to -> addEdge(name, to, EdgeKind.CONDITIONAL, condition(choice), choice.line()));
    }
    state
        .textAt("Default")
        .ifPresent(to -> addEdge(name, to, EdgeKind.DEFAULT, "", state.valueAt("Default").line()));
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
        .map(entry -> " " + entry.getKey() + " " + entry.getValue().text().orElse("…"))
        .findFirst()
        .orElse("");
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
      int line = state.valueAt("Retry").line();
      draft.add(Edge.of(name, name, EdgeKind.CONDITIONAL, "Retry", line).withCounter(counter));
    }
  }

  private void addEdge(String from, String to, EdgeKind kind, String condition, int line) {
    draft.add(Edge.of(from, to, kind, condition, line));
  }
}
