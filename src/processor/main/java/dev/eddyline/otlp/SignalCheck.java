package dev.eddyline.otlp;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Optional;

/**
 * Refuses spans where logs are read, and the reverse. In Protobuf both have the same outer shape,
 * so the decoder may accept the other one with hardly any field. Field 1 of the first record shows
 * which it is: a span's trace id has a length, a log record's time has none.
 */
final class SignalCheck {

  private static final int RESOURCES = 1;
  private static final int SCOPES = 2;
  private static final int RECORDS = 2;
  private static final int TRACE_ID_OR_TIME = 1;
  private static final int OBSERVED_TIME = 11;

  private SignalCheck() {}

  /** Throws InvalidOtlpException if a Protobuf body has the records of another signal. */
  static void check(OtlpSignal expected, byte[] body) {
    signalOf(CodedInputStream.newInstance(body)).ifPresent(it -> require(expected, it));
  }

  /** Throws InvalidOtlpException, which names the right path, if a body is of another signal. */
  static void require(OtlpSignal expected, OtlpSignal actual) {
    if (actual != expected) {
      throw new InvalidOtlpException(
          switch (actual) {
            case TRACES ->
                "the body has spans: send them to /v1/traces, or publish them on otlp_spans";
            case LOGS ->
                "the body has log records: send them to /v1/logs, or publish them on otlp_logs";
          });
    }
  }

  /** The signal of the first record; empty if the first resource has none, or it is unclear. */
  private static Optional<OtlpSignal> signalOf(CodedInputStream body) {
    try {
      if (!enter(body, RESOURCES) || !enter(body, SCOPES) || !enter(body, RECORDS)) {
        return Optional.empty();
      }
      for (int tag = body.readTag(); tag != 0; tag = body.readTag()) {
        int field = WireFormat.getTagFieldNumber(tag);
        int type = WireFormat.getTagWireType(tag);
        if (field == TRACE_ID_OR_TIME && type == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
          return Optional.of(OtlpSignal.TRACES);
        }
        if ((field == TRACE_ID_OR_TIME || field == OBSERVED_TIME)
            && type == WireFormat.WIRETYPE_FIXED64) {
          return Optional.of(OtlpSignal.LOGS);
        }
        body.skipField(tag);
      }
    } catch (IOException invalid) {
      // the decoder reports it
    }
    return Optional.empty();
  }

  /** Moves to the content of the first message in a field; false without one. */
  private static boolean enter(CodedInputStream in, int field) throws IOException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == (field << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
        in.pushLimit(in.readRawVarint32());
        return true;
      }
      in.skipField(tag);
    }
    return false;
  }
}
