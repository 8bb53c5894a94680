package dev.eddyline.detect;

import dev.eddyline.graph.RunGraph;
import dev.eddyline.graph.RunGraph.Bound;
import dev.eddyline.graph.RunGraph.Strike;
import dev.eddyline.graph.Way;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.WalkHistory;
import dev.eddyline.schema.WalkedRound;
import dev.eddyline.text.Section;
import java.util.List;
import java.util.Optional;

/**
 * Detects a cycle on the workflow's graph that no counter stops, or that its counter stops too
 * late.
 *
 * <p>A cycle counts when it is completed, independent of its entry point, and only if the graph has
 * all its edges. The graph defines whether a counter stops it, until the task ran it more often
 * than the counter allows. Off-graph transitions are reported too, even if the rule is off; they
 * are not loops.
 */
public final class UnboundedRetry implements Detector<WalkHistory, UnboundedRetry.Limits> {

  private static final HistoryPlace<WalkHistory> PLACE =
      new HistoryPlace.InStore<>(
          "eddyline-walks", WalkHistory.class, GraphWalk::empty, WalkHistory::getStamp);

  /** Maximum nodes of a cycle that a reason lists in full. */
  private static final int TOLD_WHOLE = 12;

  /**
   * Limits of the rule.
   *
   * @param enabled whether the rule is on
   * @param rounds runs of a cycle without a counter that make a loop
   * @param newResultForgives whether a new tool result or progress restarts the count of a cycle
   *     (only in default, since an agent and its tools form a cycle too)
   */
  public record Limits(boolean enabled, int rounds, boolean newResultForgives)
      implements Detector.Limits {}

  @Override
  public String key() {
    return "unbounded_retry";
  }

  @Override
  public String origin() {
    return "detects cycles of a workflow graph that no counter stops in time";
  }

  @Override
  public HistoryPlace<WalkHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about("runs of a cycle without a counter that make a loop")
            .integer("rounds", 3, 2, 100),
        section
            .about("whether a new tool result or progress during a cycle restarts its count")
            .bool("newResultForgives", false));
  }

  @Override
  public boolean concerns(Observation seen) {
    Object body = seen.event().getBody();
    return seen.graph().isPresent()
        && (body instanceof Transition
            || body instanceof StepStarted
            || body instanceof TaskStarted);
  }

  @Override
  public Finding<WalkHistory> detect(Observation seen, WalkHistory history, Limits limits) {
    RunGraph graph = seen.graph().orElseThrow();
    GraphWalk walk = new GraphWalk(history, graph, seen);
    Optional<GraphWalk.Closed> closed = Optional.empty();
    if (seen.event().getBody() instanceof Transition made) {
      closed = walk.move(made.getFrom(), made.getTo(), limits.newResultForgives());
    } else if (seen.event().getBody() instanceof StepStarted started) {
      closed = walk.enter(started.getStep(), limits.newResultForgives());
    } else {
      return Finding.none(GraphWalk.empty(history.getStamp()));
    }
    WalkHistory after = walk.history();
    Optional<FoundLoop> loop =
        closed
            .filter(round -> limits.enabled())
            .flatMap(round -> loop(round, graph, after.getSteps(), seen, limits));
    return loop.isPresent()
        ? Finding.of(loop.get(), after)
        : walk.offGraph()
            .map(move -> Finding.offGraph(move, after))
            .orElseGet(() -> Finding.none(after));
  }

  /** The newest transitions of a task's path, oldest first. */
  public static List<Way> moves(WalkHistory history) {
    return GraphWalk.moves(history);
  }

  private static Optional<FoundLoop> loop(
      GraphWalk.Closed closed, RunGraph graph, long steps, Observation seen, Limits limits) {
    List<String> cycle = closed.cycle();
    WalkedRound round = closed.round();
    if (closed.bound().isEmpty() || closed.isDisproved()) {
      return round.getInVain() < limits.rounds()
          ? Optional.empty()
          : Optional.of(
              found(closed, seen)
                  .setMeasured(round.getInVain())
                  .setLimit(limits.rounds())
                  .setReason(
                      "The way round %s was walked %d times %s%s"
                          .formatted(
                              told(cycle), round.getTimes(), why(closed), edge(graph, cycle)))
                  .build());
    }
    long decided = steps + stepsToDecision(graph, cycle);
    return graph
        .strike((int) Math.min(Integer.MAX_VALUE, decided), cycle, closed.counted())
        .map(strike -> late(closed, graph, closed.bound().get(), strike, seen));
  }

  private static String why(GraphWalk.Closed closed) {
    return closed
        .bound()
        .map(bound -> "although %s allows %d".formatted(bound.counter(), bound.max()))
        .orElse("and no counter stops it");
  }

  /**
   * Steps from the node that completed the cycle to the node where its counter stops it: the one
   * before the cycle's entry.
   */
  private static int stepsToDecision(RunGraph graph, List<String> cycle) {
    return (graph.entered(cycle).orElse(0) + cycle.size() - 1) % cycle.size();
  }

  private static FoundLoop late(
      GraphWalk.Closed closed, RunGraph graph, Bound bound, Strike strike, Observation seen) {
    int limit = graph.recursionLimit().orElse(strike.step() - 1);
    return found(closed, seen)
        .setMeasured(strike.counterStopsAt())
        .setLimit(limit)
        .setReason(
            ("The way round %s is stopped by %s (%d) only at step %d, but the recursion limit (%d)"
                    + " strikes before, at step %d%s")
                .formatted(
                    told(closed.cycle()),
                    bound.counter(),
                    bound.max(),
                    strike.counterStopsAt(),
                    limit,
                    strike.step(),
                    edge(graph, closed.cycle())))
        .build();
  }

  private static FoundLoop.Builder found(GraphWalk.Closed closed, Observation seen) {
    WalkedRound round = closed.round();
    String path = path(closed.cycle());
    return Loops.closed(
            LoopType.UNBOUNDED_RETRY,
            SeenEvents.after(
                List.of(SeenEvents.told(round.getFirst(), "the first round began")),
                seen.evidence("round %d of %s".formatted(round.getTimes(), path))),
            round.getFirst(),
            round.getCostBefore(),
            seen)
        .setPattern(path)
        .setIdentity("cycle " + Rotation.smallest(closed.cycle()))
        .setPeriod(closed.cycle().size())
        .setOccurrences(round.getTimes())
        .setAttempts(round.getTimes());
  }

  private static String edge(RunGraph graph, List<String> cycle) {
    return graph
        .toChange(cycle)
        .map(way -> "; the edge to change is %s→%s".formatted(way.from(), way.to()))
        .orElse("");
  }

  /** The cycle as text, back to its first node. */
  private static String path(List<String> cycle) {
    return String.join("→", cycle) + "→" + cycle.get(0);
  }

  private static String told(List<String> cycle) {
    if (cycle.size() <= TOLD_WHOLE) {
      return path(cycle);
    }
    String begin = String.join("→", cycle.subList(0, TOLD_WHOLE - 1));
    return "%s→ (%d more) →%s".formatted(begin, cycle.size() - TOLD_WHOLE + 1, cycle.get(0));
  }
}
