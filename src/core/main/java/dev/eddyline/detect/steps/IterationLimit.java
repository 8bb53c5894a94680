package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.IterationHistory;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.Transition;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Detects a task that enters more steps than the limit allows, or makes more transitions if it
 * enters no step.
 */
public final class IterationLimit implements Detector<IterationHistory, IterationLimit.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(new LoopTraits(LoopType.ITERATION_LIMIT, Action.ESCALATE, Escalation.NEVER));

  private static final Set<Class<?>> EVENT_TYPES = Set.of(StepStarted.class, Transition.class);

  private static final HistoryPlace<IterationHistory> PLACE =
      HistoryPlace.inState(StateParts.ITERATIONS, history -> history.getEntries() == 0, empty());

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param maxIterations maximum steps that a task may enter
   * @param resetsOnProgress whether a new tool result or progress resets the count (only in
   *     default)
   */
  public record Limits(boolean enabled, int maxIterations, boolean resetsOnProgress)
      implements Detector.Limits {}

  private static IterationHistory empty() {
    return new IterationHistory(0, null, new Cost(0L, 0.0, 0L), false);
  }

  @Override
  public String key() {
    return "iteration_limit";
  }

  @Override
  public String purpose() {
    return "limits the number of steps or transitions of a task";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<IterationHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about(
                "steps that a task may enter, repeated ones counted each time; transitions in a task"
                    + " that enters no step")
            .integer("maxIterations", 100, 1, Section.MANY),
        section
            .about("whether a new tool result or progress resets the count")
            .bool("lifeForgives", false));
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return EVENT_TYPES;
  }

  @Override
  public boolean needsHistory(EnrichedEvent enriched, Limits limits) {
    return limits.enabled();
  }

  @Override
  public Optional<String> count(EnrichedEvent enriched, IterationHistory history, Limits limits) {
    return limits.enabled()
        ? Optional.of("%d of %d".formatted(history.getEntries(), limits.maxIterations() + 1))
        : Optional.empty();
  }

  @Override
  public DetectionResult<IterationHistory> detect(
      EnrichedEvent enriched, IterationHistory history, Limits limits) {
    if (!needsHistory(enriched, limits)) {
      return DetectionResult.noLoop(history);
    }
    Object body = enriched.event().getBody();
    boolean isTransition = body instanceof Transition;
    if (isTransition && history.getEntries() > 0 && !history.getTransitions()) {
      return DetectionResult.noLoop(history);
    }
    // the first step entry replaces the transitions counted so far
    IterationHistory before = !isTransition && history.getTransitions() ? empty() : history;
    String step =
        body instanceof Transition transition
            ? StoredTransitions.edge(transition.getFrom(), transition.getTo())
            : ((StepStarted) body).getStep();
    int entries = before.getEntries() + 1;
    IterationHistory after =
        before.getFirst() == null
            ? new IterationHistory(
                entries, enriched.storedEvidence(step), enriched.costBefore(), isTransition)
            : new IterationHistory(
                entries, before.getFirst(), before.getCostBefore(), isTransition);
    if (entries <= limits.maxIterations()) {
      return DetectionResult.noLoop(after);
    }
    return DetectionResult.withLoop(
        Loops.newLoopBuilder(
                LoopType.ITERATION_LIMIT,
                List.of(after.getFirst(), enriched.evidence(step)),
                after.getFirst(),
                after.getCostBefore(),
                enriched)
            .setIdentity("task")
            .setOccurrences(entries)
            .setAttempts(entries)
            .setMeasured(entries)
            .setLimit(limits.maxIterations())
            .setReason(
                "The task %s %d %s, the limit is %d"
                    .formatted(
                        isTransition ? "made" : "entered",
                        entries,
                        isTransition ? "transitions" : "steps",
                        limits.maxIterations()))
            .build(),
        after);
  }
}
