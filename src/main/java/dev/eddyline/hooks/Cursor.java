package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.agents.ToolResultText;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.schema.AgentEvent;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Cursor: commands. Experimental: the form of its hooks is known from secondary sources. Its hooks
 * after a tool only observe.
 */
final class Cursor implements HookAgent {

  private static final List<String> HOOKS =
      List.of(
          "beforeShellExecution",
          "afterShellExecution",
          "beforeMCPExecution",
          "afterMCPExecution",
          "beforeSubmitPrompt",
          "afterAgentResponse");

  private static final Set<String> HOOK_EVENTS_BEFORE_TOOL =
      Set.of("beforeShellExecution", "beforeMCPExecution");
  private static final String NAME = "cursor";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<AgentEvent> events(HookCall hook) {
    AgentTask task = task(hook);
    return switch (hook.required("hook_event_name")) {
      case "beforeShellExecution" -> List.of(task.called(shell(hook), ReplyKind.REQUESTED));
      case "afterShellExecution" -> returned(task, shell(hook), hook.value("output"));
      case "beforeMCPExecution" -> List.of(task.called(mcp(hook), ReplyKind.REQUESTED));
      case "afterMCPExecution" -> returned(task, mcp(hook), hook.value("result_json"));
      case "beforeSubmitPrompt" ->
          List.of(task.prompted(hook.text("generation_id"), hook.required("prompt")));
      case "afterAgentResponse" ->
          hook.text("text").filter(text -> !text.isBlank()).map(task::responded).stream().toList();
      default -> List.of();
    };
  }

  private static AgentTask task(HookCall hook) {
    String session = hook.required("conversation_id");
    return new AgentTask(hook.workflow(NAME), session, Optional.empty(), NAME, hook.receivedAt());
  }

  private static ToolUse shell(HookCall hook) {
    ObjectNode input = ClaudeHookFormat.emptyAnswer().put("command", hook.required("command"));
    return new ToolUse(Optional.empty(), "shell", Optional.of(input));
  }

  private static ToolUse mcp(HookCall hook) {
    return hook.toolUse();
  }

  private static List<AgentEvent> returned(AgentTask task, ToolUse use, Optional<JsonNode> output) {
    return output
        .map(ToolResultText::of)
        .map(text -> task.returned(use, text, false, ReplyKind.NONE))
        .stream()
        .toList();
  }

  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    return switch (guidance.kind()) {
      case NOTHING -> ClaudeHookFormat.emptyAnswer();
      case HINT -> permission("deny").put("agent_message", guidance.text());
      case ASK -> permission("ask").put("user_message", guidance.text());
      case STOP ->
          permission("deny")
              .put("user_message", guidance.text())
              .put("agent_message", guidance.text());
    };
  }

  private static ObjectNode permission(String permission) {
    return ClaudeHookFormat.emptyAnswer().put("permission", permission);
  }

  @Override
  public String setup(HookTarget target) {
    ObjectNode settings = ClaudeHookFormat.emptyAnswer().put("version", 1);
    ObjectNode hooks = settings.putObject("hooks");
    for (String event : HOOKS) {
      ArrayNode handlers = hooks.putArray(event);
      boolean blocks = target.failClosed() && HOOK_EVENTS_BEFORE_TOOL.contains(event);
      ObjectNode handler = handlers.addObject().put("command", HookTarget.script(NAME, blocks));
      if (blocks) {
        handler.put("failClosed", true);
      }
    }
    return new HookSetup(target, NAME)
        .startSection("Experimental: the form of Cursor's hooks is known from secondary sources.")
        .startSection("Paste this into a shell:")
        .script()
        .startSection("Add to ~/.cursor/hooks.json, or to .cursor/hooks.json of a project:")
        .json(settings)
        .token()
        .text();
  }
}
