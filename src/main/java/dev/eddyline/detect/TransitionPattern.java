package dev.eddyline.detect;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Hop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.PatternHistory;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.Transition;
import dev.eddyline.text.Section;
import java.util.List;
import java.util.Optional;

/** The newest transitions end in the same sequence, back to back (document 000, section 3). */
public final class TransitionPattern implements Detector<PatternHistory, TransitionPattern.Limits> {

  /** Longest sequence that is looked for. */
  static final int MAX_PERIOD = 25;

  private static final HistoryPlace<PatternHistory> PLACE =
      new HistoryPlace.InState<>(
          TaskState::getPattern,
          TaskState::setPattern,
          () -> new PatternHistory(List.of(), List.of()));

  /**
   * What is configurable.
   *
   * @param enabled whether the rule is on
   * @param minOccurrences how often a sequence stands at the end (document 000: 2)
   * @param minSelfOccurrences the same for a step that goes to itself
   */
  public record Limits(boolean enabled, int minOccurrences, int minSelfOccurrences)
      implements Detector.Limits {

    int least(int period) {
      return period == 1 ? minSelfOccurrences : minOccurrences;
    }
  }

  @Override
  public String key() {
    return "transition_pattern";
  }

  @Override
  public HistoryPlace<PatternHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.bool("enabled", section.isNamed()),
        section.integer("minOccurrences", 2, 2, 100),
        section.integer("minSelfOccurrences", 3, 2, 100));
  }

  @Override
  public boolean concerns(Observation seen) {
    return seen.event().getBody() instanceof Transition;
  }

  @Override
  public Finding<PatternHistory> detect(Observation seen, PatternHistory history, Limits limits) {
    if (!limits.enabled()) {
      return Finding.none(history);
    }
    Periodicity<Hop> followed =
        new Periodicity<>(history.getRecent(), history.getRuns())
            .with(Hops.of(seen), MAX_PERIOD, Hops::same);
    PatternHistory after = new PatternHistory(followed.recent(), followed.runs());
    Optional<FoundLoop> loop =
        followed
            .shortest(1, MAX_PERIOD, limits::least)
            .filter(Periodicity.Repetition::complete)
            .map(repetition -> loop(repetition, followed.recent(), limits, seen));
    return new Finding<>(loop, after);
  }

  private static FoundLoop loop(
      Periodicity.Repetition repetition, List<Hop> recent, Limits limits, Observation seen) {
    List<Hop> round = recent.subList(recent.size() - repetition.period(), recent.size());
    Hop first = round.get(0);
    return Loops.closed(
            LoopType.TRANSITION_PATTERN,
            round.stream().map(Hops::evidence).toList(),
            Hops.evidence(first),
            Hops.costBefore(first),
            seen)
        .setPattern(Hops.path(round))
        .setIdentity("cycle " + Hops.smallestRotation(round))
        .setPeriod(repetition.period())
        .setOccurrences(repetition.occurrences())
        .setAttempts(repetition.occurrences())
        .setMeasured(repetition.occurrences())
        .setLimit(limits.least(repetition.period()))
        .setReason(
            "The transitions %s were made %d times, one after the other"
                .formatted(Hops.path(round), repetition.occurrences()))
        .build();
  }
}
