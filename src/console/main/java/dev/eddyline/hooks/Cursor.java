package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.agents.ToolResultText;
import dev.eddyline.agents.ToolUse;
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

  /** Hooks that cause no event. */
  private static final Set<String> IGNORED =
      Set.of(
          "afterAgentThought",
          "afterFileEdit",
          "afterTabFileEdit",
          "beforeReadFile",
          "beforeTabFileRead",
          "postToolUse",
          "postToolUseFailure",
          "preCompact",
          "preToolUse",
          "sessionEnd",
          "sessionStart",
          "stop",
          "subagentStart",
          "subagentStop");

  private static final String EVENT = "hook_event_name";
  private static final String NAME = "cursor";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HookReading read(HookCall hook) {
    AgentTask task = task(hook);
    String event = hook.required(EVENT);
    return switch (event) {
      case "beforeShellExecution" -> HookReading.of(task.called(shell(hook), ReplyKind.REQUESTED));
      case "afterShellExecution" -> returned(task, shell(hook), hook, "output");
      case "beforeMCPExecution" -> HookReading.of(task.called(mcp(hook), ReplyKind.REQUESTED));
      case "afterMCPExecution" -> returned(task, mcp(hook), hook, "result_json");
      case "beforeSubmitPrompt" ->
          HookReading.of(task.prompted(hook.text("generation_id"), hook.required("prompt")));
      case "afterAgentResponse" ->
          HookReading.of(hook.text("text").filter(text -> !text.isBlank()).map(task::responded));
      default -> IGNORED.contains(event) ? HookReading.IGNORED : HookReading.unknown(EVENT);
    };
  }

  @Override
  public ResultHooks resultHooks() {
    return ResultHooks.OBSERVED;
  }

  @Override
  public List<ObjectNode> failingCall(String session, int number) {
    return List.of(
        shellHook("beforeShellExecution", session),
        shellHook("afterShellExecution", session).put("output", ClaudeHookFormat.FAILURE));
  }

  private static ObjectNode shellHook(String event, String session) {
    return ClaudeHookFormat.emptyAnswer()
        .put(EVENT, event)
        .put("conversation_id", session)
        .put("command", ClaudeHookFormat.COMMAND);
  }

  private static AgentTask task(HookCall hook) {
    String session = hook.required("conversation_id");
    return new AgentTask(hook.workflow(NAME), session, Optional.empty(), NAME, hook.occurredAt());
  }

  private static ToolUse shell(HookCall hook) {
    ObjectNode input = ClaudeHookFormat.emptyAnswer().put("command", hook.required("command"));
    return new ToolUse(Optional.empty(), "shell", Optional.of(input));
  }

  private static ToolUse mcp(HookCall hook) {
    return hook.toolUse();
  }

  private static HookReading returned(AgentTask task, ToolUse use, HookCall hook, String field) {
    return hook.value(field)
        .map(ToolResultText::of)
        .map(text -> HookReading.of(task.returned(use, text, false, ReplyKind.NONE)))
        .orElseGet(() -> HookReading.withoutResult(field));
  }

  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    return switch (guidance.kind()) {
      case NOTHING -> ClaudeHookFormat.emptyAnswer();
      case HINT -> permission("deny").put("agent_message", guidance.text());
      case ASK -> permission("ask").put("user_message", guidance.userText());
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
    return new HookSetup(target, NAME)
        .startSection("Experimental: the form of Cursor's hooks is known from secondary sources.")
        .startSection("Paste this into a shell:")
        .script()
        .startSection("Add to ~/.cursor/hooks.json, or to .cursor/hooks.json of a project:")
        .json(HookSetup.ungrouped(HOOKS, event -> handler(target, event)))
        .token()
        .text();
  }

  private static ObjectNode handler(HookTarget target, String event) {
    boolean blocks = target.failClosed() && HOOK_EVENTS_BEFORE_TOOL.contains(event);
    ObjectNode handler =
        ClaudeHookFormat.emptyAnswer().put("command", HookTarget.script(NAME, blocks));
    return blocks ? handler.put("failClosed", true) : handler;
  }
}
