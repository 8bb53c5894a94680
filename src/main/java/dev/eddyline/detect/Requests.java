package dev.eddyline.detect;

import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.SeenEvent;
import java.util.ArrayList;
import java.util.List;

/** Creates and updates stored requests. */
final class Requests {

  /** Maximum characters of a redacted request that fits the sentence model. */
  private static final int MAX_REDACTED = 2_000;

  /** Maximum stored hashes of equivalent texts of a request. */
  private static final int MAX_WORDINGS = 8;

  private Requests() {}

  /** Creates a new request. */
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

  /** Whether a store returns a text unchanged: not with surrogates. */
  private static boolean isStorable(String text) {
    return text.chars().noneMatch(letter -> Character.isSurrogate((char) letter));
  }

  /** The redacted model input for a request. */
  static String core(String text, Observation seen) {
    return CoreText.of(seen.redaction().cutAt(MAX_REDACTED).apply(text));
  }

  /** The model input for a stored request. */
  static String core(KnownRequest known) {
    return known.getText() == null ? CoreText.of(Redaction.line(known.getSaid())) : known.getText();
  }

  /** Whether the request can be compared by the sentence model. */
  static boolean isComparable(KnownRequest known) {
    return known.getText() != null || known.getSaid() != null || known.getVector() != null;
  }

  /** Adds the sentence vector. */
  static KnownRequest meaning(KnownRequest known, SentenceVector vector) {
    KnownRequest told = with(known, known, known.getAttempts());
    told.setText(null);
    told.setVector(vector.bytes());
    return LiveRequest.of(known).as(told);
  }

  /**
   * Merges a request with a later one of the same meaning.
   *
   * @param attempts number of requests, each after an answer
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

  /** Merges after progress: only the later request counts. */
  static KnownRequest mergedAnew(KnownRequest known, KnownRequest later) {
    KnownRequest merged = both(known, later, later.getAttempts());
    merged.setFirst(later.getFirst());
    merged.setCostBefore(later.getCostBefore());
    return LiveRequest.of(known).as(merged);
  }

  /** Copies the answer and progress state of the newest request. */
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

  /** Records a repetition after an answer. */
  static KnownRequest again(KnownRequest known, String text, Observation seen) {
    return asked(known, known.getAttempts() + 1, text, seen);
  }

  /** Records a repetition without an answer. */
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

  /** Records a repetition after progress: the count restarts. */
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

  /** Marks the request as answered. */
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
