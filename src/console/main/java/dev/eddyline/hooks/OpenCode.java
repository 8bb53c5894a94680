package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** OpenCode: Eddyline's plugin posts JSON in Claude Code's format. */
final class OpenCode extends ClaudeFormatAgent {

  private static final String NAME = "opencode";

  OpenCode() {
    super(NAME, NEVER_FAILED, true, true);
  }

  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    return ClaudeHookFormat.answerWithoutAsking(hook, guidance);
  }

  @Override
  public String setup(HookTarget target) {
    return new HookSetup(target, NAME)
        .startSection(
            "Paste this into a shell in a project; for all projects use ~/.config/opencode/plugins:")
        .file(".opencode/plugins", "eddyline.js", target.fillTemplate(NAME, "opencode.js"))
        .token()
        .text();
  }
}
