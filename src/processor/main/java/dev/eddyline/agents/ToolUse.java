package dev.eddyline.agents;

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
 * A tool call as an agent reports it.
 *
 * @param givenId the agent's own id of the call, if it has one
 * @param tool name of the tool
 * @param input the arguments; empty when the agent does not report them
 */
public record ToolUse(Optional<String> givenId, String tool, Optional<JsonNode> input) {

  /** Keys that name a shell command. */
  private static final Set<String> COMMANDS = Set.of("command", "cmd");

  private static final Set<String> POLLING_TOOLS = Set.of("BashOutput", "TaskOutput");

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

  /**
   * The call's id. Without an id of its own it is a hash of tool and arguments, which a call shares
   * with its result.
   */
  public String callId() {
    return givenId.orElseGet(() -> Hash.id(tool, sorted(input)));
  }

  /**
   * Whether the tool polls work in the background: equal results are not a loop. Such a call has no
   * event.
   */
  public boolean isPoll() {
    return POLLING_TOOLS.contains(tool)
        || tool.equals("write_stdin")
            && input.map(it -> it.path("chars").asText("").isEmpty()).orElse(false);
  }

  /** The arguments as text; null when they are unknown. */
  public String arguments() {
    return input.map(it -> it.isTextual() ? it.textValue() : it.toString()).orElse(null);
  }

  /** Whether the tool runs a shell command. */
  public boolean isShell() {
    return input.filter(it -> COMMANDS.stream().anyMatch(it::has)).isPresent();
  }

  /**
   * The key by which two calls are equal: for a shell tool the arguments without explanations;
   * null: the arguments decide.
   */
  public String loopKey() {
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
