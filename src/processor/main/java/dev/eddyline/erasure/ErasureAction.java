package dev.eddyline.erasure;

import org.apache.kafka.common.header.Headers;

/** The action of an erasure on a record. */
public sealed interface ErasureAction {

  /** Retains the record. */
  ErasureAction RETAIN = new RetainRecord();

  /** Deletes the record. */
  ErasureAction DELETE = new DeleteRecord();

  /** Retains the record. */
  record RetainRecord() implements ErasureAction {}

  /** Deletes the record. */
  record DeleteRecord() implements ErasureAction {}

  /** Replaces the record's value and headers. */
  final class ReplaceRecord implements ErasureAction {

    private final byte[] value;
    private final Headers headers;

    /** A replacement with this value and these headers, which must not change later. */
    public ReplaceRecord(byte[] value, Headers headers) {
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
