package dev.eddyline.memory;

import dev.eddyline.detect.similarity.ContentText;

/** Compares loops by content words: loops with most content words in common are similar. */
public final class WordSimilarity implements LoopSimilarity {

  /**
   * Minimum similarity of two similar texts. It is below the 0.85 of repetitions: results are only
   * shown to people, so they may concern another module or variable.
   */
  static final double SIMILARITY_THRESHOLD = 0.5;

  private record PreparedWords(ContentText text) implements PreparedText {

    @Override
    public double similarityTo(PreparedText other) {
      return other instanceof PreparedWords words ? text.similarity(words.text) : 0;
    }
  }

  @Override
  public PreparedText prepareStoredLoopText(String loopText) {
    return new PreparedWords(ContentText.of(loopText));
  }

  @Override
  public double similarityThreshold() {
    return SIMILARITY_THRESHOLD;
  }
}
