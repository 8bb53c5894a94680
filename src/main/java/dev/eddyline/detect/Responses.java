package dev.eddyline.detect;

import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.SpokenResponse;
import java.util.List;
import java.util.Optional;

/** Responses as they are remembered, to be compared with later ones. */
final class Responses {

  private Responses() {}

  /** A response that is like none before. */
  static SpokenResponse first(String text, SimilarResponse.Measure measure, Observation seen) {
    boolean letters = measure == SimilarResponse.Measure.LEVENSHTEIN;
    WordSample words = letters ? WordSample.EMPTY : WordSample.of(text);
    String kept = letters ? seen.redaction().cutAt(Similarity.MAX_LETTERS).apply(text) : null;
    Evidence evidence = seen.evidence(text);
    return new SpokenResponse(
        words.hashes(),
        words.whole(),
        kept,
        seen.signs().getNews(),
        1,
        evidence,
        evidence,
        seen.costBefore());
  }

  /** The response as one that is like an earlier one. */
  static SpokenResponse again(SpokenResponse response, SpokenResponse earlier) {
    return new SpokenResponse(
        response.getWords(),
        response.getWhole(),
        response.getText(),
        response.getNews(),
        earlier.getAttempts() + 1,
        earlier.getFirst(),
        response.getSeen(),
        earlier.getCostBefore());
  }

  /** Whether it says nothing that could be compared. */
  static boolean isEmpty(SpokenResponse response) {
    return response.getWords().isEmpty() && text(response).isBlank();
  }

  /** How alike two responses are, 0 to 1; 0 where they were kept for different measures. */
  static double similarity(SpokenResponse one, SpokenResponse other) {
    return one.getText() == null
        ? Similarity.jaccard(words(one), words(other))
        : Similarity.levenshtein(one.getText(), text(other));
  }

  private static WordSample words(SpokenResponse response) {
    List<Integer> words = response.getWords();
    return new WordSample(words, response.getWhole());
  }

  private static String text(SpokenResponse response) {
    return Optional.ofNullable(response.getText()).orElse("");
  }
}
