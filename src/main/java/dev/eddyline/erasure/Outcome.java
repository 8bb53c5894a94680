package dev.eddyline.erasure;

import org.apache.kafka.common.header.Headers;

/** The action of an erasure on a record. */
public sealed interface Outcome {

  /** Retains the record. */
  Outcome KEPT = new Kept();

  /** Deletes the record. */
  Outcome ERASED = new Erased();

  /** Retains the record. */
  record Kept() implements Outcome {}

  /** Deletes the record. */
  record Erased() implements Outcome {}

  /** Replaces the record's value and headers. */
  final class Replaced implements Outcome {

    private final byte[] value;
    private final Headers headers;

    /** A replacement with this value and these headers, which must not change later. */
    public Replaced(byte[] value, Headers headers) {
      this.value = value;
      this.headers = headers;
    }

    /** The new headers. */
    public Headers headers() {
      return headers;
    }

    /** The new value. */
    public byte[] value() {
      return value;
    }
  }
}
