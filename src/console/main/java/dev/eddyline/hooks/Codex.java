package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Codex: commands in Claude Code's format. It rejects answers with unknown fields, cannot ask the
 * user at a hook, and reports failures only in the output of a shell command.
 */
final class Codex extends ClaudeFormatAgent {

  private static final List<String> HOOKS =
      List.of(
          ClaudeHookFormat.BEFORE_TOOL,
          ClaudeHookFormat.AFTER_TOOL,
          "UserPromptSubmit",
          "Stop",
          "SubagentStart",
          "SubagentStop",
          "PermissionRequest");

  private static final String NAME = "codex";

  Codex() {
    super(NAME, FAILED_COMMAND, false, true);
  }

  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    return ClaudeHookFormat.answerWithoutAsking(hook, guidance);
  }

  @Override
  public String setup(HookTarget target) {
    return new HookSetup(target, NAME)
        .startSection("Paste this into a shell:")
        .script()
        .startSection("Add to ~/.codex/hooks.json, or to .codex/hooks.json of a project:")
        .json(HookSetup.grouped(HOOKS, event -> target.command(NAME, event)))
        .startSection("Codex asks once whether it may run the hooks. Before May 2026 they need")
        .line("[features] hooks = true in ~/.codex/config.toml.")
        .token()
        .text();
  }
}
