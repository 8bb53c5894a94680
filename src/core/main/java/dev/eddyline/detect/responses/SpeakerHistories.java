package dev.eddyline.detect.responses;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.ResponseHistory;
import dev.eddyline.schema.Speaker;
import dev.eddyline.schema.SpokenResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The newest responses by agent and step. Responses that wait for the sentence model, and those
 * they are compared with, are retained until the answer arrives, so their number is bounded.
 */
final class SpeakerHistories {

  /** Maximum stored pairs of agent and step, the newest ones. */
  private static final int MAX_SPEAKERS = 32;

  /** Maximum stored responses in all; longer windows store fewer pairs. */
  private static final int MAX_RESPONSES = 96;

  /** Maximum pending responses of a task. */
  private static final int MAX_PENDING_RESPONSES = 16;

  private SpeakerHistories() {}

  /** Whether another response may wait; otherwise it is compared by words only. */
  static boolean canAddPendingResponse(ResponseHistory history) {
    return history.getWaiting().size() < MAX_PENDING_RESPONSES;
  }

  /** Whether the event's response is still pending. */
  static boolean isAnswerPending(MeaningFound found, ResponseHistory history) {
    return history.getWaiting().contains(found.getEventId());
  }

  /** The responses since the last user message, oldest first. */
  static List<SpokenResponse> responsesOf(long id, ResponseHistory history) {
    for (Speaker speaker : history.getSpeakers()) {
      if (speaker.getId() == id && !speaker.getClosed()) {
        return speaker.getResponses();
      }
    }
    return List.of();
  }

  /** Whether the newest response since the last user message repeats an earlier one. */
  static boolean endsInRepetition(ResponseHistory history) {
    List<Speaker> speakers = history.getSpeakers();
    if (speakers.isEmpty() || BoundedLists.last(speakers).getClosed()) {
      return false;
    }
    List<SpokenResponse> responses = BoundedLists.last(speakers).getResponses();
    return !responses.isEmpty() && BoundedLists.last(responses).getAttempts() > 1;
  }

  /**
   * Adds a response.
   *
   * @param isPending whether it waits for the sentence model
   */
  static ResponseHistory addResponse(
      long id,
      SpokenResponse response,
      boolean isPending,
      ResponseHistory history,
      int windowSize) {
    List<SpokenResponse> responses = new ArrayList<>(responsesOf(id, history));
    responses.add(response);
    List<Speaker> speakers = new ArrayList<>(history.getSpeakers());
    speakers.removeIf(speaker -> speaker.getId() == id && !speaker.getClosed());
    speakers.add(new Speaker(id, responses, false));
    List<String> pendingIds = history.getWaiting();
    if (isPending) {
      pendingIds = new ArrayList<>(pendingIds);
      pendingIds.add(response.getSeen().getEventId());
    }
    return evictOldResponses(speakers, pendingIds, history, windowSize);
  }

  /** Closes all responses after a user message: later ones are not compared with them. */
  static ResponseHistory closeAllResponses(ResponseHistory history, int windowSize) {
    if (history.getSpeakers().isEmpty()) {
      return history;
    }
    List<Speaker> closed =
        history.getSpeakers().stream()
            .map(speaker -> new Speaker(speaker.getId(), speaker.getResponses(), true))
            .toList();
    return evictOldResponses(closed, history.getWaiting(), history, windowSize);
  }

  /** The event's response is no longer pending. */
  static ResponseHistory removePendingResponse(
      MeaningFound found, ResponseHistory history, int windowSize) {
    List<String> pendingIds = new ArrayList<>(history.getWaiting());
    pendingIds.remove(found.getEventId());
    return evictOldResponses(history.getSpeakers(), pendingIds, history, windowSize);
  }

  /** Applies a change to each response. */
  static ResponseHistory mapResponses(
      ResponseHistory history, UnaryOperator<SpokenResponse> change) {
    return new ResponseHistory(
        history.getStamp(),
        history.getSpeakers().stream()
            .map(
                speaker ->
                    new Speaker(
                        speaker.getId(),
                        speaker.getResponses().stream().map(change).toList(),
                        speaker.getClosed()))
            .toList(),
        history.getWaiting());
  }

  /** Evicts old responses, except those needed by pending ones. */
  private static ResponseHistory evictOldResponses(
      List<Speaker> speakers, List<String> pendingIds, ResponseHistory history, int windowSize) {
    Set<String> isPending = Set.copyOf(pendingIds);
    Deque<Speaker> retained = new ArrayDeque<>();
    int remainingSpeakers = Math.min(MAX_SPEAKERS, MAX_RESPONSES / windowSize);
    for (int at = speakers.size() - 1; at >= 0; at--) {
      Speaker speaker = speakers.get(at);
      boolean needed =
          !isPending.isEmpty()
              && speaker.getResponses().stream()
                  .anyMatch(response -> isPending.contains(response.getSeen().getEventId()));
      if (needed || !speaker.getClosed() && remainingSpeakers > 0) {
        retained.addFirst(trimmed(speaker, isPending, windowSize));
      }
      remainingSpeakers--;
    }
    return new ResponseHistory(history.getStamp(), List.copyOf(retained), List.copyOf(pendingIds));
  }

  /** Keeps the newest responses, the pending ones, and one window before each of them. */
  private static Speaker trimmed(Speaker speaker, Set<String> isPending, int windowSize) {
    if (!speaker.getClosed() && speaker.getResponses().size() <= windowSize) {
      return speaker;
    }
    Deque<SpokenResponse> retained = new ArrayDeque<>();
    int remaining = speaker.getClosed() ? 0 : windowSize;
    for (int at = speaker.getResponses().size() - 1; at >= 0; at--) {
      SpokenResponse response = speaker.getResponses().get(at);
      if (isPending.contains(response.getSeen().getEventId())) {
        remaining = windowSize + 1;
      }
      if (remaining > 0) {
        retained.addFirst(response);
        remaining--;
      }
    }
    return new Speaker(speaker.getId(), List.copyOf(retained), speaker.getClosed());
  }
}
