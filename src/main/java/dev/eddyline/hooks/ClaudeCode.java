package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
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
          "SessionEnd");

  /** Permission modes without prompts: a call that needs a decision is denied. */
  private static final Set<String> PERMISSION_MODES_WITHOUT_PROMPT =
      Set.of("bypassPermissions", "dontAsk");

  private static final String NAME = "claude-code";

  ClaudeCode() {
    super(NAME, NEVER_FAILED, true);
  }

  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    return guidance.kind() == HookInstruction.InstructionKind.STOP || canAskUser(hook)
        ? ClaudeHookFormat.answerWithQuestion(hook, guidance)
        : ClaudeHookFormat.answerWithoutAsking(hook, guidance);
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
                "Add to .claude/settings.json of a project, or to ~/.claude/settings.json:");
    if (target.failClosed()) {
      setup.line("Claude Code before 2.1.295 ignores onFailure: use the script below.");
    }
    return setup
        .json(settings)
        .startSection(
            "Without HTTP hooks: paste this into a shell, and add the settings below in place of"
                + " those above.")
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
