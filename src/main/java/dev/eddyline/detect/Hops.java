package dev.eddyline.detect;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Hop;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Transition;
import java.util.List;

/** Helpers for stored transitions. */
final class Hops {

  private static final String ARROW = "→";

  private Hops() {}

  /** The transition of an event. */
  static Hop of(Observation seen) {
    Transition transition = (Transition) seen.event().getBody();
    return new Hop(
        transition.getFrom(),
        transition.getTo(),
        seen.event().getEventId(),
        seen.at(),
        seen.partition(),
        seen.offset(),
        seen.costBefore().getTokens(),
        seen.costBefore().getCostUsd());
  }

  /** Whether two transitions have the same source and target. */
  static boolean same(Hop one, Hop other) {
    return one.getFrom().equals(other.getFrom()) && one.getTo().equals(other.getTo());
  }

  /** The transition as evidence. */
  static SeenEvent evidence(Hop hop) {
    return new SeenEvent(
        hop.getEventId(), hop.getAt(), hop.getPartition(), hop.getOffset(), edge(hop));
  }

  /** The transition as text, such as {@code plan→implement}. */
  static String edge(Hop hop) {
    return hop.getFrom() + ARROW + hop.getTo();
  }

  /** What the task had cost before the transition. */
  static Cost costBefore(Hop hop) {
    return new Cost(hop.getTokens(), hop.getCostUsd(), 0L);
  }

  /** The path as text, such as {@code plan→implement→review}. */
  static String path(List<Hop> hops) {
    StringBuilder path = new StringBuilder(hops.get(0).getFrom());
    hops.forEach(hop -> path.append(ARROW).append(hop.getTo()));
    return path.toString();
  }

  /** The identity of a cycle, independent of its entry point. */
  static String round(List<Hop> round) {
    return Rotation.smallest(round.stream().map(Hops::edge).toList());
  }
}
