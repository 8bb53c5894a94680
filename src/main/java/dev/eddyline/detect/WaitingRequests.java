package dev.eddyline.detect;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.MeaningFound;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which requests of a task wait for their meaning. They, and what they are compared with, are kept
 * until it is known, so that a burst loses none; hence their number is bounded.
 */
final class WaitingRequests {

  /** Distinct requests of a task that are remembered beside those that must be. */
  private static final int MAX_REQUESTS = 20;

  /** Requests of a task that may wait, or be compared with one that does. */
  private static final int MAX_WAITING = 64;

  private WaitingRequests() {}

  /** The agents that asked, and were asked. */
  private record Pair(String from, String to) {

    static Pair of(KnownRequest known) {
      return new Pair(known.getFrom(), known.getTo());
    }
  }

  /** Whether one more may wait; where it may not, it is compared by words alone, at once. */
  static boolean mayWait(CollaborationHistory history) {
    if (history.getWaiting().isEmpty()) {
      return true;
    }
    // whatever waits with the next one: all that a sentence model can compare it with
    long comparable = history.getRequests().stream().filter(Requests::isComparable).count();
    return comparable < MAX_WAITING && history.getWaiting().size() < MAX_WAITING;
  }

  /** Whether the event's request waits; if not, it is settled, whatever it came to. */
  static boolean waits(MeaningFound found, CollaborationHistory history) {
    return history.getWaiting().contains(found.getEventId());
  }

  /** The history with an event whose request waits. */
  static CollaborationHistory with(AgentEvent asked, CollaborationHistory history) {
    List<String> waiting = new ArrayList<>(history.getWaiting());
    waiting.add(asked.getEventId());
    return waiting(waiting, history);
  }

  /** The history when the event's request waits no longer. */
  static CollaborationHistory without(MeaningFound found, CollaborationHistory history) {
    List<String> waiting = new ArrayList<>(history.getWaiting());
    waiting.remove(found.getEventId());
    return waiting(waiting, history);
  }

  private static CollaborationHistory waiting(List<String> waiting, CollaborationHistory history) {
    return new CollaborationHistory(
        history.getStamp(),
        history.getAnswersPublished(),
        history.getRequests(),
        List.copyOf(waiting));
  }

  /** The history with these requests: those that must be kept, and of the others the newest. */
  @SuppressWarnings("ReferenceEquality") // the very same requests
  static CollaborationHistory kept(List<KnownRequest> known, CollaborationHistory history) {
    if (history.getWaiting().isEmpty()) {
      return with(Newest.of(known, MAX_REQUESTS), history);
    }
    Set<String> waiting = new HashSet<>(history.getWaiting());
    Set<Pair> waitingPairs = new HashSet<>();
    for (KnownRequest request : known) {
      if (waiting.contains(request.getFirst().getEventId())) {
        waitingPairs.add(Pair.of(request));
      }
    }
    List<KnownRequest> kept = new ArrayList<>(known);
    List<KnownRequest> others =
        known.stream()
            .filter(it -> !(Requests.isComparable(it) && waitingPairs.contains(Pair.of(it))))
            .toList();
    List<KnownRequest> dropped = others.subList(0, Math.max(0, others.size() - MAX_REQUESTS));
    kept.removeIf(request -> dropped.stream().anyMatch(it -> it == request));
    return with(List.copyOf(kept), history);
  }

  private static CollaborationHistory with(
      List<KnownRequest> requests, CollaborationHistory history) {
    return new CollaborationHistory(
        history.getStamp(), history.getAnswersPublished(), requests, history.getWaiting());
  }
}
