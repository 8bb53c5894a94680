package dev.eddyline.detect.responses;

import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.requests.KnownRequests;
import dev.eddyline.detect.requests.Request;
import dev.eddyline.detect.requests.RequestMeasure;
import dev.eddyline.detect.similarity.Similarity;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.SpokenMeaning;
import dev.eddyline.schema.SpokenResponse;
import dev.eddyline.text.WordSketch;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates, updates and compares stored responses. */
final class KnownResponses {

  private KnownResponses() {}

  /**
   * Creates a new response.
   *
   * @param byMeaning whether its meaning may be compared
   * @param mayAskModel whether the sentence model may be used for it
   */
  static SpokenResponse first(
      String text,
      SimilarResponse.Limits limits,
      boolean byMeaning,
      boolean mayAskModel,
      EnrichedEvent enriched) {
    boolean byLetters = limits.measure() == SimilarResponse.Measure.LEVENSHTEIN;
    WordSketch words = byLetters ? WordSketch.EMPTY : words(text, enriched);
    String storedText =
        byLetters ? enriched.redaction().withMaxChars(Similarity.MAX_LETTERS).apply(text) : null;
    SeenEvent event = enriched.storedEvidence();
    return new SpokenResponse(
        words.count(),
        words.kept(),
        storedText,
        enriched.progress().getNews(),
        1,
        null,
        event,
        enriched.costBefore(),
        byMeaning
            ? meaning(
                Request.of(text, limits.masking(), enriched.texts()), text, mayAskModel, enriched)
            : null);
  }

  /** The words of a text; one without letters is compared whole, as if it were one word. */
  private static WordSketch words(String text, EnrichedEvent enriched) {
    return text.codePoints().anyMatch(Character::isLetter)
        ? WordSketch.of(enriched.texts().read(text))
        : WordSketch.ofWhole(text.strip());
  }

  private static SpokenMeaning meaning(
      Request request, String text, boolean mayAskModel, EnrichedEvent enriched) {
    return new SpokenMeaning(
        request.exactHash(),
        request.normalizedHash(),
        request.contentWords().kept(),
        request.contentWords().whole(),
        mayAskModel && request.fitsSentenceModel()
            ? KnownRequests.sentenceModelInput(text, enriched)
            : null,
        null,
        enriched.progress().getProgress());
  }

  /** Marks a response as similar to an earlier one. */
  static SpokenResponse markAsRepetition(SpokenResponse response, SpokenResponse earlier) {
    return with(response, earlier.getAttempts() + 1, earlier, response.getMeaning());
  }

  /**
   * Updates a later response of a series whose first response turned out to be similar to an
   * earlier one.
   */
  static SpokenResponse withNewFirstResponse(SpokenResponse later, SpokenResponse repeated) {
    return with(
        later, later.getAttempts() + repeated.getAttempts() - 1, repeated, later.getMeaning());
  }

  private static SpokenResponse with(
      SpokenResponse response, int attempts, SpokenResponse earlier, SpokenMeaning meaning) {
    return new SpokenResponse(
        response.getCount(),
        response.getWords(),
        response.getText(),
        response.getNews(),
        attempts,
        first(earlier),
        response.getSeen(),
        earlier.getCostBefore(),
        meaning);
  }

  /**
   * Adds the sentence vector.
   *
   * @param text the stored text, or null
   */
  static SpokenResponse withVector(
      SpokenResponse response, ByteBuffer vector, @Nullable String text) {
    SpokenMeaning meaning = response.getMeaning();
    return new SpokenResponse(
        response.getCount(),
        response.getWords(),
        response.getText(),
        response.getNews(),
        response.getAttempts(),
        response.getFirst(),
        response.getSeen(),
        response.getCostBefore(),
        new SpokenMeaning(
            meaning.getExact(),
            meaning.getNormalized(),
            meaning.getWords(),
            meaning.getWhole(),
            text,
            vector,
            meaning.getProgress()));
  }

  /** Whether it has nothing to compare. */
  static boolean isEmpty(SpokenResponse response) {
    return response.getCount() == 0 && text(response).isBlank();
  }

  /**
   * The similarity of two similar responses, up to 1; else 0. Words decide first; meaning is used
   * only if words do not decide.
   */
  static double similarityOrZeroBelowThreshold(
      SpokenResponse one, SpokenResponse other, double threshold) {
    double similarity = similarity(one, other);
    if (similarity >= threshold) {
      return similarity;
    }
    if (one.getMeaning() == null || other.getMeaning() == null) {
      return 0;
    }
    double meaning =
        RequestMeasure.MEANING.similarity(
            Request.of(one.getMeaning()), Request.of(other.getMeaning()));
    return meaning >= 1 || meaning > threshold ? meaning : 0;
  }

  /** Whether only their meaning decides and a vector is missing. */
  static boolean needsSentenceModel(SpokenResponse one, SpokenResponse other) {
    return one.getMeaning() != null
        && other.getMeaning() != null
        && RequestMeasure.MEANING.needsSentenceModel(
            Request.of(one.getMeaning()), Request.of(other.getMeaning()));
  }

  /** Similarity of two responses, 0 to 1; 0 if they were stored for different measures. */
  private static double similarity(SpokenResponse one, SpokenResponse other) {
    return one.getText() == null
        ? words(one).similarity(words(other))
        : Similarity.levenshtein(one.getText(), text(other));
  }

  /** The first of its series of similar responses, possibly itself. */
  static SeenEvent first(SpokenResponse response) {
    return response.getFirst() == null ? response.getSeen() : response.getFirst();
  }

  private static WordSketch words(SpokenResponse response) {
    return new WordSketch(response.getCount(), response.getWords());
  }

  private static String text(SpokenResponse response) {
    return Optional.ofNullable(response.getText()).orElse("");
  }
}
