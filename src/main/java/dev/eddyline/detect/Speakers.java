package dev.eddyline.detect;

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
final class Speakers {

  /** Maximum stored pairs of agent and step, the newest ones. */
  private static final int MAX_SPEAKERS = 32;

  /** Maximum stored responses in all; longer windows store fewer pairs. */
  private static final int MAX_RESPONSES = 96;

  /** Maximum pending responses of a task. */
  private static final int MAX_WAITING = 16;

  private Speakers() {}

  /** Whether another response may wait; otherwise it is compared by words only. */
  static boolean mayWait(ResponseHistory history) {
    return history.getWaiting().size() < MAX_WAITING;
  }

  /** Whether the event's response is still pending. */
  static boolean waits(MeaningFound found, ResponseHistory history) {
    return history.getWaiting().contains(found.getEventId());
  }

  /** The responses since the last user message, oldest first. */
  static List<SpokenResponse> said(long id, ResponseHistory history) {
    for (Speaker speaker : history.getSpeakers()) {
      if (speaker.getId() == id && !speaker.getClosed()) {
        return speaker.getResponses();
      }
    }
    return List.of();
  }

  /**
   * Adds a response.
   *
   * @param waits whether it waits for the sentence model
   */
  static ResponseHistory with(
      long id, SpokenResponse said, boolean waits, ResponseHistory history, int windowSize) {
    List<SpokenResponse> responses = new ArrayList<>(said(id, history));
    responses.add(said);
    List<Speaker> speakers = new ArrayList<>(history.getSpeakers());
    speakers.removeIf(speaker -> speaker.getId() == id && !speaker.getClosed());
    speakers.add(new Speaker(id, responses, false));
    List<String> waiting = history.getWaiting();
    if (waits) {
      waiting = new ArrayList<>(waiting);
      waiting.add(said.getSeen().getEventId());
    }
    return kept(speakers, waiting, history, windowSize);
  }

  /** Closes all responses after a user message: later ones are not compared with them. */
  static ResponseHistory closed(ResponseHistory history, int windowSize) {
    if (history.getSpeakers().isEmpty()) {
      return history;
    }
    List<Speaker> closed =
        history.getSpeakers().stream()
            .map(speaker -> new Speaker(speaker.getId(), speaker.getResponses(), true))
            .toList();
    return kept(closed, history.getWaiting(), history, windowSize);
  }

  /** The event's response is no longer pending. */
  static ResponseHistory without(MeaningFound found, ResponseHistory history, int windowSize) {
    List<String> waiting = new ArrayList<>(history.getWaiting());
    waiting.remove(found.getEventId());
    return kept(history.getSpeakers(), waiting, history, windowSize);
  }

  /** Applies a change to each response. */
  static ResponseHistory each(ResponseHistory history, UnaryOperator<SpokenResponse> change) {
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
  private static ResponseHistory kept(
      List<Speaker> speakers, List<String> waiting, ResponseHistory history, int windowSize) {
    Set<String> waits = Set.copyOf(waiting);
    Deque<Speaker> kept = new ArrayDeque<>();
    int room = Math.min(MAX_SPEAKERS, MAX_RESPONSES / windowSize);
    for (int at = speakers.size() - 1; at >= 0; at--) {
      Speaker speaker = speakers.get(at);
      boolean needed =
          !waits.isEmpty()
              && speaker.getResponses().stream()
                  .anyMatch(said -> waits.contains(said.getSeen().getEventId()));
      if (needed || !speaker.getClosed() && room > 0) {
        kept.addFirst(trimmed(speaker, waits, windowSize));
      }
      room--;
    }
    return new ResponseHistory(history.getStamp(), List.copyOf(kept), List.copyOf(waiting));
  }

  /** Keeps the newest responses, the pending ones, and one window before each of them. */
  private static Speaker trimmed(Speaker speaker, Set<String> waits, int windowSize) {
    if (!speaker.getClosed() && speaker.getResponses().size() <= windowSize) {
      return speaker;
    }
    Deque<SpokenResponse> kept = new ArrayDeque<>();
    int left = speaker.getClosed() ? 0 : windowSize;
    for (int at = speaker.getResponses().size() - 1; at >= 0; at--) {
      SpokenResponse said = speaker.getResponses().get(at);
      if (waits.contains(said.getSeen().getEventId())) {
        left = windowSize + 1;
      }
      if (left > 0) {
        kept.addFirst(said);
        left--;
      }
    }
    return new Speaker(speaker.getId(), List.copyOf(kept), speaker.getClosed());
  }
}
