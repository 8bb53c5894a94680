package dev.eddyline.topology;

import dev.eddyline.inputs.EventDeserializer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Selects the headers of an input that are copied to its outputs. */
public final class TraceHeaders {

  /** W3C Trace Context. */
  private static final List<String> TRACE_HEADERS = List.of("traceparent", "tracestate");

  /** Prefix of Eddyline's own headers, which a sender must not set. */
  private static final String EDDYLINE_HEADER_PREFIX = "eddyline-";

  /** Names of headers that hold credentials, in lower case. */
  private static final Set<String> CREDENTIAL_HEADERS =
      Set.of("authorization", "proxy-authorization", "cookie", "x-api-key");

  /** Most bytes of a sender's headers that are copied, names and values. */
  private static final int MAX_COPIED_HEADER_BYTES = 16_384;

  private TraceHeaders() {}

  /** The trace context of a record. */
  public static Headers copyTraceContext(Headers headers) {
    RecordHeaders copied = new RecordHeaders();
    for (String name : TRACE_HEADERS) {
      var header = headers.lastHeader(name);
      if (header != null) {
        copied.add(header);
      }
    }
    return copied;
  }

  /**
   * The sender's headers of a decision, by which it recognises the receipt, without credentials and
   * without those that describe the decision's value. Above 16 KiB, only the trace context.
   */
  static Headers copyWithoutCredentials(Headers headers) {
    RecordHeaders copied = new RecordHeaders();
    int bytes = 0;
    for (Header header : headers) {
      bytes += header.key().length() + (header.value() == null ? 0 : header.value().length);
      String name = header.key().toLowerCase(Locale.ROOT);
      if (!header.key().startsWith(EDDYLINE_HEADER_PREFIX)
          && !CREDENTIAL_HEADERS.contains(name)
          && !EventDeserializer.isFormatHeader(name)) {
        copied.add(header);
      }
    }
    return bytes > MAX_COPIED_HEADER_BYTES ? copyTraceContext(headers) : copied;
  }
}
