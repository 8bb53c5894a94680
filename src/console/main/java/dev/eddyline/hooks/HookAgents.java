package dev.eddyline.hooks;

import java.util.List;
import java.util.Optional;

/** The coding agents whose hooks Eddyline understands. */
public final class HookAgents {

  private static final List<HookAgent> ALL =
      List.of(
          new ClaudeCode(),
          new Codex(),
          new GeminiCli(),
          new OpenCode(),
          new Goose(),
          new VsCode(),
          new CopilotCli(),
          new Cursor());

  private HookAgents() {}

  /** Their names. */
  public static List<String> names() {
    return ALL.stream().map(HookAgent::name).toList();
  }

  /** The agent of this name. */
  public static Optional<HookAgent> find(String name) {
    return ALL.stream().filter(agent -> agent.name().equals(name)).findFirst();
  }
}
