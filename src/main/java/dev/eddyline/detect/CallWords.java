package dev.eddyline.detect;

import dev.eddyline.text.WordBag;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Words of a call's loopKey or arguments, computed on first use: a call that succeeds before its
 * state is flushed needs none. Not thread-safe.
 */
final class CallWords {

  private @Nullable String unsplitArgumentText;
  private @Nullable WordBag words;

  private CallWords(@Nullable String text, @Nullable WordBag words) {
    this.unsplitArgumentText = text;
    this.words = words;
  }

  /** The words of a call's loopKey or arguments. */
  static CallWords of(String text) {
    return new CallWords(text, null);
  }

  /** The words as stored. */
  static CallWords of(WordBag words) {
    return new CallWords(null, words);
  }

  /** The words. */
  WordBag words() {
    if (words == null) {
      words = WordBag.ofPieces(Objects.requireNonNull(unsplitArgumentText));
      unsplitArgumentText = null;
    }
    return words;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CallWords otherCallWords && words().equals(otherCallWords.words());
  }

  @Override
  public int hashCode() {
    return words().hashCode();
  }

  @Override
  public String toString() {
    return words().toString();
  }
}
