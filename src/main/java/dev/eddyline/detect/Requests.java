package dev.eddyline.detect;

import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.SeenEvent;
import java.util.ArrayList;
import java.util.List;

/** Requests as they are remembered: how they begin, come again and are answered. */
final class Requests {

  /** Characters of a request that fits a sentence model, its secrets replaced: more than enough. */
  private static final int MAX_REDACTED = 2_000;

  /** Other words for one request that are remembered. */
  private static final int MAX_WORDINGS = 8;

  private Requests() {}

  /** A request that is like none before. */
  static KnownRequest first(
      Request request, CollaborationRequested asked, boolean byMeaning, Observation seen) {
    SeenEvent event = seen.remembered(asked.getRequest());
    String text = asked.getRequest();
    boolean compared = byMeaning && request.fits();
    String said = compared && request.plain() && isStorable(text) ? text : null;
    WordList content = request.content();
    return LiveRequest.of(
        new KnownRequest(
            seen.event().getAgentId(),
            asked.getToAgent(),
            request.exact(),
            request.normalized(),
            LiveRequest.words(content, said),
            content.whole(),
            1,
            false,
            seen.signs().getProgress(),
            seen.signs().getNews(),
            event,
            event,
            seen.costBefore(),
            compared && said == null ? core(text, seen) : null,
            null,
            List.of(),
            said),
        content);
  }

  /** Whether a store gives a text back letter for letter: half characters it does not. */
  private static boolean isStorable(String text) {
    return text.chars().noneMatch(letter -> Character.isSurrogate((char) letter));
  }

  /** What a sentence model is given of it: nothing that may not leave. */
  static String core(String text, Observation seen) {
    return CoreText.of(seen.redaction().cutAt(MAX_REDACTED).apply(text));
  }

  /** What a sentence model is given of one that is remembered until its vector is known. */
  static String core(KnownRequest known) {
    return known.getText() == null ? CoreText.of(Redaction.line(known.getSaid())) : known.getText();
  }

  /** Whether a sentence model can tell how like another it is, or has. */
  static boolean isComparable(KnownRequest known) {
    return known.getText() != null || known.getSaid() != null || known.getVector() != null;
  }

  /** The request, its meaning known. */
  static KnownRequest meaning(KnownRequest known, SentenceVector vector) {
    KnownRequest told = with(known, known, known.getAttempts());
    told.setText(null);
    told.setVector(vector.bytes());
    return LiveRequest.of(known).as(told);
  }

  /**
   * A request and a later one that turned out to ask for the same, as one.
   *
   * @param attempts how often it was asked with an answer in between
   */
  static KnownRequest merged(KnownRequest known, KnownRequest later, int attempts) {
    return LiveRequest.of(known).as(both(known, later, attempts));
  }

  private static KnownRequest both(KnownRequest known, KnownRequest later, int attempts) {
    KnownRequest newest = later.getLast().getAt() >= known.getLast().getAt() ? later : known;
    KnownRequest merged = with(known, newest, attempts);
    List<Long> wordings = new ArrayList<>(known.getWordings());
    wordings.addAll(later.getWordings());
    wordings.add(later.getExact());
    merged.setWordings(Newest.of(wordings, MAX_WORDINGS));
    return merged;
  }

  /** The same after progress: what came later counts alone. */
  static KnownRequest mergedAnew(KnownRequest known, KnownRequest later) {
    KnownRequest merged = both(known, later, later.getAttempts());
    merged.setFirst(later.getFirst());
    merged.setCostBefore(later.getCostBefore());
    return LiveRequest.of(known).as(merged);
  }

  /** The request, standing as another does since it was asked last. */
  private static KnownRequest with(KnownRequest known, KnownRequest newest, int attempts) {
    return with(
        known,
        attempts,
        newest.getAnswered(),
        newest.getProgress(),
        newest.getNews(),
        known.getFirst(),
        newest.getLast(),
        known.getCostBefore());
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
    return LiveRequest.of(known)
        .as(
            with(
                known,
                attempts,
                false,
                seen.signs().getProgress(),
                seen.signs().getNews(),
                known.getFirst(),
                seen.remembered(text),
                known.getCostBefore()));
  }

  /** The request, asked again after progress: counted from here. */
  static KnownRequest anew(KnownRequest known, String text, Observation seen) {
    SeenEvent event = seen.remembered(text);
    return LiveRequest.of(known)
        .as(
            with(
                known,
                1,
                false,
                seen.signs().getProgress(),
                seen.signs().getNews(),
                event,
                event,
                seen.costBefore()));
  }

  /** The request with its answer. */
  static KnownRequest answered(KnownRequest known) {
    return LiveRequest.of(known)
        .as(
            with(
                known,
                known.getAttempts(),
                true,
                known.getProgress(),
                known.getNews(),
                known.getFirst(),
                known.getLast(),
                known.getCostBefore()));
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
        costBefore,
        known.getText(),
        known.getVector(),
        known.getWordings(),
        known.getSaid());
  }
}
