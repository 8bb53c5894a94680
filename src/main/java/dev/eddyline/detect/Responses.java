package dev.eddyline.detect;

import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.SpokenMeaning;
import dev.eddyline.schema.SpokenResponse;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Responses as they are remembered, to be compared with later ones. */
final class Responses {

  private Responses() {}

  /**
   * A response that is like none before.
   *
   * @param mayWait whether a sentence model may be asked about it
   */
  static SpokenResponse first(
      String text, SimilarResponse.Limits limits, boolean mayWait, Observation seen) {
    boolean letters = limits.measure() == SimilarResponse.Measure.LEVENSHTEIN;
    boolean meaning = limits.measure() == SimilarResponse.Measure.MEANING;
    WordSketch words = letters ? WordSketch.EMPTY : WordSketch.of(text);
    String kept = letters ? seen.redaction().cutAt(Similarity.MAX_LETTERS).apply(text) : null;
    SeenEvent event = seen.remembered();
    return new SpokenResponse(
        words.count(),
        words.kept(),
        kept,
        seen.signs().getNews(),
        1,
        null,
        event,
        seen.costBefore(),
        meaning
            ? meaning(Request.of(text, limits.masking(), seen.texts()), text, mayWait, seen)
            : null);
  }

  private static SpokenMeaning meaning(
      Request said, String text, boolean mayWait, Observation seen) {
    return new SpokenMeaning(
        said.exact(),
        said.normalized(),
        said.content().kept(),
        said.content().whole(),
        mayWait && said.fits() ? Requests.core(text, seen) : null,
        null,
        seen.signs().getProgress());
  }

  /** The response as one that is like an earlier one. */
  static SpokenResponse again(SpokenResponse response, SpokenResponse earlier) {
    return with(response, earlier.getAttempts() + 1, earlier, response.getMeaning());
  }

  /** A later one of the responses that began with one that turned out to be like an earlier one. */
  static SpokenResponse since(SpokenResponse later, SpokenResponse again) {
    return with(later, later.getAttempts() + again.getAttempts() - 1, again, later.getMeaning());
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
   * The response, its meaning known.
   *
   * @param text what is kept of what it says, or null
   */
  static SpokenResponse told(SpokenResponse response, ByteBuffer vector, @Nullable String text) {
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

  /** Whether it says nothing that could be compared. */
  static boolean isEmpty(SpokenResponse response) {
    return response.getCount() == 0 && text(response).isBlank();
  }

  /**
   * How alike two responses are where they are alike, up to 1; else 0. Most words in common are
   * enough in any case: what a response is about is looked at for what words do not tell.
   */
  static double alike(SpokenResponse one, SpokenResponse other, double threshold) {
    double similarity = similarity(one, other);
    if (similarity >= threshold) {
      return similarity;
    }
    if (one.getMeaning() == null || other.getMeaning() == null) {
      return 0;
    }
    double meaning =
        RequestMeasure.MEANING.of(Request.of(one.getMeaning()), Request.of(other.getMeaning()));
    return meaning >= 1 || meaning > threshold ? meaning : 0;
  }

  /** Whether only the meaning of both would tell, and that of one is not known yet. */
  static boolean leavesOpen(SpokenResponse one, SpokenResponse other) {
    return one.getMeaning() != null
        && other.getMeaning() != null
        && RequestMeasure.MEANING.leavesOpen(
            Request.of(one.getMeaning()), Request.of(other.getMeaning()));
  }

  /** How alike two responses are, 0 to 1; 0 where they were kept for different measures. */
  private static double similarity(SpokenResponse one, SpokenResponse other) {
    return one.getText() == null
        ? words(one).similarity(words(other))
        : Similarity.levenshtein(one.getText(), text(other));
  }

  /** The first of the similar responses, which it may be itself. */
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
