package dev.eddyline.memory;

import dev.eddyline.detect.ContentText;

/** Loops are alike whose texts have most of their content words in common. */
public final class WordLikeness implements LoopLikeness {

  /**
   * Below the .85 of document 002, section 4: what is only shown to a person may be of another
   * module or variable, where the same must not count as a repetition.
   */
  static final double LEAST = 0.5;

  private record Words(ContentText text) implements Ready {

    @Override
    public double like(Ready other) {
      return other instanceof Words words ? text.like(words.text) : 0;
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
