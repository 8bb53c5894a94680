package dev.eddyline.topology;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Headers that are carried on to what follows from a record (W3C Trace Context). */
public final class TraceHeaders {

  private static final String[] NAMES = {"traceparent", "tracestate"};

  private TraceHeaders() {}

  /** Those of a record. */
  public static Headers of(Headers headers) {
    RecordHeaders carried = new RecordHeaders();
    for (String name : NAMES) {
      var header = headers.lastHeader(name);
      if (header != null) {
        carried.add(header);
      }
    }
    return carried;
  }
}
