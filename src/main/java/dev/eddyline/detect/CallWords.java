package dev.eddyline.detect;

import org.jspecify.annotations.Nullable;

/**
 * Words of a call's loopKey or arguments, computed on first use: a call that succeeds before its
 * state is flushed needs none. Not thread-safe.
 */
final class CallWords {

  private @Nullable String pendingText;
  private @Nullable WordBag words;

  private CallWords(@Nullable String text, @Nullable WordBag words) {
    this.pendingText = text;
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
      words = WordBag.of(pendingText);
      pendingText = null;
    }
    return words;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CallWords said && words().equals(said.words());
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
