package dev.eddyline.otlp;

import java.util.Locale;
import java.util.Optional;

/** The two encodings of OTLP bodies. */
public enum OtlpEncoding {
  PROTOBUF("application/x-protobuf"),
  JSON("application/json");

  private final String contentType;

  OtlpEncoding(String contentType) {
    this.contentType = contentType;
  }

  /** Content type of bodies and answers. */
  public String contentType() {
    return contentType;
  }

  /** The encoding of a content type, whose parameters and letter case do not matter. */
  public static Optional<OtlpEncoding> ofContentType(String contentType) {
    String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return switch (type) {
      case "application/x-protobuf", "application/protobuf" -> Optional.of(PROTOBUF);
      case "application/json" -> Optional.of(JSON);
      default -> Optional.empty();
    };
  }

  /**
   * The encoding of a body without a content type, by its first byte. A newline is the first byte
   * of each Protobuf body.
   */
  public static OtlpEncoding ofBody(byte[] body) {
    for (byte first : body) {
      if (first != ' ' && first != '\t' && first != '\r') {
        return first == '{' ? JSON : PROTOBUF;
      }
    }
    return PROTOBUF;
  }
}
