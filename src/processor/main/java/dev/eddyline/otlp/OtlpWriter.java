package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.common.v1.KeyValueList;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * Writes records in OTLP's Protobuf encoding. Consecutive records of one resource share it: a
 * resource may be much longer than its records.
 */
public final class OtlpWriter {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private OtlpWriter() {}

  /** A body with these records. */
  public static byte[] write(OtlpSignal signal, List<TelemetryRecord> records) {
    return switch (signal) {
      case TRACES -> spans(records);
      case LOGS -> logs(records);
    };
  }

  private static byte[] spans(List<TelemetryRecord> records) {
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    Attributes resource = null;
    ScopeSpans.Builder scope = null;
    for (TelemetryRecord record : records) {
      if (scope == null || !record.resource().equals(resource)) {
        resource = record.resource();
        scope =
            request.addResourceSpansBuilder().setResource(resource(record)).addScopeSpansBuilder();
      }
      scope.addSpans(span(record));
    }
    return request.build().toByteArray();
  }

  private static Span.Builder span(TelemetryRecord record) {
    Span.Builder span =
        Span.newBuilder()
            .setTraceId(id(record.traceId()))
            .setSpanId(id(record.spanId()))
            .setParentSpanId(id(record.parentId()))
            .setName(record.name())
            .setStartTimeUnixNano(nanos(record.startedAt()))
            .setEndTimeUnixNano(nanos(record.endedAt()))
            .setStatus(
                Status.newBuilder()
                    .setMessage(record.status())
                    .setCode(
                        record.isError()
                            ? Status.StatusCode.STATUS_CODE_ERROR
                            : Status.StatusCode.STATUS_CODE_UNSET));
    record.attributes().values().forEach((key, value) -> span.addAttributes(attribute(key, value)));
    for (SpanEvent event : record.events()) {
      Span.Event.Builder written = Span.Event.newBuilder().setName(event.name());
      event.attributes().values().forEach((key, it) -> written.addAttributes(attribute(key, it)));
      span.addEvents(written);
    }
    return span;
  }

  private static byte[] logs(List<TelemetryRecord> records) {
    ExportLogsServiceRequest.Builder request = ExportLogsServiceRequest.newBuilder();
    Attributes resource = null;
    ScopeLogs.Builder scope = null;
    for (TelemetryRecord record : records) {
      LogRecord.Builder log =
          LogRecord.newBuilder()
              .setTraceId(id(record.traceId()))
              .setSpanId(id(record.spanId()))
              .setEventName(record.name())
              .setTimeUnixNano(nanos(record.endedAt()));
      record.attributes().values().forEach((key, it) -> log.addAttributes(attribute(key, it)));
      if (scope == null || !record.resource().equals(resource)) {
        resource = record.resource();
        scope =
            request.addResourceLogsBuilder().setResource(resource(record)).addScopeLogsBuilder();
      }
      scope.addLogRecords(log);
    }
    return request.build().toByteArray();
  }

  private static Resource.Builder resource(TelemetryRecord record) {
    Resource.Builder resource = Resource.newBuilder();
    record.resource().values().forEach((key, it) -> resource.addAttributes(attribute(key, it)));
    return resource;
  }

  private static ByteString id(String hex) {
    return ByteString.copyFrom(HexFormat.of().parseHex(hex));
  }

  private static long nanos(Instant time) {
    return time.toEpochMilli() * NANOS_PER_MILLI;
  }

  private static KeyValue attribute(String key, JsonNode value) {
    return KeyValue.newBuilder().setKey(key).setValue(any(value)).build();
  }

  private static AnyValue any(JsonNode value) {
    AnyValue.Builder any = AnyValue.newBuilder();
    if (value.isBoolean()) {
      any.setBoolValue(value.booleanValue());
    } else if (value.isIntegralNumber()) {
      any.setIntValue(value.longValue());
    } else if (value.isNumber()) {
      any.setDoubleValue(value.doubleValue());
    } else if (value.isArray()) {
      ArrayValue.Builder array = ArrayValue.newBuilder();
      value.forEach(item -> array.addValues(any(item)));
      any.setArrayValue(array);
    } else if (value.isObject()) {
      KeyValueList.Builder map = KeyValueList.newBuilder();
      value.properties().forEach(it -> map.addValues(attribute(it.getKey(), it.getValue())));
      any.setKvlistValue(map);
    } else if (!value.isNull() && !value.isMissingNode()) {
      any.setStringValue(value.asText());
    }
    return any.build();
  }
}
