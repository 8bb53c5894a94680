package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.AgentTask.ReplyKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Goose: commands of a plugin. Its hooks show no result of a tool, so only calls are recorded, and
 * only a call can be blocked.
 */
final class Goose implements HookAgent {

  private static final List<String> HOOKS =
      List.of(ClaudeHookFormat.BEFORE_TOOL, "UserPromptSubmit", "Stop", "SessionEnd");

  /** Hooks that cause no event. */
  private static final Set<String> IGNORED =
      Set.of(
          "AfterFileEdit",
          "AfterShellExecution",
          "BeforeReadFile",
          "BeforeShellExecution",
          "PostToolUse",
          "PostToolUseFailure",
          "SessionStart");

  private static final String EVENT = "event";
  private static final String NAME = "goose";
  private static final String FOLDER = "~/.agents/plugins/eddyline";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HookReading read(HookCall hook) {
    String event = hook.required(EVENT);
    return switch (event) {
      case ClaudeHookFormat.BEFORE_TOOL ->
          HookReading.of(task(hook).called(hook.toolUse("tool_call_id"), ReplyKind.REQUESTED));
      case "UserPromptSubmit" ->
          HookReading.of(task(hook).prompted(Optional.empty(), hook.required("message")));
      case "Stop" ->
          HookReading.of(
              hook.text("last_assistant_message")
                  .filter(text -> !text.isBlank())
                  .map(task(hook)::responded));
      case "SessionEnd" -> HookReading.of(task(hook).completed("ended"));
      default -> IGNORED.contains(event) ? HookReading.IGNORED : HookReading.unknown(EVENT);
    };
  }

  @Override
  public ResultHooks resultHooks() {
    return ResultHooks.NONE;
  }

  @Override
  public List<ObjectNode> failingCall(String session, int number) {
    ObjectNode hook =
        ClaudeHookFormat.emptyAnswer()
            .put(EVENT, ClaudeHookFormat.BEFORE_TOOL)
            .put("session_id", session)
            .put("tool_call_id", "call-" + number)
            .put("tool_name", "developer__shell");
    hook.putObject("tool_input").put("command", ClaudeHookFormat.COMMAND);
    return List.of(hook);
  }

  private static AgentTask task(HookCall hook) {
    String session = hook.required("session_id");
    return new AgentTask(hook.workflow(NAME), session, Optional.empty(), NAME, hook.occurredAt());
  }

  /** Goose reads an empty object as a hook that failed. */
  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    return guidance.kind() == HookInstruction.InstructionKind.NOTHING
        ? ClaudeHookFormat.emptyAnswer().put("decision", "allow")
        : ClaudeHookFormat.emptyAnswer().put("decision", "block").put("reason", guidance.text());
  }

  @Override
  public String setup(HookTarget target) {
    ObjectNode plugin =
        ClaudeHookFormat.emptyAnswer().put("name", "eddyline").put("version", "1.0.0");
    ObjectNode hooks = HookSetup.grouped(HOOKS, event -> command(target, event));
    return new HookSetup(target, NAME)
        .startSection("Paste this into a shell:")
        .script()
        .file(FOLDER, "plugin.json", HookSetup.formatJson(plugin))
        .file(FOLDER + "/hooks", "hooks.json", HookSetup.formatJson(hooks))
        .startSection(
            "Goose shows no results of tools to a hook. Equal calls are a loop where the policy of")
        .line("the workflow goose sets repeated_action.missingOutcome: counts.")
        .token()
        .text();
  }

  private static ObjectNode command(HookTarget target, String event) {
    ObjectNode command = target.command(NAME, event);
    return target.blocks(event) ? command.put("on_failure", "block") : command;
  }
}
