package dev.eddyline.hooks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.text.Hash;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;

/**
 * A tool call as a hook shows it.
 *
 * @param givenId the agent's own id of the call, if it has one
 * @param tool name of the tool
 * @param input the arguments; empty when the hook does not show them
 */
record ToolUse(Optional<String> givenId, String tool, Optional<JsonNode> input) {

  /** Keys that name a shell command. */
  private static final Set<String> COMMANDS = Set.of("command", "cmd");

  /** Keys of a shell tool that explain or limit the command and change nothing of it. */
  private static final Set<String> EXPLANATIONS =
      Set.of(
          "description",
          "explanation",
          "justification",
          "thought",
          "summary",
          "security_risk",
          "timeout",
          "timeout_ms",
          "timeout_secs",
          "yield_time_ms",
          "max_output_tokens");

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  /** The call of a hook's fields tool_name and tool_input. */
  static ToolUse of(HookCall hook, Optional<String> givenId) {
    return new ToolUse(givenId, hook.required("tool_name"), hook.value("tool_input"));
  }

  /**
   * The call's id. Without an id of its own it is a hash of tool and arguments, which a call shares
   * with its result.
   */
  String callId() {
    return givenId.orElseGet(() -> Hash.id(tool, sorted(input)));
  }

  /** The arguments as text; empty when they are unknown. */
  String arguments() {
    return input.map(it -> it.isTextual() ? it.textValue() : it.toString()).orElse("");
  }

  /** Whether the tool runs a shell command. */
  boolean isShell() {
    return input.filter(it -> COMMANDS.stream().anyMatch(it::has)).isPresent();
  }

  /**
   * The key by which two calls are equal: for a shell tool the arguments without explanations, for
   * unknown arguments the call's id; null: the arguments decide.
   */
  String loopKey() {
    if (input.isEmpty()) {
      return callId();
    }
    if (isShell() && input.get() instanceof ObjectNode arguments) {
      return sorted(Optional.of(arguments.deepCopy().without(EXPLANATIONS)));
    }
    return null;
  }

  private static String sorted(Optional<JsonNode> json) {
    try {
      Object plain = JSON.treeToValue(json.orElse(null), Object.class);
      return JSON.writeValueAsString(plain);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException("JSON that was read cannot fail to be written", impossible);
    }
  }
}
