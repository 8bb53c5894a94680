package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.MeaningFound;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tracks requests that wait for the sentence model. They, and the requests they are compared with,
 * are retained until the answer arrives, so their number is bounded.
 */
final class PendingRequests {

  /** Maximum distinct requests of a task, in addition to required ones. */
  private static final int MAX_REQUESTS = 20;

  /** Maximum requests of a task that are pending, or are compared with a pending one. */
  private static final int MAX_PENDING_REQUESTS = 64;

  private PendingRequests() {}

  /** The requesting and the requested agent. */
  private record Pair(String from, String to) {

    static Pair of(KnownRequest known) {
      return new Pair(known.getFrom(), known.getTo());
    }
  }

  /** Whether another request may wait; otherwise it is compared by words only. */
  static boolean canAddPendingRequest(CollaborationHistory history) {
    if (history.getWaiting().isEmpty()) {
      return true;
    }
    // a new pending request also retains all requests it can be compared with
    long comparable = history.getRequests().stream().filter(KnownRequests::isComparable).count();
    return comparable < MAX_PENDING_REQUESTS && history.getWaiting().size() < MAX_PENDING_REQUESTS;
  }

  /** Whether the event's request is still pending. */
  static boolean isAnswerPending(MeaningFound found, CollaborationHistory history) {
    return history.getWaiting().contains(found.getEventId());
  }

  /** Adds an event whose request is pending. */
  static CollaborationHistory with(AgentEvent event, CollaborationHistory history) {
    List<String> pendingIds = new ArrayList<>(history.getWaiting());
    pendingIds.add(event.getEventId());
    return withPendingEventIds(pendingIds, history);
  }

  /** The event's request is no longer pending. */
  static CollaborationHistory removePendingRequest(
      MeaningFound found, CollaborationHistory history) {
    List<String> pendingIds = new ArrayList<>(history.getWaiting());
    pendingIds.remove(found.getEventId());
    return withPendingEventIds(pendingIds, history);
  }

  private static CollaborationHistory withPendingEventIds(
      List<String> pendingIds, CollaborationHistory history) {
    return new CollaborationHistory(
        history.getStamp(),
        history.getAnswersPublished(),
        history.getRequests(),
        List.copyOf(pendingIds));
  }

  /** Replaces the requests; retains required ones, and of the others the newest. */
  @SuppressWarnings("ReferenceEquality") // identity of the requests
  static CollaborationHistory replaceAndEvictOldRequests(
      List<KnownRequest> known, CollaborationHistory history) {
    if (history.getWaiting().isEmpty()) {
      return with(BoundedLists.newest(known, MAX_REQUESTS), history);
    }
    Set<String> pendingIds = new HashSet<>(history.getWaiting());
    Set<Pair> pendingPairs = new HashSet<>();
    for (KnownRequest request : known) {
      if (pendingIds.contains(request.getFirst().getEventId())) {
        pendingPairs.add(Pair.of(request));
      }
    }
    List<KnownRequest> remaining = new ArrayList<>(known);
    List<KnownRequest> others =
        known.stream()
            .filter(it -> !(KnownRequests.isComparable(it) && pendingPairs.contains(Pair.of(it))))
            .toList();
    List<KnownRequest> dropped = others.subList(0, Math.max(0, others.size() - MAX_REQUESTS));
    remaining.removeIf(request -> dropped.stream().anyMatch(it -> it == request));
    return with(List.copyOf(remaining), history);
  }

  private static CollaborationHistory with(
      List<KnownRequest> requests, CollaborationHistory history) {
    return new CollaborationHistory(
        history.getStamp(), history.getAnswersPublished(), requests, history.getWaiting());
  }
}
