package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * VS Code's agent: commands in Claude Code's format, some of whose fields are in camel case. It has
 * no hook for a failed tool; a failed command is recognised by its output.
 */
final class VsCode extends ClaudeFormatAgent {

  private static final List<String> HOOKS =
      List.of(
          ClaudeHookFormat.BEFORE_TOOL,
          ClaudeHookFormat.AFTER_TOOL,
          "UserPromptSubmit",
          "SubagentStart",
          "SubagentStop");

  static final String NAME = "vscode";

  VsCode() {
    super(NAME, FAILED_COMMAND, false, true);
  }

  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    return ClaudeHookFormat.answerWithQuestion(hook, guidance);
  }

  @Override
  public String setup(HookTarget target) {
    return new HookSetup(target, NAME)
        .startSection("Paste this into a shell:")
        .script()
        .startSection("Add to .github/hooks/eddyline.json of a project. VS Code's Copilot sessions")
        .line("read the same file: the settings of copilot-cli serve them better.")
        .json(HookSetup.ungrouped(HOOKS, event -> target.command(NAME, event)))
        .token()
        .text();
  }
}
