package dev.eddyline.otlp;

import java.util.List;

/**
 * A body of OTLP.
 *
 * @param records its readable spans or log records, in order
 * @param rejected number of unreadable ones
 * @param problem what is wrong with the first unreadable one; empty without one
 */
public record OtlpBody(List<TelemetryRecord> records, int rejected, String problem) {

  /** Copies the records. */
  public OtlpBody {
    records = List.copyOf(records);
  }

  /**
   * Reads a body.
   *
   * @throws InvalidOtlpException when it is not OTLP at all
   */
  public static OtlpBody read(OtlpSignal signal, OtlpEncoding encoding, byte[] body) {
    return switch (encoding) {
      case PROTOBUF -> OtlpProtobuf.read(signal, body);
      case JSON -> OtlpJson.read(signal, body);
    };
  }
}
