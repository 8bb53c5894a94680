package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.ToolUse;
import java.util.List;

/**
 * GitHub Copilot CLI: commands. Under hook names in Pascal case its hooks have Claude Code's
 * format, without ids of calls; its answers do not. It shows the reason of a question to the model.
 */
final class CopilotCli extends ClaudeFormatAgent {

  private static final List<String> HOOKS =
      List.of(
          ClaudeHookFormat.BEFORE_TOOL,
          ClaudeHookFormat.AFTER_TOOL,
          ClaudeHookFormat.AFTER_FAILURE,
          "UserPromptSubmit",
          "SessionEnd");

  private static final List<String> RESULT_TYPES = List.of("result_type", "resultType");
  static final String NAME = "copilot-cli";

  CopilotCli() {
    // it reports every call that has no rule yet as a request
    super(NAME, FAILED_COMMAND.or(CopilotCli::isNoSuccess), true, false);
  }

  /** Whether a result has the fields that only Copilot's results have. */
  static boolean isResult(JsonNode result) {
    return RESULT_TYPES.stream().anyMatch(result::has);
  }

  private static boolean isNoSuccess(ToolUse use, JsonNode result) {
    return RESULT_TYPES.stream()
        .map(result::path)
        .anyMatch(type -> type.isTextual() && !type.textValue().equals("success"));
  }

  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    if (guidance.kind() == HookInstruction.InstructionKind.NOTHING) {
      return ClaudeHookFormat.emptyAnswer();
    }
    if (!ClaudeHookFormat.isBeforeTool(hook)) {
      return ClaudeHookFormat.emptyAnswer().put("additionalContext", guidance.text());
    }
    boolean asks = guidance.kind() == HookInstruction.InstructionKind.ASK;
    return ClaudeHookFormat.emptyAnswer()
        .put("permissionDecision", asks ? "ask" : "deny")
        .put("permissionDecisionReason", guidance.text());
  }

  @Override
  public List<ObjectNode> failingCall(String session, int number) {
    return super.failingCall(session, number).stream()
        .map(hook -> hook.<ObjectNode>without("tool_use_id"))
        .toList();
  }

  @Override
  public String setup(HookTarget target) {
    return new HookSetup(target, NAME)
        .startSection("Paste this into a shell:")
        .script()
        .startSection(
            "Add to ~/.copilot/hooks/eddyline.json, or to .github/hooks/eddyline.json of a project:")
        .json(HookSetup.ungrouped(HOOKS, event -> command(target, event)))
        .token()
        .text();
  }

  /** After a failure, only a command that ends with 2 adds text for the model. */
  private static ObjectNode command(HookTarget target, String event) {
    ObjectNode command = target.command(NAME, event);
    return event.equals(ClaudeHookFormat.AFTER_FAILURE)
        ? command.put("command", command.get("command").textValue() + " context")
        : command;
  }
}
