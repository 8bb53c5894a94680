package dev.eddyline.metrics;

import dev.eddyline.engine.CanaryTasks;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Exports a span for each verdict and gate trigger, as a child of the event's {@code traceparent},
 * by OTLP over HTTP in the background; spans are dropped while the receiver is unavailable. Outputs
 * carry the event's trace context, with or without spans. Thread-safe.
 */
public final class Traces implements AutoCloseable {

  /** Exports no spans, at no cost. */
  public static final Traces NONE = new Traces(null);

  private static final String PATH = "/v1/traces";
  private static final long SHUTDOWN_TIMEOUT_SECONDS = 2;

  private static final TextMapGetter<Headers> GETTER =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Headers headers) {
          List<String> keys = new ArrayList<>();
          headers.forEach(header -> keys.add(header.key()));
          return keys;
        }

        @Override
        public String get(Headers headers, String key) {
          Header header = headers.lastHeader(key);
          return header == null || header.value() == null
              ? null
              : new String(header.value(), StandardCharsets.UTF_8);
        }
      };

  private final SdkTracerProvider provider;
  private final Tracer tracer;

  private Traces(SdkTracerProvider provider) {
    this.provider = provider;
    tracer = provider == null ? null : provider.get("dev.eddyline");
  }

  /**
   * Exports spans to the receiver at this address, or none for an empty one.
   *
   * @param endpoint as OTEL_EXPORTER_OTLP_ENDPOINT has it: {@code http://host:4318}
   * @param service service name of the spans
   * @throws IllegalArgumentException for an invalid address
   */
  public static Traces createForEndpoint(String endpoint, String service) {
    if (endpoint.isBlank()) {
      return NONE;
    }
    String base = endpoint.strip().replaceAll("/+$", "");
    var exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(base.endsWith(PATH) ? base : base + PATH)
            .build();
    return new Traces(
        SdkTracerProvider.builder()
            .setResource(
                Resource.getDefault()
                    .merge(
                        Resource.create(
                            Attributes.of(AttributeKey.stringKey("service.name"), service))))
            .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
            .build());
  }

  /**
   * Exports the span of a published record.
   *
   * @param cause headers of the record that caused it
   * @param recordTime timestamp of that record, epoch milliseconds: the span's beginning
   */
  public void exportSpan(SpecificRecord output, Headers cause, long recordTime) {
    if (tracer == null) {
      return;
    }
    if (output instanceof LoopVerdict verdict) {
      if (CanaryTasks.isCanary(verdict.getTaskId())) {
        return;
      }
      Attributes attributes =
          Attributes.builder()
              .put("eddyline.verdict_id", verdict.getVerdictId())
              .put("eddyline.event_id", verdict.getEventId())
              .put("eddyline.task_id", verdict.getTaskId())
              .put("eddyline.root_task_id", verdict.getRootTaskId())
              .put("eddyline.agent_id", verdict.getAgentId())
              .put("eddyline.loop_type", verdict.getLoopType().name())
              .put("eddyline.loop_count", verdict.getLoopCount())
              .put("eddyline.action", verdict.getAction().name())
              .put("eddyline.policy", verdict.getPolicy())
              .build();
      span("eddyline.verdict", attributes, cause, recordTime, verdict.getDecidedAt());
    } else if (output instanceof GateTrigger gate) {
      Attributes attributes =
          Attributes.builder()
              .put("eddyline.gate_id", gate.getGateId())
              .put("eddyline.gate_state", gate.getState().name())
              .put("eddyline.task_id", gate.getTaskId())
              .put("eddyline.root_task_id", gate.getRootTaskId())
              .put("eddyline.loop_type", gate.getLoopType().name())
              .put("eddyline.loop_count", gate.getLoopCount())
              .build();
      span("eddyline.gate", attributes, cause, recordTime, gate.getDecidedAt());
    }
  }

  private void span(
      String name, Attributes attributes, Headers cause, long recordTime, Instant decidedAt) {
    Context parent = W3CTraceContextPropagator.getInstance().extract(Context.root(), cause, GETTER);
    long end = Math.max(recordTime, decidedAt.toEpochMilli());
    tracer
        .spanBuilder(name)
        .setParent(parent)
        .setSpanKind(SpanKind.CONSUMER)
        .setStartTimestamp(recordTime, TimeUnit.MILLISECONDS)
        .setAllAttributes(attributes)
        .startSpan()
        .end(end, TimeUnit.MILLISECONDS);
  }

  /** Sends pending spans, within a short time limit. */
  @Override
  public void close() {
    if (provider != null) {
      provider.shutdown().join(SHUTDOWN_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
  }
}
