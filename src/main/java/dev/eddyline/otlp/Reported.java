package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.schema.TraceSpan;
import dev.eddyline.text.Hash;
import java.util.Optional;

/**
 * What a span reports and a span around it may repeat, where two instrumentations trace one call.
 *
 * @param call hashes of tool and arguments of a tool call; empty without arguments
 * @param hasUsage whether it is a model call with tokens or cost
 * @param hasText whether it is a model call with a text
 */
record Reported(Optional<String> call, boolean hasUsage, boolean hasText) {

  static final Reported NOTHING = new Reported(Optional.empty(), false, false);

  private static final String SEPARATOR = ":";

  /** A call of a tool with its arguments. */
  static Reported call(String tool, JsonNode arguments) {
    String hash = new ToolUse(Optional.empty(), tool, Optional.of(arguments)).callId();
    return new Reported(Optional.of(toolKey(tool) + SEPARATOR + hash), false, false);
  }

  /** What spans within a span reported. */
  static Reported of(TraceSpan span) {
    return new Reported(Optional.ofNullable(span.getCall()), span.getHasUsage(), span.getHasText());
  }

  static String toolKey(String tool) {
    return Hash.id(tool);
  }

  /** The key of the called tool. */
  Optional<String> tool() {
    return call.map(it -> it.substring(0, it.indexOf(SEPARATOR)));
  }

  /** Whether it is a call of this tool, with the same arguments if they are known. */
  boolean isCall(String tool, Optional<JsonNode> arguments) {
    return arguments
        .map(known -> call.equals(call(tool, known).call))
        .orElseGet(() -> tool().equals(Optional.of(toolKey(tool))));
  }

  /** Both; of two tool calls this one's. */
  Reported or(Reported other) {
    return new Reported(call.or(other::call), hasUsage || other.hasUsage, hasText || other.hasText);
  }

  /** Adds it to what spans within a span reported. */
  void addTo(TraceSpan span) {
    call.ifPresent(span::setCall);
    span.setHasUsage(span.getHasUsage() || hasUsage);
    span.setHasText(span.getHasText() || hasText);
  }
}
