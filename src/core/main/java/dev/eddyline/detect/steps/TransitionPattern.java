package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.Periodicity;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Hop;
import dev.eddyline.schema.HopRun;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.PatternHistory;
import dev.eddyline.schema.Transition;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Detects a sequence of transitions that is repeated consecutively. */
public final class TransitionPattern implements Detector<PatternHistory, TransitionPattern.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          new LoopTraits(
              LoopType.TRANSITION_PATTERN, Action.ESCALATE, Escalation.ON_REPEAT_AFTER_PLANNER));

  /** Maximum length of a sequence. */
  static final int MAX_PERIOD = 25;

  /** The shared empty run; immutable. */
  private static final HopRun EMPTY_RUN = new HopRun(0, null);

  private static final Set<Class<?>> EVENT_TYPES = Set.of(Transition.class);

  /** Where its history is. */
  public static final HistoryPlace.InState<PatternHistory> HISTORY =
      HistoryPlace.inState(StateParts.PATTERN, new PatternHistory(List.of(), List.of()));

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param minOccurrences consecutive occurrences that make a loop
   * @param minSelfOccurrences the same for transitions of a step to itself
   * @param maxLength maximum transitions of a sequence
   * @param resetsOnProgress whether a new tool result, progress or a different response resets the
   *     history (only in default)
   */
  public record Limits(
      boolean enabled,
      int minOccurrences,
      int minSelfOccurrences,
      int maxLength,
      boolean resetsOnProgress)
      implements Detector.Limits {

    int minOccurrencesForLength(int period) {
      return period == 1 ? minSelfOccurrences : minOccurrences;
    }

    @Override
    public boolean resetsOnNewResponse() {
      return resetsOnProgress;
    }
  }

  @Override
  public String key() {
    return "transition_pattern";
  }

  @Override
  public String purpose() {
    return "detects repeated sequences of transitions";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<PatternHistory> history() {
    return HISTORY;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about("consecutive occurrences of a sequence of transitions that make a loop")
            .integer("minOccurrences", 2, 2, 100),
        section
            .about("the same for transitions of a step to itself")
            .integer("minSelfOccurrences", 3, 2, 100),
        section
            .about("transitions of the longest sequence that is looked for")
            .integer("maxLength", MAX_PERIOD, 1, MAX_PERIOD),
        section
            .about("whether a new tool result, progress or a different response resets the history")
            .bool("lifeForgives", false));
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return EVENT_TYPES;
  }

  @Override
  public boolean resetsOnMutedEvent() {
    return true;
  }

  @Override
  public DetectionResult<PatternHistory> detect(
      EnrichedEvent enriched, PatternHistory history, Limits limits) {
    if (!limits.enabled()) {
      return DetectionResult.noLoop(history.getRecent().isEmpty() ? history : HISTORY.empty());
    }
    Hop transition = StoredTransitions.transitionFromEvent(enriched);
    List<HopRun> runs =
        Periodicity.extendRuns(
            history.getRecent(),
            history.getRuns(),
            transition,
            MAX_PERIOD,
            StoredTransitions::isSameEdge,
            EMPTY_RUN,
            TransitionPattern::extendRun);
    List<Hop> recent = BoundedLists.appendNewest(history.getRecent(), transition, MAX_PERIOD);
    Optional<FoundLoop> loop =
        Periodicity.shortestRepetition(
                runs,
                HopRun::getLength,
                HopRun::getStart,
                1,
                limits.maxLength(),
                limits::minOccurrencesForLength)
            .filter(Periodicity.Repetition::complete)
            .map(repetition -> loop(repetition, recent, limits, enriched));
    return new DetectionResult<>(loop, new PatternHistory(recent, runs));
  }

  private static HopRun extendRun(HopRun run, Hop earlier) {
    int length = run.getLength();
    return new HopRun(length + 1, length == 0 ? earlier : run.getStart());
  }

  private static FoundLoop loop(
      Periodicity.Repetition<Hop> repetition,
      List<Hop> recent,
      Limits limits,
      EnrichedEvent enriched) {
    List<Hop> cycle = BoundedLists.newest(recent, repetition.period());
    Hop first = repetition.start();
    return Loops.newLoopBuilder(
            LoopType.TRANSITION_PATTERN,
            cycle.stream().map(StoredTransitions::evidence).toList(),
            StoredTransitions.evidence(first),
            StoredTransitions.costBefore(first),
            enriched)
        .setPattern(StoredTransitions.path(cycle))
        .setIdentity("cycle " + StoredTransitions.cycleIdentity(cycle))
        .setPeriod(repetition.period())
        .setOccurrences(repetition.occurrences())
        .setAttempts(repetition.occurrences())
        .setMeasured(repetition.occurrences())
        .setLimit(limits.minOccurrencesForLength(repetition.period()))
        .setReason(
            "The transitions %s were made %d times, one after the other"
                .formatted(StoredTransitions.path(cycle), repetition.occurrences()))
        .build();
  }
}
