package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.Rotation;
import dev.eddyline.detect.api.SeenEvents;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.graph.model.TransitionLookup.CycleBound;
import dev.eddyline.graph.model.TransitionLookup.LimitOverrun;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.WalkHistory;
import dev.eddyline.schema.WalkedRound;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Detects a cycle on the workflow's graph that no counter stops, or that its counter stops too
 * late.
 *
 * <p>A cycle counts when it is completed, independent of its entry point, and only if the graph has
 * all its edges. The graph defines whether a counter stops it, until the task ran it more often
 * than the counter allows. Off-graph transitions are reported too, even if the detector is off;
 * they are not loops.
 */
public final class UnboundedRetry implements Detector<WalkHistory, UnboundedRetry.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          new LoopTraits(
              LoopType.UNBOUNDED_RETRY, Action.ESCALATE, Escalation.ON_REPEAT_AFTER_PLANNER));

  private static final Set<Class<?>> EVENT_TYPES =
      Set.of(Transition.class, StepStarted.class, TaskStarted.class);

  /** The cycle history of a task on its workflow's graph. */
  public static final HistoryPlace.InStore<WalkHistory> HISTORY =
      new HistoryPlace.InStore<>(
          "walks", WalkHistory.class, CycleTracker::empty, WalkHistory::getStamp);

  /** Maximum nodes of a cycle that a reason lists in full. */
  private static final int MAX_NODES_SHOWN = 12;

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param rounds completed runs of a cycle, which no counter stops, that make a loop
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
  public String purpose() {
    return "detects cycles of a workflow graph that no counter stops in time";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<WalkHistory> history() {
    return HISTORY;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about("completed runs of a cycle, which no counter stops, that make a loop")
            .integer("rounds", 3, 2, 100),
        section
            .about("whether a new tool result or progress during a cycle restarts its count")
            .bool("newResultForgives", false));
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return EVENT_TYPES;
  }

  @Override
  public boolean supports(EnrichedEvent enriched) {
    return enriched.graph().isPresent() && Detector.super.supports(enriched);
  }

  @Override
  public DetectionResult<WalkHistory> detect(
      EnrichedEvent enriched, WalkHistory history, Limits limits) {
    TransitionLookup graph = enriched.graph().orElseThrow();
    CycleTracker tracker = new CycleTracker(history, graph, enriched);
    Optional<CycleTracker.CompletedCycle> completed = Optional.empty();
    if (enriched.event().getBody() instanceof Transition transition) {
      completed =
          tracker.followTransition(
              transition.getFrom(), transition.getTo(), limits.newResultForgives());
    } else if (enriched.event().getBody() instanceof StepStarted started) {
      completed = tracker.enterStep(started.getStep(), limits.newResultForgives());
    } else {
      return DetectionResult.noLoop(CycleTracker.empty(history.getStamp()));
    }
    WalkHistory after = tracker.history();
    Optional<FoundLoop> loop =
        completed
            .filter(counts -> limits.enabled())
            .flatMap(counts -> loop(counts, graph, after.getSteps(), enriched, limits));
    return loop.isPresent()
        ? DetectionResult.withLoop(loop.get(), after)
        : tracker
            .offGraph()
            .map(move -> DetectionResult.offGraph(move, after))
            .orElseGet(() -> DetectionResult.noLoop(after));
  }

  /** The newest transitions of a task's path, oldest first. */
  public static List<NodePair> newestTransitions(WalkHistory history) {
    return CycleTracker.newestTransitions(history);
  }

  private static Optional<FoundLoop> loop(
      CycleTracker.CompletedCycle completed,
      TransitionLookup graph,
      long steps,
      EnrichedEvent enriched,
      Limits limits) {
    List<String> cycle = completed.distinctNodes();
    WalkedRound counts = completed.walkedRound();
    if (completed.counterBound().isEmpty() || completed.exceedsCounterBound()) {
      return counts.getInVain() < limits.rounds()
          ? Optional.empty()
          : Optional.of(
              loopBuilder(completed, enriched)
                  .setMeasured(counts.getInVain())
                  .setLimit(limits.rounds())
                  .setReason(
                      "The way round %s was walked %d times %s%s"
                          .formatted(
                              shortenedPathText(cycle),
                              counts.getTimes(),
                              boundText(completed),
                              edgeToChangeHint(graph, cycle)))
                  .build());
    }
    long decided = steps + stepsToDecision(graph, cycle);
    return graph
        .findRecursionLimitOverrun(
            (int) Math.min(Integer.MAX_VALUE, decided), cycle, completed.counterValue())
        .map(
            strike ->
                counterTooLateLoop(
                    completed, graph, completed.counterBound().get(), strike, enriched));
  }

  private static String boundText(CycleTracker.CompletedCycle completed) {
    return completed
        .counterBound()
        .map(bound -> "although %s allows %d".formatted(bound.counter(), bound.max()))
        .orElse("and no counter stops it");
  }

  /**
   * Steps from the node that completed the cycle to the node where its counter stops it: the one
   * before the cycle's entry.
   */
  private static int stepsToDecision(TransitionLookup graph, List<String> cycle) {
    return (graph.retryTargetIndex(cycle).orElse(0) + cycle.size() - 1) % cycle.size();
  }

  private static FoundLoop counterTooLateLoop(
      CycleTracker.CompletedCycle completed,
      TransitionLookup graph,
      CycleBound bound,
      LimitOverrun strike,
      EnrichedEvent enriched) {
    int limit = graph.recursionLimit().orElse(strike.step() - 1);
    return loopBuilder(completed, enriched)
        .setMeasured(strike.counterStopsAt())
        .setLimit(limit)
        .setReason(
            ("The way round %s is stopped by %s (%d) only at step %d, but the recursion limit (%d)"
                    + " strikes before, at step %d%s")
                .formatted(
                    shortenedPathText(completed.distinctNodes()),
                    bound.counter(),
                    bound.max(),
                    strike.counterStopsAt(),
                    limit,
                    strike.step(),
                    edgeToChangeHint(graph, completed.distinctNodes())))
        .build();
  }

  private static FoundLoop.Builder loopBuilder(
      CycleTracker.CompletedCycle completed, EnrichedEvent enriched) {
    WalkedRound counts = completed.walkedRound();
    String path = path(completed.distinctNodes());
    return Loops.newLoopBuilder(
            LoopType.UNBOUNDED_RETRY,
            SeenEvents.appendDistinctEvent(
                List.of(SeenEvents.withText(counts.getFirst(), "the first round began")),
                enriched.evidence("round %d of %s".formatted(counts.getTimes(), path))),
            counts.getFirst(),
            counts.getCostBefore(),
            enriched)
        .setPattern(path)
        .setIdentity("cycle " + Rotation.smallest(completed.distinctNodes()))
        .setPeriod(completed.distinctNodes().size())
        .setOccurrences(counts.getTimes())
        .setAttempts(counts.getTimes());
  }

  private static String edgeToChangeHint(TransitionLookup graph, List<String> cycle) {
    return graph
        .findEdgeToChange(cycle)
        .map(
            graphEdge ->
                "; the edge to change is %s→%s".formatted(graphEdge.from(), graphEdge.to()))
        .orElse("");
  }

  /** The cycle as text, back to its first node. */
  private static String path(List<String> cycle) {
    return String.join("→", cycle) + "→" + cycle.get(0);
  }

  private static String shortenedPathText(List<String> cycle) {
    if (cycle.size() <= MAX_NODES_SHOWN) {
      return path(cycle);
    }
    String begin = String.join("→", cycle.subList(0, MAX_NODES_SHOWN - 1));
    return "%s→ (%d more) →%s".formatted(begin, cycle.size() - MAX_NODES_SHOWN + 1, cycle.get(0));
  }
}
