package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.detect.similarity.CoreText;
import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.detect.similarity.WordList;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.SeenEvent;
import java.util.ArrayList;
import java.util.List;

/** Creates and updates stored requests. */
public final class KnownRequests {

  /** Maximum characters of a redacted request that fits the sentence model. */
  private static final int MAX_REDACTED = 2_000;

  /** Maximum stored hashes of equivalent texts of a request. */
  private static final int MAX_WORDINGS = 8;

  private KnownRequests() {}

  /** Creates a new request. */
  static KnownRequest newRequest(
      Request request,
      CollaborationRequested requested,
      boolean byMeaning,
      EnrichedEvent enriched) {
    SeenEvent event = enriched.storedEvidence(requested.getRequest());
    String text = requested.getRequest();
    boolean compared = byMeaning && request.fitsSentenceModel();
    String storedText = compared && request.needsNoRedaction() && isStorable(text) ? text : null;
    WordList content = request.contentWords();
    return CachedRequest.of(
        new KnownRequest(
            enriched.event().getAgentId(),
            requested.getToAgent(),
            request.exactHash(),
            request.normalizedHash(),
            content.kept(),
            content.whole(),
            1,
            false,
            enriched.progress().getProgress(),
            enriched.progress().getNews(),
            event,
            event,
            enriched.costBefore(),
            compared && storedText == null ? sentenceModelInput(text, enriched) : null,
            null,
            List.of(),
            storedText),
        content);
  }

  /** Whether a store returns a text unchanged: not with surrogates. */
  private static boolean isStorable(String text) {
    return text.chars().noneMatch(letter -> Character.isSurrogate((char) letter));
  }

  /** The redacted model input for a request. */
  public static String sentenceModelInput(String text, EnrichedEvent enriched) {
    return CoreText.extractCoreText(enriched.redaction().withMaxChars(MAX_REDACTED).apply(text));
  }

  /** The model input for a stored request. */
  static String sentenceModelInput(KnownRequest known) {
    return known.getText() == null
        ? CoreText.extractCoreText(Redaction.toSingleLine(known.getSaid()))
        : known.getText();
  }

  /** Whether the request can be compared by the sentence model. */
  static boolean isComparable(KnownRequest known) {
    return known.getText() != null || known.getSaid() != null || known.getVector() != null;
  }

  /** Adds the sentence vector. */
  static KnownRequest withVector(KnownRequest known, SentenceVector vector) {
    KnownRequest updated = copyWith(known, known, known.getAttempts());
    updated.setText(null);
    updated.setVector(vector.bytes());
    return CachedRequest.of(known).withChangedFields(updated);
  }

  /**
   * Merges a request with a later one of the same meaning.
   *
   * @param attempts number of requests, each after an answer
   */
  static KnownRequest mergeSameMeaning(KnownRequest known, KnownRequest later, int attempts) {
    return CachedRequest.of(known).withChangedFields(mergeUncached(known, later, attempts));
  }

  private static KnownRequest mergeUncached(KnownRequest known, KnownRequest later, int attempts) {
    KnownRequest newest = later.getLast().getAt() >= known.getLast().getAt() ? later : known;
    KnownRequest merged = copyWith(known, newest, attempts);
    List<Long> wordings = new ArrayList<>(known.getWordings());
    wordings.addAll(later.getWordings());
    wordings.add(later.getExact());
    merged.setWordings(BoundedLists.newest(wordings, MAX_WORDINGS));
    return merged;
  }

  /** Merges after progress: only the later request counts. */
  static KnownRequest mergeAfterProgress(KnownRequest known, KnownRequest later) {
    KnownRequest merged = mergeUncached(known, later, later.getAttempts());
    merged.setFirst(later.getFirst());
    merged.setCostBefore(later.getCostBefore());
    return CachedRequest.of(known).withChangedFields(merged);
  }

  /** Copies the answer and progress state of the newest request. */
  private static KnownRequest copyWith(KnownRequest known, KnownRequest newest, int attempts) {
    return copyWith(
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
  static KnownRequest recordAnsweredRepetition(
      KnownRequest known, String text, EnrichedEvent enriched) {
    return withAttemptCount(known, known.getAttempts() + 1, text, enriched);
  }

  /** Records a repetition without an answer. */
  static KnownRequest recordUnansweredRepetition(
      KnownRequest known, String text, EnrichedEvent enriched) {
    return withAttemptCount(known, known.getAttempts(), text, enriched);
  }

  private static KnownRequest withAttemptCount(
      KnownRequest known, int attempts, String text, EnrichedEvent enriched) {
    return CachedRequest.of(known)
        .withChangedFields(
            copyWith(
                known,
                attempts,
                false,
                enriched.progress().getProgress(),
                enriched.progress().getNews(),
                known.getFirst(),
                enriched.storedEvidence(text),
                known.getCostBefore()));
  }

  /** Records a repetition after progress: the count restarts. */
  static KnownRequest restartCountAfterProgress(
      KnownRequest known, String text, EnrichedEvent enriched) {
    SeenEvent event = enriched.storedEvidence(text);
    return CachedRequest.of(known)
        .withChangedFields(
            copyWith(
                known,
                1,
                false,
                enriched.progress().getProgress(),
                enriched.progress().getNews(),
                event,
                event,
                enriched.costBefore()));
  }

  /** Marks the request as answered. */
  static KnownRequest markAnswered(KnownRequest known) {
    return CachedRequest.of(known)
        .withChangedFields(
            copyWith(
                known,
                known.getAttempts(),
                true,
                known.getProgress(),
                known.getNews(),
                known.getFirst(),
                known.getLast(),
                known.getCostBefore()));
  }

  private static KnownRequest copyWith(
      KnownRequest known,
      int attempts,
      boolean answered,
      long progress,
      long newResults,
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
        newResults,
        first,
        last,
        costBefore,
        known.getText(),
        known.getVector(),
        known.getWordings(),
        known.getSaid());
  }
}
