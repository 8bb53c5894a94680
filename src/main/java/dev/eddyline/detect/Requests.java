package dev.eddyline.detect;

import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.SeenEvent;

/** Requests as they are remembered: how they begin, come again and are answered. */
final class Requests {

  private Requests() {}

  /** A request that is like none before. */
  static KnownRequest first(Request request, CollaborationRequested asked, Observation seen) {
    SeenEvent event = seen.remembered(asked.getRequest());
    return new KnownRequest(
        seen.event().getAgentId(),
        asked.getToAgent(),
        request.exact(),
        request.normalized(),
        request.content().kept(),
        request.content().whole(),
        1,
        false,
        seen.signs().getProgress(),
        seen.signs().getNews(),
        event,
        event,
        seen.costBefore());
  }

  /** The request, asked again after it was answered. */
  static KnownRequest again(KnownRequest known, String text, Observation seen) {
    return asked(known, known.getAttempts() + 1, text, seen);
  }

  /** The request, asked again while it is still without an answer. */
  static KnownRequest askedAgain(KnownRequest known, String text, Observation seen) {
    return asked(known, known.getAttempts(), text, seen);
  }

  private static KnownRequest asked(
      KnownRequest known, int attempts, String text, Observation seen) {
    return with(
        known,
        attempts,
        false,
        seen.signs().getProgress(),
        seen.signs().getNews(),
        known.getFirst(),
        seen.remembered(text),
        known.getCostBefore());
  }

  /** The request, asked again after progress: counted from here. */
  static KnownRequest anew(KnownRequest known, String text, Observation seen) {
    SeenEvent event = seen.remembered(text);
    return with(
        known,
        1,
        false,
        seen.signs().getProgress(),
        seen.signs().getNews(),
        event,
        event,
        seen.costBefore());
  }

  /** The request with its answer. */
  static KnownRequest answered(KnownRequest known) {
    return with(
        known,
        known.getAttempts(),
        true,
        known.getProgress(),
        known.getNews(),
        known.getFirst(),
        known.getLast(),
        known.getCostBefore());
  }

  private static KnownRequest with(
      KnownRequest known,
      int attempts,
      boolean answered,
      long progress,
      long news,
      SeenEvent first,
      SeenEvent last,
      Cost costBefore) {
    return new KnownRequest(
        known.getFrom(),
        known.getTo(),
        known.getExact(),
        known.getNormalized(),
        known.getWords(),
        known.getWhole(),
        attempts,
        answered,
        progress,
        news,
        first,
        last,
        costBefore);
  }
}
