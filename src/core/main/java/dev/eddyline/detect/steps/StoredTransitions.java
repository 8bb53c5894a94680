package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.Rotation;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Hop;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Transition;
import java.util.List;
import java.util.stream.Collectors;

/** Helpers for stored transitions. */
final class StoredTransitions {

  private static final String ARROW = "→";

  private StoredTransitions() {}

  /** The transition of an event. */
  static Hop transitionFromEvent(EnrichedEvent enriched) {
    Transition transition = (Transition) enriched.event().getBody();
    return new Hop(
        transition.getFrom(),
        transition.getTo(),
        enriched.event().getEventId(),
        enriched.eventTimeMillis(),
        enriched.partition(),
        enriched.offset(),
        enriched.costBefore().getTokens(),
        enriched.costBefore().getCostUsd());
  }

  /** Whether two transitions have the same source and target. */
  static boolean isSameEdge(Hop one, Hop other) {
    return one.getFrom().equals(other.getFrom()) && one.getTo().equals(other.getTo());
  }

  /** The transition as evidence. */
  static SeenEvent evidence(Hop transition) {
    return new SeenEvent(
        transition.getEventId(),
        transition.getAt(),
        transition.getPartition(),
        transition.getOffset(),
        edge(transition));
  }

  /** The transition as text, such as {@code plan→implement}. */
  static String edge(Hop transition) {
    return edge(transition.getFrom(), transition.getTo());
  }

  /** A transition between two steps as text. */
  static String edge(String from, String to) {
    return from + ARROW + to;
  }

  /** What the task had cost before the transition. */
  static Cost costBefore(Hop transition) {
    return new Cost(transition.getTokens(), transition.getCostUsd(), 0L);
  }

  /**
   * The path as text, such as {@code plan→implement→review}; transitions that do not join are
   * listed one by one, such as {@code plan→implement, review→test}.
   */
  static String path(List<Hop> transitions) {
    for (int i = 1; i < transitions.size(); i++) {
      if (!transitions.get(i - 1).getTo().equals(transitions.get(i).getFrom())) {
        return transitions.stream().map(StoredTransitions::edge).collect(Collectors.joining(", "));
      }
    }
    StringBuilder path = new StringBuilder(transitions.get(0).getFrom());
    transitions.forEach(transition -> path.append(ARROW).append(transition.getTo()));
    return path.toString();
  }

  /** The identity of a cycle, independent of its entry point. */
  static String cycleIdentity(List<Hop> cycle) {
    return Rotation.smallest(cycle.stream().map(StoredTransitions::edge).toList());
  }
}
