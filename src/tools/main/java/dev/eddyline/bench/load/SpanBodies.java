package dev.eddyline.bench.load;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * OTLP bodies as an exporter sends them: the spans of some agents that work at the same time, in
 * the order of their ends. A trace has model and tool calls in turn, then the agent's own span,
 * which alone names agent and task. The lengths of texts are those of the mix. The same number
 * gives the same span.
 *
 * @param mix lengths of the texts
 * @param texts generates the texts
 * @param tasks number of tasks, at least 1; each has many traces
 * @param firstSpanAt start of each task's first span
 */
public record SpanBodies(EventMix mix, SyntheticTexts texts, int tasks, Instant firstSpanAt) {

  /** Spans of a body; the last one may have fewer. */
  public static final int SPANS_PER_BODY = 256;

  private static final int CONCURRENT_TRACES = 4;
  private static final int CALLS_PER_TRACE = 8;

  /** A model call and a tool call in turn, and the agent. */
  private static final int SPANS_PER_TRACE = 2 * CALLS_PER_TRACE + 1;

  /** A response, and a tool call with its result. */
  private static final int EVENTS_PER_TRACE = 3 * CALLS_PER_TRACE;

  /** Spans of the traces that run at the same time. */
  public static final int SPANS_PER_GROUP = CONCURRENT_TRACES * SPANS_PER_TRACE;

  /** Events of the traces that run at the same time. */
  public static final int EVENTS_PER_GROUP = CONCURRENT_TRACES * EVENTS_PER_TRACE;

  private static final long TEXT_SEED = 11;
  private static final int SPAN_MILLIS = 100;
  private static final Resource RESOURCE =
      Resource.newBuilder()
          .addAttributes(attribute("service.name", "bench-agents"))
          .addAttributes(attribute("service.instance.id", "bench-agents-1"))
          .addAttributes(attribute("telemetry.sdk.language", "python"))
          .addAttributes(attribute("telemetry.sdk.name", "opentelemetry"))
          .addAttributes(attribute("telemetry.sdk.version", "1.36.0"))
          .build();
  private static final InstrumentationScope SCOPE =
      InstrumentationScope.newBuilder().setName("bench.agents").setVersion("1.0.0").build();

  /** A body in Protobuf with the spans of these numbers, from (inclusive) to (exclusive). */
  public byte[] body(long from, long to) {
    ScopeSpans.Builder spans = ScopeSpans.newBuilder().setScope(SCOPE);
    for (long number = from; number < to; number++) {
      spans.addSpans(span(number));
    }
    return ExportTraceServiceRequest.newBuilder()
        .addResourceSpans(ResourceSpans.newBuilder().setResource(RESOURCE).addScopeSpans(spans))
        .build()
        .toByteArray();
  }

  private Span span(long number) {
    long group = number / SPANS_PER_GROUP;
    int inGroup = (int) (number % SPANS_PER_GROUP);
    long trace = group * CONCURRENT_TRACES + inGroup % CONCURRENT_TRACES;
    int position = inGroup / CONCURRENT_TRACES;
    boolean isAgent = position == SPANS_PER_TRACE - 1;
    long traceMillis =
        firstSpanAt.toEpochMilli() + trace / tasks * SPANS_PER_TRACE * (long) SPAN_MILLIS;
    long startMillis = isAgent ? traceMillis : traceMillis + position * (long) SPAN_MILLIS;
    Span.Builder span =
        Span.newBuilder()
            .setTraceId(ByteString.copyFrom(ByteBuffer.allocate(16).putLong(8, trace + 1)))
            .setSpanId(spanId(number))
            .setStartTimeUnixNano(TimeUnit.MILLISECONDS.toNanos(startMillis))
            .setEndTimeUnixNano(
                TimeUnit.MILLISECONDS.toNanos(
                    traceMillis + (position + 1) * (long) SPAN_MILLIS - 10));
    if (isAgent) {
      return agent(span, trace);
    }
    long agentNumber =
        group * SPANS_PER_GROUP
            + (SPANS_PER_TRACE - 1L) * CONCURRENT_TRACES
            + inGroup % CONCURRENT_TRACES;
    span.setParentSpanId(spanId(agentNumber));
    return position % 2 == 0 ? modelCall(span, number) : toolCall(span, number);
  }

  private static ByteString spanId(long number) {
    return ByteString.copyFrom(ByteBuffer.allocate(8).putLong(0, number + 1));
  }

  private Span agent(Span.Builder span, long trace) {
    return span.setName("invoke_agent bench")
        .setKind(Span.SpanKind.SPAN_KIND_INTERNAL)
        .addAttributes(attribute("gen_ai.operation.name", "invoke_agent"))
        .addAttributes(attribute("gen_ai.agent.name", "agent-" + trace % mix.runs().agents()))
        .addAttributes(attribute("gen_ai.conversation.id", "telemetry-" + trace % tasks))
        .build();
  }

  private Span modelCall(Span.Builder span, long number) {
    ObjectNode message = JsonNodeFactory.instance.objectNode().put("role", "assistant");
    message
        .putArray("parts")
        .addObject()
        .put("type", "text")
        .put("content", text(MixEventType.RESPONSE_PRODUCED, number));
    message.put("finish_reason", "tool_calls");
    return span.setName("chat bench-model")
        .setKind(Span.SpanKind.SPAN_KIND_CLIENT)
        .addAttributes(attribute("gen_ai.operation.name", "chat"))
        .addAttributes(attribute("gen_ai.provider.name", "openai"))
        .addAttributes(attribute("gen_ai.request.model", "bench-model"))
        .addAttributes(attribute("gen_ai.response.model", "bench-model-2026-01-01"))
        .addAttributes(attribute("gen_ai.response.id", "response-" + number))
        .addAttributes(attribute("gen_ai.usage.input_tokens", 1_000 + number % 1_000))
        .addAttributes(attribute("gen_ai.usage.output_tokens", 100 + number % 100))
        .addAttributes(attribute("gen_ai.output.messages", List.of(message).toString()))
        .build();
  }

  private Span toolCall(Span.Builder span, long number) {
    String tool = "tool-" + number % mix.runs().tools();
    ObjectNode arguments =
        JsonNodeFactory.instance
            .objectNode()
            .put("command", text(MixEventType.TOOL_CALLED, number));
    return span.setName("execute_tool " + tool)
        .setKind(Span.SpanKind.SPAN_KIND_INTERNAL)
        .addAttributes(attribute("gen_ai.operation.name", "execute_tool"))
        .addAttributes(attribute("gen_ai.tool.name", tool))
        .addAttributes(attribute("gen_ai.tool.type", "function"))
        .addAttributes(attribute("gen_ai.tool.call.id", "call-" + number))
        .addAttributes(attribute("gen_ai.tool.call.arguments", arguments.toString()))
        .addAttributes(
            attribute("gen_ai.tool.call.result", text(MixEventType.TOOL_RETURNED, number)))
        .build();
  }

  /** A text that is not empty: calls without content are a case of their own. */
  private String text(MixEventType type, long number) {
    List<Integer> lengths = mix.statsOf(type).characters();
    long hash = SeededRandom.hash(TEXT_SEED, number, type.name().hashCode());
    int length = lengths.get((int) Math.floorMod(hash, (long) lengths.size()));
    return texts.generateText(hash, Math.max(1, length));
  }

  private static KeyValue attribute(String key, String value) {
    return attribute(key, AnyValue.newBuilder().setStringValue(value));
  }

  private static KeyValue attribute(String key, long value) {
    return attribute(key, AnyValue.newBuilder().setIntValue(value));
  }

  private static KeyValue attribute(String key, AnyValue.Builder value) {
    return KeyValue.newBuilder().setKey(key).setValue(value).build();
  }
}
