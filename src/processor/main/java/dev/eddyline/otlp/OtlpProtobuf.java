package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads OTLP's Protobuf encoding. */
final class OtlpProtobuf {

  private static final int TRACE_ID_BYTES = 16;
  private static final int SPAN_ID_BYTES = 8;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A body under construction. */
  private static final class Records {
    private final List<TelemetryRecord> read = new ArrayList<>();
    private int rejected;
    private String problem = "";

    private void add(Supplier<TelemetryRecord> record) {
      try {
        read.add(record.get());
      } catch (InvalidOtlpException invalid) {
        rejected++;
        problem = problem.isEmpty() ? invalid.getMessage() : problem;
      }
    }

    private OtlpBody body() {
      return new OtlpBody(read, rejected, problem);
    }
  }

  private OtlpProtobuf() {}

  static OtlpBody read(OtlpSignal signal, byte[] body) {
    SignalCheck.check(signal, body);
    try {
      return switch (signal) {
        case TRACES -> spans(ExportTraceServiceRequest.parseFrom(body));
        case LOGS -> logs(ExportLogsServiceRequest.parseFrom(body));
      };
    } catch (InvalidProtocolBufferException notProtobuf) {
      throw invalidBody();
    }
  }

  static InvalidOtlpException invalidBody() {
    return new InvalidOtlpException(
        "the body must be OTLP in Protobuf: it cannot be decoded, or is truncated");
  }

  /**
   * The trace of a span.
   *
   * @throws InvalidOtlpException when the span has no valid ids
   */
  static String validTraceId(Span span) {
    requiredId("spanId", span.getSpanId(), SPAN_ID_BYTES);
    id("parentSpanId", span.getParentSpanId(), SPAN_ID_BYTES);
    return requiredId("traceId", span.getTraceId(), TRACE_ID_BYTES);
  }

  /**
   * The trace of a log record; empty without one.
   *
   * @throws InvalidOtlpException when the record has invalid ids
   */
  static String validTraceId(LogRecord log) {
    id("spanId", log.getSpanId(), SPAN_ID_BYTES);
    return id("traceId", log.getTraceId(), TRACE_ID_BYTES);
  }

  private static OtlpBody spans(ExportTraceServiceRequest request) {
    Records records = new Records();
    for (ResourceSpans resource : request.getResourceSpansList()) {
      Attributes process = attributes(resource.getResource().getAttributesList());
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        scope.getSpansList().forEach(span -> records.add(() -> span(span, process)));
      }
    }
    return records.body();
  }

  private static TelemetryRecord span(Span span, Attributes process) {
    List<SpanEvent> events = new ArrayList<>(span.getEventsCount());
    span.getEventsList()
        .forEach(it -> events.add(new SpanEvent(it.getName(), attributes(it.getAttributesList()))));
    return new TelemetryRecord(
        false,
        requiredId("traceId", span.getTraceId(), TRACE_ID_BYTES),
        requiredId("spanId", span.getSpanId(), SPAN_ID_BYTES),
        id("parentSpanId", span.getParentSpanId(), SPAN_ID_BYTES),
        span.getName(),
        time(span.getStartTimeUnixNano()),
        time(span.getEndTimeUnixNano()),
        span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR,
        span.getStatus().getMessage(),
        attributes(span.getAttributesList()),
        process,
        events);
  }

  private static OtlpBody logs(ExportLogsServiceRequest request) {
    Records records = new Records();
    for (ResourceLogs resource : request.getResourceLogsList()) {
      Attributes process = attributes(resource.getResource().getAttributesList());
      for (ScopeLogs scope : resource.getScopeLogsList()) {
        scope.getLogRecordsList().forEach(log -> records.add(() -> log(log, process)));
      }
    }
    return records.body();
  }

  private static TelemetryRecord log(LogRecord log, Attributes process) {
    JsonNode body = value(log.getBody());
    Map<String, JsonNode> values = new HashMap<>(Attributes.ofObject(body).values());
    values.putAll(attributes(log.getAttributesList()).values());
    long nanos = log.getTimeUnixNano() == 0 ? log.getObservedTimeUnixNano() : log.getTimeUnixNano();
    return new TelemetryRecord(
        true,
        id("traceId", log.getTraceId(), TRACE_ID_BYTES),
        id("spanId", log.getSpanId(), SPAN_ID_BYTES),
        "",
        LogNames.name(log.getEventName(), values, body),
        time(nanos),
        time(nanos),
        false,
        "",
        new Attributes(values),
        process,
        List.of());
  }

  private static boolean isZero(ByteString id) {
    for (int i = 0; i < id.size(); i++) {
      if (id.byteAt(i) != 0) {
        return false;
      }
    }
    return true;
  }

  private static String requiredId(String field, ByteString id, int bytes) {
    if (isZero(id)) {
      throw invalidId(field, bytes);
    }
    return id(field, id, bytes);
  }

  private static String id(String field, ByteString id, int bytes) {
    if (isZero(id)) {
      return "";
    }
    if (id.size() != bytes) {
      throw invalidId(field, bytes);
    }
    return HexFormat.of().formatHex(id.toByteArray());
  }

  private static InvalidOtlpException invalidId(String field, int bytes) {
    return new InvalidOtlpException(
        "%s must have %d bytes, not all of them 0".formatted(field, bytes));
  }

  private static Instant time(long nanos) {
    return Instant.ofEpochMilli(Long.divideUnsigned(nanos, NANOS_PER_MILLI));
  }

  private static Attributes attributes(List<KeyValue> list) {
    if (list.isEmpty()) {
      return Attributes.NONE;
    }
    Map<String, JsonNode> values = new HashMap<>(2 * list.size());
    for (KeyValue attribute : list) {
      JsonNode value = value(attribute.getValue());
      if (!value.isMissingNode()) {
        values.put(attribute.getKey(), value);
      }
    }
    return new Attributes(values);
  }

  private static JsonNode value(AnyValue any) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return switch (any.getValueCase()) {
      case STRING_VALUE -> json.textNode(any.getStringValue());
      case BOOL_VALUE -> json.booleanNode(any.getBoolValue());
      case INT_VALUE -> json.numberNode(any.getIntValue());
      case DOUBLE_VALUE -> json.numberNode(any.getDoubleValue());
      case BYTES_VALUE -> json.textNode(base64(any.getBytesValue()));
      case ARRAY_VALUE -> {
        ArrayNode array = json.arrayNode();
        any.getArrayValue().getValuesList().forEach(item -> array.add(element(item)));
        yield array;
      }
      case KVLIST_VALUE -> {
        ObjectNode object = json.objectNode();
        any.getKvlistValue()
            .getValuesList()
            .forEach(item -> object.set(item.getKey(), element(item.getValue())));
        yield object;
      }
      default -> json.missingNode();
    };
  }

  private static String base64(ByteString bytes) {
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** A value within a list or map: JSON null for an empty one. */
  private static JsonNode element(AnyValue any) {
    JsonNode value = value(any);
    return value.isMissingNode() ? JsonNodeFactory.instance.nullNode() : value;
  }
}
