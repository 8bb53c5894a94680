package dev.eddyline.detect;

import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.HopCount;
import dev.eddyline.schema.HopHistory;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.Transition;
import dev.eddyline.text.Section;
import java.util.ArrayList;
import java.util.List;

/** The same transition is made more often than it may be (document 003, mechanism 2). */
public final class TransitionLimitExceeded
    implements Detector<HopHistory, TransitionLimitExceeded.Limits> {

  /** Distinct transitions of a task that are counted. */
  private static final int MAX_TRANSITIONS = 64;

  private static final HistoryPlace<HopHistory> PLACE =
      new HistoryPlace.InState<>(
          TaskState::getHops, TaskState::setHops, () -> new HopHistory(List.of()));

  /**
   * What is configurable.
   *
   * @param enabled whether the rule is on
   * @param max how often the same transition may be made (document 003: 5)
   */
  public record Limits(boolean enabled, int max) implements Detector.Limits {}

  @Override
  public String key() {
    return "transition_limit_exceeded";
  }

  @Override
  public String origin() {
    return "phases (document 003, section 2)";
  }

  @Override
  public HistoryPlace<HopHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about("times that the same transition may be made")
            .integer("max", 5, 1, Section.MANY));
  }

  @Override
  public boolean concerns(Observation seen) {
    return seen.event().getBody() instanceof Transition;
  }

  @Override
  public Finding<HopHistory> detect(Observation seen, HopHistory history, Limits limits) {
    if (!limits.enabled()) {
      return Finding.none(history);
    }
    Transition hop = (Transition) seen.event().getBody();
    List<HopCount> counts = new ArrayList<>(history.getCounts());
    HopCount before =
        counts.stream()
            .filter(c -> c.getFrom().equals(hop.getFrom()) && c.getTo().equals(hop.getTo()))
            .findFirst()
            .orElse(null);
    counts.remove(before);
    Evidence made = seen.evidence(hop.getFrom() + "→" + hop.getTo());
    HopCount now =
        before == null
            ? new HopCount(hop.getFrom(), hop.getTo(), 1, made, seen.costBefore())
            : new HopCount(
                hop.getFrom(),
                hop.getTo(),
                before.getCount() + 1,
                before.getFirst(),
                before.getCostBefore());
    counts.add(now);
    if (counts.size() > MAX_TRANSITIONS) {
      counts.remove(0);
    }
    HopHistory after = new HopHistory(counts);
    return now.getCount() > limits.max()
        ? Finding.of(loop(now, limits.max(), made, seen), after)
        : Finding.none(after);
  }

  /** Document 003 counts without the transition in question. */
  private static FoundLoop loop(HopCount hop, int max, Evidence made, Observation seen) {
    String edge = hop.getFrom() + "→" + hop.getTo();
    return Loops.closed(
            LoopType.TRANSITION_LIMIT_EXCEEDED,
            List.of(hop.getFirst(), made),
            hop.getFirst(),
            hop.getCostBefore(),
            seen)
        .setIdentity("edge " + edge)
        .setOccurrences(hop.getCount())
        .setAttempts(hop.getCount())
        .setMeasured(hop.getCount())
        .setLimit(max)
        .setReason(
            "Transition %s exceeded max_transitions (%d) with %d occurrences"
                .formatted(edge, max, hop.getCount() - 1))
        .build();
  }
}
