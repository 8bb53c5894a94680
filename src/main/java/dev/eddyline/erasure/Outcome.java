package dev.eddyline.erasure;

/** What becomes of a record. */
public sealed interface Outcome {

  /** It stays as it is. */
  Outcome KEPT = new Kept();

  /** It goes. */
  Outcome ERASED = new Erased();

  /** Of a record that stays as it is. */
  record Kept() implements Outcome {}

  /** Of a record that goes. */
  record Erased() implements Outcome {}

  /** Of a record that stays with another value. */
  final class Replaced implements Outcome {

    private final byte[] value;

    /** With this value, which is not changed any more. */
    public Replaced(byte[] value) {
      this.value = value;
    }

    /** What it says from now on. */
    public byte[] value() {
      return value;
    }
  }
}
