package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TallyHistory;
import dev.eddyline.schema.Target;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import dev.eddyline.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Detects a step that is entered more often than the limit allows. Steps that review have another
 * limit that work and progress do not reset: a review that always finds something else goes to the
 * planner.
 */
public final class StepIterationExceeded
    implements Detector<StepIterationExceeded.Entries, StepIterationExceeded.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(new LoopTraits(LoopType.STEP_ITERATION_EXCEEDED, Action.ESCALATE, Escalation.NEVER));

  private static final Set<Class<?>> EVENT_TYPES = Set.of(StepStarted.class);

  private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}]+");
  private static final int MAX_REVIEWERS = 50;
  private static final int MAX_NAME_CHARS = 100;

  /** Where the entries since the last progress are. */
  public static final HistoryPlace.InState<TallyHistory> HISTORY =
      HistoryPlace.inState(StateParts.STEPS, VisitTallies.empty());

  private static final HistoryPlace.InState<TallyHistory> REVIEWS =
      HistoryPlace.inState(StateParts.REVIEWS, VisitTallies.empty());

  private static final HistoryPlace<Entries> PLACE =
      new HistoryPlace.InState<>(
          state -> new Entries(HISTORY.of(state), REVIEWS.of(state)),
          (state, entries) -> {
            HISTORY.set().accept(state, entries.all());
            REVIEWS.set().accept(state, entries.reviews());
          },
          new Entries(VisitTallies.empty(), VisitTallies.empty()));

  /**
   * How often steps were entered.
   *
   * @param all all steps, since the last progress if it resets them
   * @param reviews steps that review, since the start or the last reset of the loop counter
   */
  public record Entries(TallyHistory all, TallyHistory reviews) {}

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param max how often a step may be entered
   * @param byStep the same for a step by its exact name
   * @param byRole the same for steps whose names contain a word; of several, the lowest
   * @param reviewers words of the names of steps that review
   * @param reviews how often such a step may be entered, whatever happened in between
   * @param resetsOnProgress whether a new tool result or progress resets the counts (only in
   *     default)
   */
  public record Limits(
      boolean enabled,
      int max,
      Map<String, Integer> byStep,
      Map<String, Integer> byRole,
      Set<String> reviewers,
      int reviews,
      boolean resetsOnProgress)
      implements Detector.Limits {

    public Limits {
      reviewers =
          reviewers.stream()
              .map(reviewer -> reviewer.toLowerCase(Locale.ROOT))
              .collect(Collectors.toUnmodifiableSet());
      byStep = Map.copyOf(byStep);
      byRole =
          byRole.entrySet().stream()
              .collect(
                  Collectors.toUnmodifiableMap(
                      role -> role.getKey().toLowerCase(Locale.ROOT),
                      Map.Entry::getValue,
                      Math::min));
    }

    /** Whether a step reviews, and no limit names it. */
    boolean isReview(String step) {
      return !byStep.containsKey(step)
          && Stream.of(SEPARATOR.split(Words.splitIdentifiers(step).toLowerCase(Locale.ROOT)))
              .anyMatch(reviewers::contains);
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
  public HistoryPlace<Entries> history() {
    return PLACE;
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
            .about("steps that review: words in their names")
            .texts("reviewers", Set.of(), MAX_REVIEWERS, MAX_NAME_CHARS),
        section
            .about(
                "how often a step that reviews may be entered, whatever forgives; then the planner is"
                    + " asked, and again after as many entries")
            .integer("reviews", 12, 1, Section.MANY),
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
  public Entries onProgress(Entries history) {
    return new Entries(VisitTallies.empty(), history.reviews());
  }

  @Override
  public DetectionResult<Entries> detect(EnrichedEvent enriched, Entries history, Limits limits) {
    if (!needsHistory(enriched, limits)) {
      return DetectionResult.noLoop(history);
    }
    String step = ((StepStarted) enriched.event().getBody()).getStep();
    int max = limits.max(step);
    DetectionResult<TallyHistory> all =
        VisitTallies.countVisit(history.all(), entry(step, "step", max), enriched);
    if (!limits.isReview(step)) {
      return new DetectionResult<>(all.loop(), new Entries(all.history(), history.reviews()));
    }
    DetectionResult<TallyHistory> reviews =
        VisitTallies.countVisit(
            history.reviews(), entry(step, "review", limits.reviews()), enriched);
    // asked again after as many entries, since each of them may have been worth it
    Optional<FoundLoop> endless =
        reviews
            .loop()
            .filter(loop -> loop.getOccurrences() % (limits.reviews() + 1) == 0)
            .map(StepIterationExceeded::forPlanner);
    return new DetectionResult<>(
        all.loop().or(() -> endless), new Entries(all.history(), reviews.history()));
  }

  private static VisitTallies.Visit entry(String step, String kind, int max) {
    return new VisitTallies.Visit(
        LoopType.STEP_ITERATION_EXCEEDED,
        Hash.of(step),
        kind,
        step,
        max,
        visits ->
            "Phase '%s' exceeded max_visits (%d) with %d visits".formatted(step, max, visits));
  }

  private static FoundLoop forPlanner(FoundLoop loop) {
    loop.setSuggested(Action.ESCALATE);
    loop.setSuggestedTarget(Target.PLANNER);
    return loop;
  }
}
