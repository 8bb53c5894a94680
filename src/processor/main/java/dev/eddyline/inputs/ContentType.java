package dev.eddyline.inputs;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.kafka.common.header.Header;

/** What a media type says of a value; parameters such as charset are ignored. */
enum ContentType {
  AVRO,
  JSON,
  /** A CloudEvent in structured mode. */
  STRUCTURED_CLOUD_EVENT,
  /** CloudEvents in another form: a batch, or another format than JSON. */
  OTHER_CLOUD_EVENT,
  /** Absent, or a media type that says nothing of the formats: the first byte decides. */
  UNKNOWN;

  private static final String CLOUD_EVENT = "application/cloudevents";

  /** The content type in a header; the header may be null. */
  static ContentType of(Header header) {
    return header == null || header.value() == null
        ? UNKNOWN
        : of(new String(header.value(), StandardCharsets.UTF_8));
  }

  /** The content type of a media type. */
  static ContentType of(String mediaType) {
    int parameters = mediaType.indexOf(';');
    String type =
        (parameters < 0 ? mediaType : mediaType.substring(0, parameters))
            .strip()
            .toLowerCase(Locale.ROOT);
    if (type.startsWith(CLOUD_EVENT)) {
      return type.equals(CLOUD_EVENT + "+json") ? STRUCTURED_CLOUD_EVENT : OTHER_CLOUD_EVENT;
    }
    return switch (type) {
      case "application/avro", "application/vnd.apache.avro" -> AVRO;
      case "application/json", "text/json" -> JSON;
      default -> type.endsWith("+json") ? JSON : UNKNOWN;
    };
  }
}
