package dev.eddyline.erasure;

import org.apache.kafka.common.header.Headers;

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

  /** Of a record that stays with another value and other headers. */
  final class Replaced implements Outcome {

    private final byte[] value;
    private final Headers headers;

    /** With this value and these headers, which are not changed any more. */
    public Replaced(byte[] value, Headers headers) {
      this.value = value;
      this.headers = headers;
    }

    /** The headers that it has from now on. */
    public Headers headers() {
      return headers;
    }

    /** What it says from now on. */
    public byte[] value() {
      return value;
    }
  }
}
