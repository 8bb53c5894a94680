package dev.eddyline.detect;

import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.SpokenResponse;
import java.util.Optional;

/** Responses as they are remembered, to be compared with later ones. */
final class Responses {

  private Responses() {}

  /** A response that is like none before. */
  static SpokenResponse first(String text, SimilarResponse.Measure measure, Observation seen) {
    boolean letters = measure == SimilarResponse.Measure.LEVENSHTEIN;
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
        seen.costBefore());
  }

  /** The response as one that is like an earlier one. */
  static SpokenResponse again(SpokenResponse response, SpokenResponse earlier) {
    return new SpokenResponse(
        response.getCount(),
        response.getWords(),
        response.getText(),
        response.getNews(),
        earlier.getAttempts() + 1,
        first(earlier),
        response.getSeen(),
        earlier.getCostBefore());
  }

  /** Whether it says nothing that could be compared. */
  static boolean isEmpty(SpokenResponse response) {
    return response.getCount() == 0 && text(response).isBlank();
  }

  /** How alike two responses are, 0 to 1; 0 where they were kept for different measures. */
  static double similarity(SpokenResponse one, SpokenResponse other) {
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
