package dev.eddyline.console.pages;

import dev.eddyline.console.json.TaskJson;
import dev.eddyline.detect.steps.OscillatingCycle;
import dev.eddyline.detect.steps.TransitionLimitExceeded;
import dev.eddyline.detect.steps.TransitionPattern;
import dev.eddyline.detect.steps.UnboundedRetry;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.schema.Hop;
import dev.eddyline.schema.Tally;
import dev.eddyline.schema.WalkHistory;
import dev.eddyline.state.TaskState;
import dev.eddyline.text.Hash;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The transitions of a task as a graph, as far as its histories contain them. */
final class TransitionGraph {

  private static final String ARROW = "→";

  /** Visits from which on an edge can be part of a loop. */
  private static final int MIN_VISITS_OF_LOOP_EDGE = 2;

  private record TransitionEdge(String from, String to) {}

  private final Map<TransitionEdge, Integer> counts = new LinkedHashMap<>();
  private final Set<String> nodes = new LinkedHashSet<>();

  /** Reads the transitions of a state, or else the task's walk on its workflow's graph. */
  TransitionGraph(TaskState state, Optional<WalkHistory> walk) {
    List<Hop> newest = TransitionPattern.HISTORY.of(state).getRecent();
    for (Hop transition :
        newest.isEmpty() ? OscillatingCycle.HISTORY.of(state).getRecent() : newest) {
      counts.merge(new TransitionEdge(transition.getFrom(), transition.getTo()), 1, Integer::sum);
    }
    if (counts.isEmpty() && walk.isPresent()) {
      for (NodePair walked : UnboundedRetry.newestTransitions(walk.get())) {
        counts.merge(new TransitionEdge(walked.from(), walked.to()), 1, Integer::sum);
      }
    }
    Map<Long, TransitionEdge> byKey = new LinkedHashMap<>();
    counts.keySet().forEach(edge -> byKey.put(Hash.of(edge.from(), edge.to()), edge));
    for (Tally tally : TransitionLimitExceeded.HISTORY.of(state).getTallies()) {
      TransitionEdge knownEdge = byKey.get(tally.getKey());
      TransitionEdge edge = knownEdge == null ? parseEdge(tally.getFirst().getWhat()) : knownEdge;
      if (edge != null) {
        // counted since the last reset: the newest transitions are only some of them
        counts.merge(edge, tally.getCount(), Math::max);
      }
    }
    counts
        .keySet()
        .forEach(
            edge -> {
              nodes.add(edge.from());
              nodes.add(edge.to());
            });
  }

  private static TransitionEdge parseEdge(String what) {
    int arrow = what.indexOf(ARROW);
    return arrow <= 0
        ? null
        : new TransitionEdge(what.substring(0, arrow), what.substring(arrow + ARROW.length()));
  }

  /**
   * Nodes and edges.
   *
   * @param loopReasons the reasons of its loops; where there are any, edges on a cycle and edges
   *     that a reason names are marked
   * @param limit the maximum of visits per edge; null for no limit
   * @param graph the graph of the task's workflow, to mark edges that it does not have
   */
  TaskJson.Moves toTransitionsJson(
      List<String> loopReasons, Integer limit, Optional<TransitionLookup> graph) {
    List<TaskJson.Move> edges = new ArrayList<>();
    counts.forEach(
        (edge, count) ->
            edges.add(
                new TaskJson.Move(
                    edge.from(),
                    edge.to(),
                    count,
                    limit,
                    graph.map(it -> it.hasEdge(edge.from(), edge.to())).orElse(null),
                    count >= MIN_VISITS_OF_LOOP_EDGE
                        && (isNamedInLoopReason(edge, loopReasons)
                            || isOnRepeatedCycle(edge, loopReasons)))));
    return new TaskJson.Moves(List.copyOf(nodes), edges);
  }

  private static boolean isNamedInLoopReason(TransitionEdge edge, List<String> loopReasons) {
    String name = edge.from() + ARROW + edge.to();
    return loopReasons.stream().anyMatch(reason -> reason.contains(name));
  }

  private boolean isOnRepeatedCycle(TransitionEdge edge, List<String> loopReasons) {
    return !loopReasons.isEmpty() && reaches(edge.to(), edge.from());
  }

  /** Whether repeated edges lead from one node to the other. */
  private boolean reaches(String from, String to) {
    Set<String> seen = new HashSet<>(Set.of(from));
    Deque<String> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      String node = open.poll();
      if (node.equals(to)) {
        return true;
      }
      counts.forEach(
          (edge, count) -> {
            if (count >= MIN_VISITS_OF_LOOP_EDGE
                && edge.from().equals(node)
                && seen.add(edge.to())) {
              open.add(edge.to());
            }
          });
    }
    return false;
  }
}
