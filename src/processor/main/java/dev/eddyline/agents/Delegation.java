package dev.eddyline.agents;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A tool call that hands work to a subagent: a request to another agent, not an action.
 *
 * @param toAgent type of the subagent
 * @param request its prompt
 */
public record Delegation(String toAgent, String request) {

  private static final Set<String> TOOLS = Set.of("Agent", "Task", "task", "spawn_agent");
  private static final List<String> PROMPTS = List.of("prompt", "message");
  private static final List<String> AGENTS = List.of("subagent_type", "agent_type");

  /** The delegation of a call; empty for other tools, and without a prompt. */
  public static Optional<Delegation> find(ToolUse use) {
    if (!TOOLS.contains(use.tool())) {
      return Optional.empty();
    }
    return use.input().flatMap(input -> of(use.tool(), input));
  }

  private static Optional<Delegation> of(String tool, JsonNode input) {
    String agent = text(input, AGENTS).orElse(tool);
    return text(input, PROMPTS).map(prompt -> new Delegation(agent, prompt));
  }

  private static Optional<String> text(JsonNode input, List<String> keys) {
    return keys.stream()
        .map(input::path)
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .findFirst();
  }
}
