package dev.eddyline.console.ingest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.eddyline.otlp.OtlpEncoding;
import dev.eddyline.otlp.OtlpSignal;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsPartialSuccess;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.nio.charset.StandardCharsets;

/** Answers of OTLP, in the encoding of the request. */
final class OtlpAnswers {

  private static final int STATUS_MESSAGE_FIELD = 2;

  private OtlpAnswers() {}

  /**
   * Success, possibly a partial one.
   *
   * @param rejected number of rejected spans or log records, which must not be sent again
   * @param problem why the first one was rejected
   */
  static byte[] success(OtlpSignal signal, OtlpEncoding encoding, int rejected, String problem) {
    if (encoding == OtlpEncoding.JSON) {
      return jsonSuccess(signal, rejected, problem).toString().getBytes(StandardCharsets.UTF_8);
    }
    if (rejected == 0) {
      return new byte[0];
    }
    return switch (signal) {
      case TRACES ->
          ExportTraceServiceResponse.newBuilder()
              .setPartialSuccess(
                  ExportTracePartialSuccess.newBuilder()
                      .setRejectedSpans(rejected)
                      .setErrorMessage(problem))
              .build()
              .toByteArray();
      case LOGS ->
          ExportLogsServiceResponse.newBuilder()
              .setPartialSuccess(
                  ExportLogsPartialSuccess.newBuilder()
                      .setRejectedLogRecords(rejected)
                      .setErrorMessage(problem))
              .build()
              .toByteArray();
    };
  }

  private static ObjectNode jsonSuccess(OtlpSignal signal, int rejected, String problem) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    if (rejected > 0) {
      String field = signal == OtlpSignal.TRACES ? "rejectedSpans" : "rejectedLogRecords";
      // 64-bit integers are strings in OTLP's JSON
      answer
          .putObject("partialSuccess")
          .put(field, Integer.toString(rejected))
          .put("errorMessage", problem);
    }
    return answer;
  }

  /** An error: google.rpc.Status with a message. */
  static byte[] error(OtlpEncoding encoding, String message) {
    if (encoding == OtlpEncoding.JSON) {
      ObjectNode status = JsonNodeFactory.instance.objectNode().put("message", message);
      return status.toString().getBytes(StandardCharsets.UTF_8);
    }
    return UnknownFieldSet.newBuilder()
        .addField(
            STATUS_MESSAGE_FIELD,
            UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(ByteString.copyFromUtf8(message))
                .build())
        .build()
        .toByteArray();
  }
}
