package dev.eddyline.detect;

import org.jspecify.annotations.Nullable;

/**
 * What tells a call from others of its tool. Its words are sketched when they are first asked for:
 * a call that succeeds before its task's state is written needs no sketch. Not for several threads
 * at once.
 */
final class CallWords {

  private @Nullable String text;
  private @Nullable WordBag words;

  private CallWords(@Nullable String text, @Nullable WordBag words) {
    this.text = text;
    this.words = words;
  }

  /** A call's loopKey or arguments. */
  static CallWords of(String text) {
    return new CallWords(text, null);
  }

  /** What is kept of them. */
  static CallWords of(WordBag words) {
    return new CallWords(null, words);
  }

  /** Their words. */
  WordBag words() {
    if (words == null) {
      words = WordBag.of(text);
      text = null;
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
