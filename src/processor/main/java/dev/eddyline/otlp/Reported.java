package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.schema.TraceSpan;
import dev.eddyline.text.Hash;
import java.util.Optional;

/**
 * What a span reports, and a span around it or within it may report, too, where two
 * instrumentations trace one call.
 *
 * @param tool hash of the called tool; empty for no tool call
 * @param call hash of tool and arguments of a tool call; empty without arguments
 * @param callId hash of the id of a tool call; empty without an id
 * @param hasUsage whether it is a model call with tokens or cost
 * @param hasText whether it is a model call with a text
 */
record Reported(
    Optional<String> tool,
    Optional<String> call,
    Optional<String> callId,
    boolean hasUsage,
    boolean hasText) {

  static final Reported NOTHING = response(false, false);

  /** A call of a tool. */
  static Reported call(String tool, Optional<JsonNode> arguments, Optional<String> callId) {
    return new Reported(
        Optional.of(Hash.id(tool)),
        arguments.map(known -> new ToolUse(Optional.empty(), tool, arguments).callId()),
        callId.map(Hash::id),
        false,
        false);
  }

  /** A response of a model. */
  static Reported response(boolean hasUsage, boolean hasText) {
    return new Reported(Optional.empty(), Optional.empty(), Optional.empty(), hasUsage, hasText);
  }

  /** What a stored span reports. */
  static Reported of(TraceSpan span) {
    return new Reported(
        Optional.ofNullable(span.getTool()),
        Optional.ofNullable(span.getCall()),
        Optional.ofNullable(span.getCallId()),
        span.getHasUsage(),
        span.getHasText());
  }

  /** Stores it as what a span reports. */
  void store(TraceSpan span) {
    span.setTool(tool.orElse(null));
    span.setCall(call.orElse(null));
    span.setCallId(callId.orElse(null));
    span.setHasUsage(hasUsage);
    span.setHasText(hasText);
  }

  /**
   * Whether both are the same tool call: of one id, or of one tool with equal arguments, which one
   * of them may not know.
   */
  boolean isCall(Reported other) {
    if (callId.isPresent() && callId.equals(other.callId)) {
      return true;
    }
    if (call.isPresent() && other.call.isPresent()) {
      return call.equals(other.call);
    }
    return (call.isPresent() || other.call.isPresent()) && tool.equals(other.tool);
  }
}
