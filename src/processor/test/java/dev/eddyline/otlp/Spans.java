package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Spans as OpenTelemetry's conventions for generative AI describe them. */
public final class Spans {

  /** Start of the first span. */
  public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private Spans() {}

  /** A trace id. */
  public static String trace(int number) {
    return "%032x".formatted(number + 1);
  }

  /** A span id. */
  public static String span(int number) {
    return "%016x".formatted(number + 1);
  }

  /** A tool call of a second, that starts some seconds after the start. */
  public static TelemetryRecord tool(
      String trace, int span, int parent, int startSecond, Map<String, String> more) {
    Map<String, String> attributes = new HashMap<>();
    attributes.put("gen_ai.operation.name", "execute_tool");
    attributes.put("gen_ai.tool.name", "read_file");
    attributes.put("gen_ai.tool.call.id", "call_" + span);
    attributes.put("gen_ai.tool.call.arguments", "{\"path\":\"src/Cart.java\"}");
    attributes.put("gen_ai.tool.call.result", "class Cart {}");
    attributes.putAll(more);
    return record(trace, span, parent, "execute_tool read_file", startSecond, 1, attributes);
  }

  /** The work of an agent. */
  public static TelemetryRecord agent(
      String trace, int span, int parent, int seconds, Map<String, String> more) {
    Map<String, String> attributes = new HashMap<>();
    attributes.put("gen_ai.operation.name", "invoke_agent");
    attributes.put("gen_ai.agent.name", "fixer");
    attributes.putAll(more);
    return record(trace, span, parent, "invoke_agent fixer", 0, seconds, attributes);
  }

  /** Any span; a parent below 0 means none. */
  public static TelemetryRecord record(
      String trace,
      int span,
      int parent,
      String name,
      int startSecond,
      int seconds,
      Map<String, String> attributes) {
    Map<String, JsonNode> values = new HashMap<>();
    attributes.forEach((key, value) -> values.put(key, JsonNodeFactory.instance.textNode(value)));
    return new TelemetryRecord(
        false,
        trace,
        span(span),
        parent < 0 ? "" : span(parent),
        name,
        START.plusSeconds(startSecond),
        START.plusSeconds(startSecond + seconds),
        false,
        "",
        new Attributes(values),
        new Attributes(
            Map.of("service.name", (JsonNode) JsonNodeFactory.instance.textNode("shop"))),
        List.of());
  }
}
