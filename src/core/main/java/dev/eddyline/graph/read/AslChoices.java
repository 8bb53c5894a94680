package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.read.AslFact.Relation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The edges of choices, with the bounds that the text of the machine proves: a choice compares a
 * variable that a state counts up or down, or it goes on while there is a token of a further page.
 */
final class AslChoices {

  /** Fields of a rule that do not compare. */
  private static final Set<String> NO_COMPARISON =
      Set.of("Variable", "Next", "Comment", "Assign", "Output");

  private final GraphBuilder draft;
  private final AslTransitions transitions;

  /** The state in whose body the machine is, which begins it again. */
  private final Optional<String> around;

  /** What counts each fact; empty: nothing. */
  private final Map<AslFact, Optional<GraphCounter>> counters = new HashMap<>();

  /** Choices of a machine with these states: variables and input are those of one machine. */
  AslChoices(GraphBuilder draft, List<AslState> states, Optional<String> around) {
    this.draft = draft;
    this.transitions = new AslTransitions(states);
    this.around = around;
  }

  /** Adds the edges. Rules are tried in order: a later one only while the earlier are false. */
  void addEdges(AslState choice) {
    ParsedValue definition = choice.definition();
    Map<Integer, List<AslFact>> earlier = new LinkedHashMap<>();
    int first = draft.edges.size();
    int number = 0;
    for (ParsedValue rule : choice.ways("Choices").toList()) {
      String to = rule.textAt("Next").orElseThrow();
      Edge edge = Edge.of(choice.name(), to, EdgeKind.CONDITIONAL, condition(rule), rule);
      if (!add(edge, AslFact.of(choice, rule, true)) && boundingExit(edge, earlier) < 0) {
        draft.add(edge);
      }
      List<AslFact> bounding =
          AslFact.of(choice, rule, false).stream()
              .filter(fact -> counters.computeIfAbsent(fact, this::counter).isPresent())
              .toList();
      if (!bounding.isEmpty()) {
        earlier.put(number, bounding);
      }
      number++;
    }
    definition
        .textAt("Default")
        .map(to -> Edge.of(choice.name(), to, EdgeKind.DEFAULT, "", definition.valueAt("Default")))
        .ifPresent(otherwise -> addDefault(otherwise, earlier, first));
  }

  private void addDefault(Edge otherwise, Map<Integer, List<AslFact>> earlier, int first) {
    int exit = boundingExit(otherwise.withKind(EdgeKind.CONDITIONAL), earlier);
    if (exit < 0) {
      draft.add(otherwise);
    } else {
      // once the bound is reached, the rule that tests it is true
      Edge taken = draft.edges.get(first + exit);
      draft.edges.set(first + exit, taken.withKind(EdgeKind.DEFAULT));
    }
  }

  /**
   * Adds an edge that one of the earlier rules bounds while it is false; returns the number of that
   * rule, or -1.
   */
  private int boundingExit(Edge edge, Map<Integer, List<AslFact>> earlier) {
    for (Map.Entry<Integer, List<AslFact>> rule : earlier.entrySet()) {
      if (add(edge, rule.getValue())) {
        return rule.getKey();
      }
    }
    return -1;
  }

  /** Adds the edge with the counter of the first fact that proves a bound; false if none does. */
  private boolean add(Edge edge, List<AslFact> facts) {
    for (AslFact fact : facts) {
      String name = "%s in %s, edge %d".formatted(fact.variable(), edge.from(), draft.edges.size());
      Optional<GraphCounter> counter = counters.computeIfAbsent(fact, this::counter);
      if (counter.isPresent()) {
        draft.counters.put(name, counter.get().withName(name));
        draft.add(edge.withCounter(name));
        return true;
      }
    }
    return false;
  }

  private Optional<GraphCounter> counter(AslFact fact) {
    boolean isUpTo = fact.hasNumber() && fact.relation() != Relation.ABOVE;
    int max = isUpTo ? Integer.parseInt(fact.limit()) : GraphCounter.UNKNOWN_MAX;
    Set<AslWrites> counting = transitions.counting(fact);
    if (counting.isEmpty() || max < 1) {
      return Optional.empty();
    }
    Set<String> resetBy = transitions.entered(transitions.resetting(fact));
    around.ifPresent(resetBy::add);
    return Optional.of(
        new GraphCounter(
            fact.variable(),
            OptionalInt.of(max),
            transitions.pairs(counting),
            Set.of(),
            resetBy,
            transitions.misses(counting),
            Optional.empty()));
  }

  private static String condition(ParsedValue rule) {
    return rule.textAt("Condition")
        .or(() -> rule.textAt("Variable").map(variable -> variable + comparison(rule)))
        .orElse("And, Or or Not");
  }

  private static String comparison(ParsedValue rule) {
    return rule.map().entrySet().stream()
        .filter(entry -> !NO_COMPARISON.contains(entry.getKey()))
        .map(
            entry ->
                " %s %s"
                    .formatted(
                        AslFact.operator(entry.getKey()), entry.getValue().text().orElse("…")))
        .findFirst()
        .orElse("");
  }
}
