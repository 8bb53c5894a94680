package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.Delegation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Claude Code: HTTP hooks, or commands. */
final class ClaudeCode extends ClaudeFormatAgent {

  private static final List<String> HOOKS =
      List.of(
          ClaudeHookFormat.BEFORE_TOOL,
          ClaudeHookFormat.AFTER_TOOL,
          ClaudeHookFormat.AFTER_FAILURE,
          "UserPromptSubmit",
          "Stop",
          "StopFailure",
          "SubagentStart",
          "SubagentStop",
          "SessionEnd",
          "PermissionRequest",
          "PermissionDenied",
          "Notification",
          "Elicitation",
          "ElicitationResult",
          "TaskCompleted");

  /** Permission modes without prompts: a call that needs a decision is denied. */
  private static final Set<String> PERMISSION_MODES_WITHOUT_PROMPT =
      Set.of("bypassPermissions", "dontAsk");

  static final String NAME = "claude-code";

  ClaudeCode() {
    super(NAME, NEVER_FAILED, true, true);
  }

  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    if (hook.context().isHeadless() && ClaudeHookFormat.isBeforeTool(hook)) {
      return answerWithoutTerminal(hook, guidance);
    }
    return guidance.kind() == HookInstruction.InstructionKind.STOP || canAskUser(hook)
        ? ClaudeHookFormat.answerWithQuestion(hook, guidance)
        : ClaudeHookFormat.answerWithoutAsking(hook, guidance);
  }

  /**
   * At an open gate the call is deferred: the agent ends, and makes the call again when it is
   * resumed. Claude Code ignores the deferral of one of several calls; then the next ones are
   * denied.
   */
  private static ObjectNode answerWithoutTerminal(HookCall hook, HookInstruction guidance) {
    if (guidance.kind() == HookInstruction.InstructionKind.STOP) {
      return ClaudeHookFormat.answerWithQuestion(hook, guidance);
    }
    return guidance.kind() == HookInstruction.InstructionKind.ASK && defer(hook, guidance.gateId())
        ? ClaudeHookFormat.decision(hook, "defer", guidance.userText())
            .put(ClaudeHookFormat.USER_MESSAGE, guidance.userText())
        : ClaudeHookFormat.answerWithoutAsking(hook, guidance);
  }

  /** Only a tool call of the session itself can be resumed. */
  private static boolean defer(HookCall hook, String gateId) {
    Optional<String> call =
        hook.text("tool_use_id")
            .filter(id -> !hook.has("agent_id"))
            .filter(id -> Delegation.find(hook.toolUse("tool_use_id")).isEmpty());
    return call.filter(id -> hook.context().sessions().defer(gateId, id)).isPresent();
  }

  @Override
  public boolean hasHeadlessMode() {
    return true;
  }

  private static boolean canAskUser(HookCall hook) {
    return hook.text("permission_mode").filter(PERMISSION_MODES_WITHOUT_PROMPT::contains).isEmpty();
  }

  @Override
  public String setup(HookTarget target) {
    ObjectNode settings = HookSetup.grouped(HOOKS, event -> http(target, event));
    HookSetup setup =
        new HookSetup(target, NAME)
            .startSection(
                target.isHeadless()
                    ? "Save as FILE, and start: claude -p --settings FILE"
                    : "Add to .claude/settings.json of a project, or to ~/.claude/settings.json:");
    if (target.failClosed()) {
      setup.line("Claude Code before 2.1.295 ignores onFailure: use the script below.");
    }
    return setup
        .json(settings)
        .startSection(
            (target.isHeadless()
                    ? "Without HTTP hooks: paste this into a shell, and save the settings"
                    : "Without HTTP hooks, and where VS Code or Copilot read these settings:"
                        + " paste this into a shell, and add the settings")
                + " below in place of those above.")
        .script()
        .json(HookSetup.grouped(HOOKS, event -> target.command(NAME, event)))
        .token()
        .text();
  }

  private static ObjectNode http(HookTarget target, String event) {
    ObjectNode handler = ClaudeHookFormat.emptyAnswer().put("type", "http");
    handler.put("url", target.url(NAME)).put("timeout", HookTarget.CURL_SECONDS);
    handler.putObject("headers").put("Authorization", "Bearer $" + HookTarget.TOKEN);
    handler.putArray("allowedEnvVars").add(HookTarget.TOKEN);
    if (target.blocks(event)) {
      handler.put("onFailure", "block");
    }
    return handler;
  }
}
