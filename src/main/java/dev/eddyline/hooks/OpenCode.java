package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** OpenCode: Eddyline's plugin posts JSON in Claude Code's format. */
final class OpenCode implements HookAgent {

  private static final String NAME = "opencode";

  private final ClaudeHookFormat shape = new ClaudeHookFormat(NAME, (use, result) -> false);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HookReading read(HookCall hook) {
    return shape.read(hook);
  }

  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    return ClaudeHookFormat.answerWithoutAsking(hook, guidance);
  }

  @Override
  public List<ObjectNode> failingCall(String session, int number) {
    return ClaudeHookFormat.failingCall(session, number, true);
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
