package dev.eddyline.topology;

import dev.eddyline.inputs.EventDeserializer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Selects the headers of an input that are copied to its outputs. What a sender can add to an
 * output is bounded here: an output that is too large for its topic would end the processor.
 */
public final class TraceHeaders {

  private static final String TRACEPARENT = "traceparent";
  private static final String TRACESTATE = "tracestate";

  /** Version, trace id, parent id and flags of W3C Trace Context. */
  private static final Pattern VALID_TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  /** W3C Trace Context: the least that each vendor has to carry on; visible ASCII. */
  private static final Pattern VALID_TRACESTATE = Pattern.compile("[ -~]{1,512}");

  /** Longest value that is decoded, bytes: more than the longest valid one. */
  private static final int MAX_TRACE_HEADER_BYTES = 512;

  /** Prefix of Eddyline's own headers, which a sender must not set. */
  private static final String EDDYLINE_HEADER_PREFIX = "eddyline-";

  /** Names of headers that hold credentials, in lower case. */
  private static final Set<String> CREDENTIAL_HEADERS =
      Set.of("authorization", "proxy-authorization", "cookie", "x-api-key");

  /** Most bytes of a sender's headers that are copied, names and values. */
  private static final int MAX_COPIED_HEADER_BYTES = 16_384;

  /** Most headers of a sender that are copied: an empty one takes bytes, too. */
  private static final int MAX_COPIED_HEADERS = 64;

  private TraceHeaders() {}

  /**
   * The trace context of a record: a valid {@code traceparent}, with it {@code tracestate} up to
   * 512 bytes. Invalid headers are left out.
   */
  public static Headers copyTraceContext(Headers headers) {
    RecordHeaders copied = new RecordHeaders();
    if (copyIfValid(headers, TRACEPARENT, VALID_TRACEPARENT, copied)) {
      copyIfValid(headers, TRACESTATE, VALID_TRACESTATE, copied);
    }
    return copied;
  }

  private static boolean copyIfValid(
      Headers headers, String name, Pattern valid, RecordHeaders copied) {
    Header header = headers.lastHeader(name);
    boolean isValid =
        header != null
            && header.value() != null
            && header.value().length <= MAX_TRACE_HEADER_BYTES
            && valid.matcher(new String(header.value(), StandardCharsets.ISO_8859_1)).matches();
    if (isValid) {
      copied.add(header);
    }
    return isValid;
  }

  /**
   * The sender's headers of a decision, by which it recognises the receipt, without credentials and
   * without those that describe the decision's value. Above 16 KiB or 64 headers, only the trace
   * context.
   */
  static Headers copyWithoutCredentials(Headers headers) {
    RecordHeaders copied = new RecordHeaders();
    int bytes = 0;
    int count = 0;
    for (Header header : headers) {
      count++;
      bytes +=
          header.key().getBytes(StandardCharsets.UTF_8).length
              + (header.value() == null ? 0 : header.value().length);
      if (count > MAX_COPIED_HEADERS || bytes > MAX_COPIED_HEADER_BYTES) {
        return copyTraceContext(headers);
      }
      String name = header.key().toLowerCase(Locale.ROOT);
      if (!header.key().startsWith(EDDYLINE_HEADER_PREFIX)
          && !CREDENTIAL_HEADERS.contains(name)
          && !EventDeserializer.isFormatHeader(name)) {
        copied.add(header);
      }
    }
    return copied;
  }
}
