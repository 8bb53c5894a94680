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
final class AslGraph {

  private static final Set<String> TYPES =
      Set.of("Task", "Pass", "Wait", "Choice", "Succeed", "Fail", "Parallel", "Map");

  /** The language's default of MaxAttempts. */
  private static final int ATTEMPTS = 3;

  private static final int MOST_ATTEMPTS = 99_999_999;

  private final Draft draft;

  private AslGraph(Draft draft) {
    this.draft = draft;
  }

  /** Parses the graph. */
  static GraphReading read(String place, Item root, GraphSize most) {
    Draft draft = new Draft(place, most);
    new AslGraph(draft).machine(root, Optional.empty(), true);
    return draft.read(GraphFormat.ASL);
  }

  /** Adds a state machine whose end continues with the next state; returns its start. */
  private Optional<String> machine(Item machine, Optional<String> next, boolean isOutermost) {
    Map<String, Item> states = machine.at("States").map();
    if (states.isEmpty()) {
      draft.refuse(machine.line(), "a state machine needs States");
      return Optional.empty();
    }
    states.forEach((name, state) -> node(name, state));
    states.forEach((name, state) -> state(name, state, next));
    Optional<String> start = machine.textAt("StartAt");
    if (start.isEmpty()) {
      draft.refuse(machine.line(), "a state machine needs StartAt");
      return start;
    }
    boolean isKnown = draft.isKnown(machine.at("StartAt").line(), start.get());
    if (isOutermost && isKnown) {
      draft.entries.add(start.get());
    }
    return start.filter(name -> isKnown);
  }

  private void node(String name, Item state) {
    String type = state.textAt("Type").orElse("");
    if (draft.nodes.containsKey(name) || name.isBlank()) {
      draft.refuse(state.line(), "state '%s' is defined twice, or has no name".formatted(name));
      return;
    }
    if (!TYPES.contains(type)) {
      draft.misread(state.line(), name, "has the unknown Type '%s'".formatted(type));
    }
    NodeKind kind =
        switch (type) {
          case "Choice" -> NodeKind.ROUTE;
          case "Succeed", "Fail" -> NodeKind.END;
          default -> NodeKind.STEP;
        };
    draft.add(Node.of(name, name, kind, state.line()));
  }

  private void state(String name, Item state, Optional<String> after) {
    String type = state.textAt("Type").orElse("");
    boolean ends = state.textAt("End").filter("true"::equals).isPresent();
    Optional<String> next = state.textAt("Next").or(() -> ends ? after : Optional.empty());
    int line = state.at("Next").line();
    boolean isSuccess = type.equals("Succeed") && after.isPresent();
    if (ends && after.isEmpty()) {
      draft.ends.add(name);
    }
    List<Item> branches = new ArrayList<>(state.at("Branches").list());
    List.of("Iterator", "ItemProcessor").stream()
        .map(state::at)
        .filter(Item::isMap)
        .forEach(branches::add);
    if (isSuccess) {
      edge(name, after.get(), EdgeKind.FIXED, "", line);
    } else if (branches.isEmpty()) {
      next.ifPresent(to -> edge(name, to, EdgeKind.FIXED, "", line));
    }
    for (Item branch : branches) {
      machine(branch, next, false)
          .ifPresent(start -> edge(name, start, EdgeKind.FIXED, "", branch.line()));
    }
    choices(name, state);
    for (Item catcher : state.at("Catch").list()) {
      String errors = names(catcher.at("ErrorEquals"));
      target(name, catcher)
          .ifPresent(to -> edge(name, to, EdgeKind.CONDITIONAL, errors, catcher.line()));
    }
    retry(name, state);
    boolean isDone = Set.of("Choice", "Succeed", "Fail").contains(type);
    if (!isDone && !ends && state.textAt("Next").isEmpty() && TYPES.contains(type)) {
      draft.refuse(state.line(), "state '%s' needs Next or End".formatted(name));
    }
  }

  private void choices(String name, Item state) {
    for (Item choice : state.at("Choices").list()) {
      target(name, choice)
          .ifPresent(to -> edge(name, to, EdgeKind.CONDITIONAL, condition(choice), choice.line()));
    }
    state
        .textAt("Default")
        .ifPresent(to -> edge(name, to, EdgeKind.DEFAULT, "", state.at("Default").line()));
  }

  private Optional<String> target(String name, Item from) {
    if (from.textAt("Next").isEmpty()) {
      draft.refuse(from.line(), "a choice or catcher of state '%s' needs Next".formatted(name));
    }
    return from.textAt("Next");
  }

  private static String condition(Item choice) {
    return choice
        .textAt("Condition")
        .or(() -> choice.textAt("Variable").map(variable -> variable + comparison(choice)))
        .orElse("And, Or or Not");
  }

  private static String comparison(Item choice) {
    return choice.map().entrySet().stream()
        .filter(
            entry ->
                !Set.of("Variable", "Next", "Comment", "Assign", "Output").contains(entry.getKey()))
        .map(entry -> " " + entry.getKey() + " " + entry.getValue().text().orElse("…"))
        .findFirst()
        .orElse("");
  }

  private static String names(Item errors) {
    return String.join(", ", errors.list().stream().flatMap(e -> e.text().stream()).toList());
  }

  private void retry(String name, Item state) {
    long attempts = 0;
    for (Item retrier : state.at("Retry").list()) {
      String told = retrier.textAt("MaxAttempts").orElse(String.valueOf(ATTEMPTS));
      if (told.matches("[0-9]{1,8}")) {
        attempts += Long.parseLong(told);
      } else {
        draft.misread(retrier.line(), told, "is not a whole number of MaxAttempts");
      }
    }
    if (attempts > 0) {
      String counter = "Retry of " + name;
      draft.counters.put(counter, Counter.of(counter, (int) Math.min(attempts, MOST_ATTEMPTS)));
      int line = state.at("Retry").line();
      draft.add(Edge.of(name, name, EdgeKind.CONDITIONAL, "Retry", line).boundBy(counter));
    }
  }

  private void edge(String from, String to, EdgeKind kind, String condition, int line) {
    draft.add(Edge.of(from, to, kind, condition, line));
  }
}
