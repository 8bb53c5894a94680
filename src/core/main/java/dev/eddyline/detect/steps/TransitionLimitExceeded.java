package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.TallyHistory;
import dev.eddyline.schema.Transition;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Set;

/** Detects a transition that is made more often than the limit allows. */
public final class TransitionLimitExceeded
    implements Detector<TallyHistory, TransitionLimitExceeded.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          new LoopTraits(
              LoopType.TRANSITION_LIMIT_EXCEEDED, Action.BLOCK_TRANSITION, Escalation.NEVER));

  private static final Set<Class<?>> EVENT_TYPES = Set.of(Transition.class);

  /** Where its history is. */
  public static final HistoryPlace.InState<TallyHistory> HISTORY =
      HistoryPlace.inState(StateParts.HOPS, VisitTallies.empty());

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param max how often the same transition may be made
   */
  public record Limits(boolean enabled, int max) implements Detector.Limits {}

  @Override
  public String key() {
    return "transition_limit_exceeded";
  }

  @Override
  public String purpose() {
    return "limits how often a transition is made";
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
            .about("how often the same transition may be made")
            .integer("max", 5, 1, Section.MANY));
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
    Transition transition = (Transition) enriched.event().getBody();
    String edge = transition.getFrom() + "→" + transition.getTo();
    VisitTallies.Visit visit =
        new VisitTallies.Visit(
            LoopType.TRANSITION_LIMIT_EXCEEDED,
            Hash.of(transition.getFrom(), transition.getTo()),
            "edge",
            edge,
            limits.max(),
            times ->
                "Transition %s exceeded max_transitions (%d) with %d occurrences"
                    .formatted(edge, limits.max(), times));
    return VisitTallies.countVisit(history, visit, enriched);
  }
}
