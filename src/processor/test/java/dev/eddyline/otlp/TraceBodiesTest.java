package dev.eddyline.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TraceBodiesTest {

  private static final TelemetryRecord FIRST = span(0, 1);
  private static final TelemetryRecord OTHER = span(1, 2);
  private static final TelemetryRecord SECOND = span(0, 3);

  private static TelemetryRecord span(int trace, int span) {
    return Spans.tool(Spans.trace(trace), span, 0, span, Map.of());
  }

  private static TelemetryRecord log(String trace, int second) {
    Instant at = Spans.START.plusSeconds(second);
    return new TelemetryRecord(
        true,
        trace,
        "",
        "",
        "codex.tool_result",
        at,
        at,
        false,
        "",
        Attributes.NONE,
        Attributes.NONE,
        List.of());
  }

  private static List<TelemetryRecord> records(OtlpSignal signal, TraceBodies split, String trace) {
    return OtlpBody.read(signal, split.encoding(), split.byTrace().get(trace)).records();
  }

  @Test
  void eachTraceHasItsSpansInOrder() {
    // Given
    byte[] body = OtlpWriter.write(OtlpSignal.TRACES, List.of(FIRST, OTHER, SECOND));

    // When
    TraceBodies split = TraceBodies.split(OtlpSignal.TRACES, OtlpEncoding.PROTOBUF, body);

    // Then
    assertThat(split.byTrace()).containsOnlyKeys(Spans.trace(0), Spans.trace(1));
    assertThat(records(OtlpSignal.TRACES, split, Spans.trace(0))).containsExactly(FIRST, SECOND);
    assertThat(records(OtlpSignal.TRACES, split, Spans.trace(1))).containsExactly(OTHER);
    assertThat(split.rejected()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void unreadableRecordsAreNotInTheBodies(OtlpEncoding encoding) throws Exception {
    // Given
    ExportTraceServiceRequest.Builder request =
        ExportTraceServiceRequest.parseFrom(
            OtlpWriter.write(OtlpSignal.TRACES, List.of(FIRST, SECOND)))
            .toBuilder();
    request.getResourceSpansBuilder(0).getScopeSpansBuilder(0).addSpansBuilder();
    byte[] body =
        encoding == OtlpEncoding.PROTOBUF
            ? request.build().toByteArray()
            : "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{},{\"traceId\":\"%s\",\"spanId\":\"%016x\"}]}]}]}"
                .formatted(Spans.trace(0), 1)
                .getBytes(StandardCharsets.UTF_8);

    // When
    TraceBodies split = TraceBodies.split(OtlpSignal.TRACES, encoding, body);

    // Then
    assertThat(split.rejected()).isOne();
    OtlpBody published =
        OtlpBody.read(OtlpSignal.TRACES, split.encoding(), split.byTrace().get(Spans.trace(0)));
    assertThat(published.rejected()).isZero();
    assertThat(published.records()).isNotEmpty();
  }

  @Test
  void logRecordsWithoutTraceShareABody() {
    // Given
    TelemetryRecord traced = log(Spans.trace(0), 1);
    TelemetryRecord one = log("", 2);
    TelemetryRecord other = log("", 3);
    byte[] body = OtlpWriter.write(OtlpSignal.LOGS, List.of(one, traced, other));

    // When
    TraceBodies split = TraceBodies.split(OtlpSignal.LOGS, OtlpEncoding.PROTOBUF, body);

    // Then
    assertThat(split.byTrace()).containsOnlyKeys("", Spans.trace(0));
    assertThat(records(OtlpSignal.LOGS, split, "")).containsExactly(one, other);
    assertThat(records(OtlpSignal.LOGS, split, Spans.trace(0))).containsExactly(traced);
  }

  @Test
  void longResourceOfManyTracesIsRefused_soThatASmallRequestFillsNoMemory() {
    Attributes resource =
        new Attributes(Map.of("text", JsonNodeFactory.instance.textNode("x".repeat(2 << 20))));
    List<TelemetryRecord> records = new ArrayList<>();
    for (int trace = 0; trace < 100; trace++) {
      TelemetryRecord span = Spans.tool(Spans.trace(trace), trace, -1, 0, Map.of());
      records.add(
          new TelemetryRecord(
              false,
              span.traceId(),
              span.spanId(),
              "",
              span.name(),
              span.startedAt(),
              span.endedAt(),
              false,
              "",
              span.attributes(),
              resource,
              List.of()));
    }
    byte[] body = OtlpWriter.write(OtlpSignal.TRACES, records);

    assertThat(body).hasSizeLessThan(3 << 20);
    assertThatThrownBy(() -> TraceBodies.split(OtlpSignal.TRACES, OtlpEncoding.PROTOBUF, body))
        .isInstanceOf(InvalidOtlpException.class)
        .hasMessageContaining("send fewer traces in one body");
  }

  @Test
  void bodyOfOneTraceRemainsAsItCame() {
    // Given
    byte[] body = OtlpWriter.write(OtlpSignal.TRACES, List.of(FIRST, SECOND));

    // When
    TraceBodies split = TraceBodies.split(OtlpSignal.TRACES, OtlpEncoding.PROTOBUF, body);

    // Then
    assertThat(split.byTrace().get(Spans.trace(0))).isSameAs(body);
  }

  @Test
  void jsonOfSeveralTracesIsWrittenInProtobuf() {
    // Given
    String span = "{\"traceId\":\"%s\",\"spanId\":\"%s\",\"name\":\"work\"}";
    String json =
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[%s,%s]}]}]}"
            .formatted(
                span.formatted(Spans.trace(0), Spans.span(1)),
                span.formatted(Spans.trace(1), Spans.span(2)));

    // When
    TraceBodies split =
        TraceBodies.split(
            OtlpSignal.TRACES, OtlpEncoding.JSON, json.getBytes(StandardCharsets.UTF_8));

    // Then
    assertThat(split.encoding()).isEqualTo(OtlpEncoding.PROTOBUF);
    assertThat(records(OtlpSignal.TRACES, split, Spans.trace(1)))
        .extracting(TelemetryRecord::spanId)
        .containsExactly(Spans.span(2));
  }

  @Test
  void spanWithInvalidIdIsRejected() {
    // Given
    ByteString id = ByteString.copyFrom(new byte[] {0, 0, 0, 0, 0, 0, 0, 1});
    Span valid = Span.newBuilder().setTraceId(id.concat(id)).setSpanId(id).build();
    List<Span> spans =
        List.of(
            valid.toBuilder().clearTraceId().build(),
            valid,
            valid.toBuilder().clearSpanId().build(),
            valid.toBuilder().setParentSpanId(id.concat(id)).build());
    byte[] body =
        ExportTraceServiceRequest.newBuilder()
            .addResourceSpans(
                ResourceSpans.newBuilder()
                    .addScopeSpans(ScopeSpans.newBuilder().addAllSpans(spans)))
            .build()
            .toByteArray();

    // When
    TraceBodies split = TraceBodies.split(OtlpSignal.TRACES, OtlpEncoding.PROTOBUF, body);

    // Then
    assertThat(split.byTrace()).hasSize(1);
    assertThat(split.rejected()).isEqualTo(3);
    assertThat(split.problem()).startsWith("traceId must have 16 bytes");
  }

  @Test
  void truncatedBodyIsInvalid() {
    // Given
    byte[] body = OtlpWriter.write(OtlpSignal.TRACES, List.of(FIRST));
    byte[] truncated = Arrays.copyOf(body, body.length - 1);

    // Then
    assertThatThrownBy(() -> TraceBodies.split(OtlpSignal.TRACES, OtlpEncoding.PROTOBUF, truncated))
        .isInstanceOf(InvalidOtlpException.class);
  }
}
