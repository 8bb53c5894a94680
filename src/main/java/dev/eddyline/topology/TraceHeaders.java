package dev.eddyline.topology;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Headers that are carried on to what follows from a record. */
public final class TraceHeaders {

  /** W3C Trace Context. */
  private static final List<String> TRACE = List.of("traceparent", "tracestate");

  /** Begins Eddyline's own headers, which no sender may set. */
  private static final String OWN = "eddyline-";

  /** Names of headers that hold credentials, in lower case. */
  private static final Set<String> CREDENTIALS =
      Set.of("authorization", "proxy-authorization", "cookie", "x-api-key");

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
   * The sender's headers of a decision, by which it knows the receipt, without credentials; where
   * they are longer than 16 KiB the trace context alone.
   */
  static Headers ofSender(Headers headers) {
    RecordHeaders carried = new RecordHeaders();
    int bytes = 0;
    for (Header header : headers) {
      bytes += header.key().length() + (header.value() == null ? 0 : header.value().length);
      boolean isCredential = CREDENTIALS.contains(header.key().toLowerCase(Locale.ROOT));
      if (!header.key().startsWith(OWN) && !isCredential) {
        carried.add(header);
      }
    }
    return bytes > MOST_BYTES ? of(headers) : carried;
  }
}
