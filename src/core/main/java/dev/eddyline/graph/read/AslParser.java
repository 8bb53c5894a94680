package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.ParsedValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Parses the control flow of Amazon States Language: Next, End, Choices and Default, Retry as a
 * bounded self-loop, Catch, and the branches of Parallel and Map, each run once.
 */
final class AslParser {

  /** The language's default of MaxAttempts. */
  private static final int DEFAULT_MAX_ATTEMPTS = 3;

  private static final int MAX_ALLOWED_ATTEMPTS = 99_999_999;

  private static final Place OUTERMOST = new Place(Optional.empty(), Optional.empty(), false);

  private final GraphBuilder draft;

  /** The states of all machines. */
  private final List<AslState> states = new ArrayList<>();

  /** The states in whose bodies others are. */
  private final Map<String, String> around = new HashMap<>();

  /**
   * Where a machine is.
   *
   * @param around the state whose body it is; empty: it is the outermost
   * @param after the state that follows its end
   * @param isJsonata whether JSONata is its language, if it does not say otherwise
   */
  private record Place(Optional<AslState> around, Optional<String> after, boolean isJsonata) {}

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
    parser.addStateMachine(root, OUTERMOST);
    AslWaits.mark(draft, parser.states);
    draft.scopes = parser.scopes(AslState.isJsonata(root, false));
    draft.runLimit = AslTimeLimit.of(root, isExpress);
    return draft.build(GraphFormat.ASL);
  }

  private MachineScopes scopes(boolean isJsonata) {
    return new MachineScopes(
        around,
        states.stream().filter(AslState::isJsonata).map(AslState::name).collect(Collectors.toSet()),
        isJsonata);
  }

  /** Adds a state machine; returns its start. */
  private Optional<String> addStateMachine(ParsedValue machine, Place place) {
    boolean isJsonata = AslState.isJsonata(machine, place.isJsonata());
    List<AslState> own =
        machine.valueAt("States").map().entrySet().stream()
            .map(it -> AslState.of(it.getKey(), it.getValue(), isJsonata))
            .toList();
    if (own.isEmpty()) {
      draft.addProblem(machine.line(), "a state machine needs States");
      return Optional.empty();
    }
    own.forEach(this::addNode);
    states.addAll(own);
    Optional<String> body = place.around().map(AslState::name);
    body.ifPresent(name -> own.forEach(state -> around.putIfAbsent(state.name(), name)));
    AslChoices choices = new AslChoices(draft, own, body);
    Place inside = new Place(place.around(), place.after(), isJsonata);
    int firstEdge = draft.edges.size();
    own.forEach(state -> addEdges(state, inside, choices));
    if (place.around().filter(it -> AslTimeLimit.isExpress(it, machine)).isPresent()) {
      List<Edge> edges = draft.edges.subList(firstEdge, draft.edges.size());
      AslTimeLimit.bound(draft, body.orElseThrow(), own, around, edges);
    }
    Optional<String> start = machine.textAt("StartAt");
    if (start.isEmpty()) {
      draft.addProblem(machine.line(), "a state machine needs StartAt");
      return start;
    }
    boolean isKnown = draft.requireKnownNode(machine.valueAt("StartAt").line(), start.get());
    if (place.around().isEmpty() && isKnown) {
      draft.entries.add(start.get());
    }
    return start.filter(name -> isKnown);
  }

  private void addNode(AslState state) {
    String name = state.name();
    ParsedValue definition = state.definition();
    if (draft.nodes.containsKey(name) || name.isBlank()) {
      draft.addProblem(
          definition.line(), "state '%s' is defined twice, or has no name".formatted(name));
      return;
    }
    NodeKind kind =
        switch (state.type()) {
          case "Choice" -> NodeKind.ROUTE;
          case "Succeed", "Fail" -> NodeKind.END;
          default -> NodeKind.STEP;
        };
    Node node = Node.of(name, name, kind, definition);
    draft.add(state.waits() ? node.waiting() : node);
  }

  private void addEdges(AslState state, Place place, AslChoices choices) {
    String name = state.name();
    ParsedValue definition = state.definition();
    AslFields.report(draft, state);
    boolean ends = state.ends();
    if (ends && place.after().isEmpty()) {
      draft.ends.add(name);
    }
    Optional<String> next =
        definition
            .textAt("Next")
            .or(() -> ends || state.type().equals("Succeed") ? place.after() : Optional.empty());
    List<ParsedValue> bodies = state.bodies();
    if (bodies.isEmpty()) {
      next.ifPresent(to -> addEdge(name, to, EdgeKind.FIXED, "", definition.valueAt("Next")));
    }
    for (ParsedValue body : bodies) {
      addStateMachine(body, new Place(Optional.of(state), next, place.isJsonata()))
          .ifPresent(start -> addEdge(name, start, EdgeKind.FIXED, "", body));
    }
    choices.addEdges(state);
    for (ParsedValue catcher : state.ways("Catch").toList()) {
      String to = catcher.textAt("Next").orElseThrow();
      addEdge(name, to, EdgeKind.CONDITIONAL, errorNames(catcher.valueAt("ErrorEquals")), catcher);
    }
    addRetryEdges(name, definition);
  }

  private static String errorNames(ParsedValue errors) {
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
