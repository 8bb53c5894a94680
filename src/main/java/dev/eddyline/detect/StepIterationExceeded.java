package dev.eddyline.detect;

import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.StepHistory;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.StepVisits;
import dev.eddyline.schema.TaskState;
import dev.eddyline.text.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** A step is entered more often than it may be (documents 000, section 1, and 003, mechanism 1). */
public final class StepIterationExceeded
    implements Detector<StepHistory, StepIterationExceeded.Limits> {

  /** Distinct steps of a task that are counted. */
  private static final int MAX_STEPS = 64;

  private static final HistoryPlace<StepHistory> PLACE =
      new HistoryPlace.InState<>(
          TaskState::getSteps, TaskState::setSteps, StepIterationExceeded::empty);

  /**
   * What is configurable.
   *
   * @param enabled whether the rule is on
   * @param max how often a step may be entered (document 000: 5; document 003: 10)
   * @param byStep the same for a step by its exact name
   * @param byRole the same for steps whose names contain a word; of several the strictest
   * @param lifeForgives whether a new result or progress makes it begin anew (only in default)
   */
  public record Limits(
      boolean enabled,
      int max,
      Map<String, Integer> byStep,
      Map<String, Integer> byRole,
      boolean lifeForgives)
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

  /** What a task remembers before its first step. */
  public static StepHistory empty() {
    return new StepHistory(List.of());
  }

  @Override
  public String key() {
    return "step_iteration_exceeded";
  }

  @Override
  public String origin() {
    return "judge-worker (document 000, section 1), phases (document 003, section 1)";
  }

  @Override
  public HistoryPlace<StepHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about("times that a step of a task may be entered")
            .integer("max", 10, 1, Section.MANY),
        section
            .about("the same for single steps, by exact name")
            .integers("steps", 1, Section.MANY),
        section
            .about("the same for steps whose names contain a word; of several the strictest")
            .integers("roles", 1, Section.MANY),
        section
            .about("whether a new result of a tool, or progress, makes the counts begin anew")
            .bool("lifeForgives", false));
  }

  @Override
  public boolean concerns(Observation seen) {
    return seen.event().getBody() instanceof StepStarted;
  }

  @Override
  public Finding<StepHistory> detect(Observation seen, StepHistory history, Limits limits) {
    if (!limits.enabled()) {
      return Finding.none(history);
    }
    String step = ((StepStarted) seen.event().getBody()).getStep();
    List<StepVisits> visits = new ArrayList<>(history.getVisits());
    StepVisits before =
        visits.stream().filter(known -> known.getStep().equals(step)).findFirst().orElse(null);
    visits.remove(before);
    Evidence entry = seen.evidence(step);
    StepVisits now =
        before == null
            ? new StepVisits(step, 1, entry, seen.costBefore())
            : new StepVisits(
                step, before.getVisits() + 1, before.getFirst(), before.getCostBefore());
    visits.add(now);
    if (visits.size() > MAX_STEPS) {
      visits.remove(0);
    }
    StepHistory after = new StepHistory(visits);
    int max = limits.max(step);
    return now.getVisits() > max
        ? Finding.of(loop(now, max, entry, seen), after)
        : Finding.none(after);
  }

  /** Document 003 counts without the entry in question. */
  private static FoundLoop loop(StepVisits visits, int max, Evidence entry, Observation seen) {
    return Loops.closed(
            LoopType.STEP_ITERATION_EXCEEDED,
            List.of(visits.getFirst(), entry),
            visits.getFirst(),
            visits.getCostBefore(),
            seen)
        .setIdentity("step " + visits.getStep())
        .setOccurrences(visits.getVisits())
        .setAttempts(visits.getVisits())
        .setMeasured(visits.getVisits())
        .setLimit(max)
        .setReason(
            "Phase '%s' exceeded max_visits (%d) with %d visits"
                .formatted(visits.getStep(), max, visits.getVisits() - 1))
        .build();
  }
}
