package dev.eddyline.otlp;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Splits a Protobuf body by trace. Records are copied as they came: only their ids are read. */
final class ProtobufSplitter {

  private int rejected;
  private String problem = "";

  private ProtobufSplitter() {}

  /** The bodies of a body's traces. */
  static TraceBodies split(OtlpSignal signal, byte[] body) {
    SignalCheck.check(signal, body);
    ProtobufSplitter splitter = new ProtobufSplitter();
    Map<String, ? extends MessageLite.Builder> requests;
    try {
      requests =
          switch (signal) {
            case TRACES -> splitter.splitSpans(ExportTraceServiceRequest.parseFrom(body));
            case LOGS -> splitter.splitLogs(ExportLogsServiceRequest.parseFrom(body));
          };
    } catch (InvalidProtocolBufferException notProtobuf) {
      throw OtlpProtobuf.invalidBody();
    }
    boolean isWhole = requests.size() == 1 && splitter.rejected == 0;
    TraceBodies.BoundedBodies bodies = new TraceBodies.BoundedBodies();
    requests.forEach(
        (trace, request) -> bodies.put(trace, isWhole ? body : request.build().toByteArray()));
    return new TraceBodies(
        OtlpEncoding.PROTOBUF, bodies.byTrace(), splitter.rejected, splitter.problem);
  }

  private Map<String, ExportTraceServiceRequest.Builder> splitSpans(
      ExportTraceServiceRequest request) {
    Map<String, ExportTraceServiceRequest.Builder> requests = new LinkedHashMap<>();
    for (ResourceSpans resource : request.getResourceSpansList()) {
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        byTrace(scope.getSpansList(), OtlpProtobuf::validTraceId)
            .forEach(
                (trace, spans) ->
                    requests
                        .computeIfAbsent(trace, none -> ExportTraceServiceRequest.newBuilder())
                        .addResourceSpans(
                            ResourceSpans.newBuilder()
                                .setResource(resource.getResource())
                                .addScopeSpans(
                                    ScopeSpans.newBuilder()
                                        .setScope(scope.getScope())
                                        .addAllSpans(spans))));
      }
    }
    return requests;
  }

  private Map<String, ExportLogsServiceRequest.Builder> splitLogs(
      ExportLogsServiceRequest request) {
    Map<String, ExportLogsServiceRequest.Builder> requests = new LinkedHashMap<>();
    for (ResourceLogs resource : request.getResourceLogsList()) {
      for (ScopeLogs scope : resource.getScopeLogsList()) {
        byTrace(scope.getLogRecordsList(), OtlpProtobuf::validTraceId)
            .forEach(
                (trace, logs) ->
                    requests
                        .computeIfAbsent(trace, none -> ExportLogsServiceRequest.newBuilder())
                        .addResourceLogs(
                            ResourceLogs.newBuilder()
                                .setResource(resource.getResource())
                                .addScopeLogs(
                                    ScopeLogs.newBuilder()
                                        .setScope(scope.getScope())
                                        .addAllLogRecords(logs))));
      }
    }
    return requests;
  }

  private <T> Map<String, List<T>> byTrace(List<T> records, Function<T, String> validTraceId) {
    Map<String, List<T>> byTrace = new LinkedHashMap<>();
    for (T record : records) {
      try {
        byTrace.computeIfAbsent(validTraceId.apply(record), none -> new ArrayList<>()).add(record);
      } catch (InvalidOtlpException invalid) {
        rejected++;
        problem = problem.isEmpty() ? invalid.getMessage() : problem;
      }
    }
    return byTrace;
  }
}
