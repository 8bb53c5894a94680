package dev.eddyline.topology;

import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Headers that are carried on to what follows from a record. */
public final class TraceHeaders {

  /** W3C Trace Context. */
  private static final List<String> TRACE = List.of("traceparent", "tracestate");

  /** Begins Eddyline's own headers, which no sender may set. */
  private static final String OWN = "eddyline-";

  /** Most that is carried on of a sender's headers, names and values, bytes. */
  private static final int MOST_BYTES = 16_384;

  private TraceHeaders() {}

  /** The trace context of a record. */
  public static Headers of(Headers headers) {
    RecordHeaders carried = new RecordHeaders();
    for (String name : TRACE) {
      var header = headers.lastHeader(name);
      if (header != null) {
        carried.add(header);
      }
    }
    return carried;
  }

  /**
   * The sender's headers of a decision, by which it knows the receipt; where they are longer than
   * 16 KiB the trace context alone.
   */
  static Headers ofSender(Headers headers) {
    RecordHeaders carried = new RecordHeaders();
    int bytes = 0;
    for (Header header : headers) {
      bytes += header.key().length() + (header.value() == null ? 0 : header.value().length);
      if (!header.key().startsWith(OWN)) {
        carried.add(header);
      }
    }
    return bytes > MOST_BYTES ? of(headers) : carried;
  }
}
