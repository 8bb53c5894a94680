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
 * Who said what, by agent and step: of each the newest responses. Those that wait for their
 * meaning, and what they are compared with, are kept until it is known; hence their number is
 * bounded.
 */
final class Speakers {

  /** Agents in steps whose responses are remembered, those that were heard last. */
  private static final int MAX_SPEAKERS = 32;

  /** Responses that are remembered of all of them: with longer windows, of fewer. */
  private static final int MAX_RESPONSES = 96;

  /** Responses of a task that may wait. */
  private static final int MAX_WAITING = 16;

  private Speakers() {}

  /** Whether one more may wait; where it may not, it is compared by words alone, at once. */
  static boolean mayWait(ResponseHistory history) {
    return history.getWaiting().size() < MAX_WAITING;
  }

  /** Whether the event's response waits; if not, it is settled, whatever it came to. */
  static boolean waits(MeaningFound found, ResponseHistory history) {
    return history.getWaiting().contains(found.getEventId());
  }

  /** What a speaker said since a person spoke, oldest first. */
  static List<SpokenResponse> said(long id, ResponseHistory history) {
    for (Speaker speaker : history.getSpeakers()) {
      if (speaker.getId() == id && !speaker.getClosed()) {
        return speaker.getResponses();
      }
    }
    return List.of();
  }

  /**
   * The history with one more response.
   *
   * @param waits whether it waits for its meaning
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

  /** The history when a person has spoken: what was said before is compared with nothing new. */
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

  /** The history when the event's response waits no longer. */
  static ResponseHistory without(MeaningFound found, ResponseHistory history, int windowSize) {
    List<String> waiting = new ArrayList<>(history.getWaiting());
    waiting.remove(found.getEventId());
    return kept(history.getSpeakers(), waiting, history, windowSize);
  }

  /** The history with each response changed. */
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

  /** What must be kept, and of the rest the newest. */
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

  /** A speaker with the newest responses, those that wait, and as many before each. */
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
