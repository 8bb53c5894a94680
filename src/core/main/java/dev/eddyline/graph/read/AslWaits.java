package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.ParsedValue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parallel states in which each run waits: one of their branches has no way to its end without a
 * wait. An error may end the branch early, so their catchers must not lead back to them.
 */
final class AslWaits {

  private AslWaits() {}

  /** Marks those of these states of a complete graph. */
  static void mark(GraphBuilder draft, List<AslState> states) {
    Map<String, List<String>> targets =
        draft.edges.stream()
            .collect(
                Collectors.groupingBy(
                    Edge::from, Collectors.mapping(Edge::to, Collectors.toList())));
    for (AslState parallel : states.stream().filter(AslWaits::hasWaitingBranch).toList()) {
      Stream<String> caught = AslState.targets(parallel.ways("Catch"));
      if (!reachable(caught, state -> targets.getOrDefault(state, List.of()).stream())
          .contains(parallel.name())) {
        draft.nodes.computeIfPresent(parallel.name(), (name, node) -> node.waiting());
      }
    }
  }

  private static boolean hasWaitingBranch(AslState state) {
    return state.type().equals("Parallel") && state.bodies().stream().anyMatch(AslWaits::waits);
  }

  /** Whether no way from the start of a machine to its end is without a wait. */
  private static boolean waits(ParsedValue machine) {
    Map<String, ParsedValue> states = machine.valueAt("States").map();
    Function<String, AslState> state =
        name -> new AslState(name, states.getOrDefault(name, machine), false);
    return reachable(
            machine.textAt("StartAt").stream(), name -> afterWithoutWait(state.apply(name)))
        .stream()
        .map(state)
        .noneMatch(it -> isEnd(it) && !waits(it));
  }

  private static boolean waits(AslState state) {
    return state.waits() || hasWaitingBranch(state);
  }

  /** Whether a state ends its machine, or is unknown. */
  private static boolean isEnd(AslState state) {
    return !Set.of("Choice", "Fail").contains(state.type())
        && state.definition().textAt("Next").isEmpty();
  }

  /** The states that follow without a wait: those that catch an error, if the state waits. */
  private static Stream<String> afterWithoutWait(AslState state) {
    ParsedValue definition = state.definition();
    Stream<String> caught = AslState.targets(state.ways("Catch"));
    Stream<String> others =
        Stream.concat(
            Stream.of("Next", "Default").flatMap(field -> definition.textAt(field).stream()),
            AslState.targets(state.ways("Choices")));
    return waits(state) ? caught : Stream.concat(caught, others);
  }

  private static Set<String> reachable(
      Stream<String> starts, Function<String, Stream<String>> targets) {
    Deque<String> open = new ArrayDeque<>();
    Set<String> seen = new HashSet<>();
    starts.filter(seen::add).forEach(open::add);
    while (!open.isEmpty()) {
      targets.apply(open.remove()).filter(seen::add).forEach(open::add);
    }
    return seen;
  }
}
