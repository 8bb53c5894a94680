package dev.eddyline.memory;

import dev.eddyline.detect.ContentText;

/** Compares loops by content words: loops with most content words in common are similar. */
public final class WordLikeness implements LoopLikeness {

  /**
   * Minimum similarity of two similar texts. It is below the 0.85 of repetitions: results are only
   * shown to people, so they may concern another module or variable.
   */
  static final double LEAST = 0.5;

  private record Words(ContentText text) implements Ready {

    @Override
    public double like(Ready other) {
      return other instanceof Words words ? text.similarity(words.text) : 0;
    }
  }

  @Override
  public Ready ready(String what) {
    return new Words(ContentText.of(what));
  }

  @Override
  public double least() {
    return LEAST;
  }
}
