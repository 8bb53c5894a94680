package dev.eddyline.detect;

import dev.eddyline.detect.LoopTraits.Escalation;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TallyHistory;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Detects a step that is entered more often than the limit allows. */
public final class StepIterationExceeded
    implements Detector<TallyHistory, StepIterationExceeded.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(new LoopTraits(LoopType.STEP_ITERATION_EXCEEDED, Action.ESCALATE, Escalation.NEVER));

  private static final Set<Class<?>> EVENT_TYPES = Set.of(StepStarted.class);

  /** Where its history is. */
  public static final HistoryPlace.InState<TallyHistory> HISTORY =
      HistoryPlace.inState(StateParts.STEPS, VisitTallies.empty());

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param max how often a step may be entered
   * @param byStep the same for a step by its exact name
   * @param byRole the same for steps whose names contain a word; of several, the lowest
   * @param resetsOnProgress whether a new tool result or progress resets the counts (only in
   *     default)
   */
  public record Limits(
      boolean enabled,
      int max,
      Map<String, Integer> byStep,
      Map<String, Integer> byRole,
      boolean resetsOnProgress)
      implements Detector.Limits {

    public Limits {
      byStep = Map.copyOf(byStep);
      byRole =
          byRole.entrySet().stream()
              .collect(
                  Collectors.toUnmodifiableMap(
                      role -> role.getKey().toLowerCase(Locale.ROOT),
                      Map.Entry::getValue,
                      Math::min));
    }

    /** How often a step may be entered. */
    public int max(String step) {
      Integer exact = byStep.get(step);
      if (exact != null) {
        return exact;
      }
      String name = step.toLowerCase(Locale.ROOT);
      OptionalInt role =
          byRole.entrySet().stream()
              .filter(entry -> name.contains(entry.getKey()))
              .mapToInt(Map.Entry::getValue)
              .min();
      return role.orElse(max);
    }
  }

  @Override
  public String key() {
    return "step_iteration_exceeded";
  }

  @Override
  public String purpose() {
    return "limits how often a step is entered";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<TallyHistory> history() {
    return HISTORY;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about("how often a step of a task may be entered")
            .integer("max", 10, 1, Section.MANY),
        section
            .about("the same for single steps, by exact name")
            .integers("steps", 1, Section.MANY),
        section
            .about("the same for steps whose names contain a word; of several, the lowest")
            .integers("roles", 1, Section.MANY),
        section
            .about("whether a new tool result or progress resets the counts")
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
  public DetectionResult<TallyHistory> detect(
      EnrichedEvent enriched, TallyHistory history, Limits limits) {
    if (!needsHistory(enriched, limits)) {
      return DetectionResult.noLoop(history);
    }
    String step = ((StepStarted) enriched.event().getBody()).getStep();
    int max = limits.max(step);
    VisitTallies.Visit entry =
        new VisitTallies.Visit(
            LoopType.STEP_ITERATION_EXCEEDED,
            Hash.of(step),
            "step",
            step,
            max,
            visits ->
                "Phase '%s' exceeded max_visits (%d) with %d visits".formatted(step, max, visits));
    return VisitTallies.countVisit(history, entry, enriched);
  }
}
