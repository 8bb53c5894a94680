package dev.eddyline.outputs;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The trace id in the header {@code traceparent} (W3C Trace Context) of a record. */
final class TraceId {

  private static final String HEADER = "traceparent";

  /** Version, trace id, parent id and flags; later versions may append fields. */
  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?");

  private TraceId() {}

  /** The trace id, 32 hexadecimal digits; null without a valid header. */
  static @Nullable String of(Headers headers) {
    Header header = headers.lastHeader(HEADER);
    if (header == null || header.value() == null) {
      return null;
    }
    Matcher parts =
        TRACEPARENT.matcher(new String(header.value(), StandardCharsets.US_ASCII).strip());
    return parts.matches() ? parts.group(1) : null;
  }
}
