package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.model.RunLimit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The time after which every run of a machine ends. */
final class AslTimeLimit {

  private AslTimeLimit() {}

  /**
   * The limit of a machine.
   *
   * @param isExpress whether its runs are those of an express workflow, which end after 5 minutes
   */
  static Optional<RunLimit> of(ParsedValue machine, boolean isExpress) {
    return machine
        .textAt("TimeoutSeconds")
        .filter(seconds -> seconds.matches("[1-9][0-9]{0,9}"))
        .map(seconds -> "TimeoutSeconds of " + seconds)
        .or(
            () ->
                isExpress ? Optional.of("the 5 minutes of an express workflow") : Optional.empty())
        .map(name -> new RunLimit(name, true));
  }

  /** Whether each run of a body of this state is that of an express workflow. */
  static boolean isExpress(AslState state, ParsedValue body) {
    ParsedValue config = body.valueAt("ProcessorConfig");
    return state.type().equals("Map")
        && config.hasText("Mode", "DISTRIBUTED")
        && config.hasText("ExecutionType", "EXPRESS");
  }

  /**
   * Lets the limit of a body bound the edges that lead back in it: each of its cycles has one.
   *
   * @param body the state whose body it is, which begins it again
   * @param states the states of the body, in their order
   * @param around the states in whose bodies others are
   * @param edges the edges of the body
   */
  static void bound(
      GraphBuilder draft,
      String body,
      List<AslState> states,
      Map<String, String> around,
      List<Edge> edges) {
    Map<String, Integer> order = new HashMap<>();
    states.forEach(state -> order.put(state.name(), order.size()));
    String name = "time of " + body;
    draft.counters.put(name, GraphCounter.resetBy(name, GraphCounter.UNKNOWN_MAX, Set.of(body)));
    edges.replaceAll(
        edge -> {
          String from = edge.from();
          while (around.containsKey(from) && !order.containsKey(from)) {
            from = around.get(from);
          }
          boolean leadsBack =
              order.getOrDefault(edge.to(), Integer.MAX_VALUE) <= order.getOrDefault(from, -1);
          return leadsBack && edge.counter().isEmpty() ? edge.boundedBy(name) : edge;
        });
  }
}
