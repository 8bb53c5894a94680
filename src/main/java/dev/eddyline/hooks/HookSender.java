package dev.eddyline.hooks;

/**
 * Which agent sent a hook. VS Code and Copilot CLI read Claude Code's settings and share files, so
 * their hooks come to the path of another agent.
 */
public final class HookSender {

  private HookSender() {}

  /**
   * The agent that sent a hook, by its fields.
   *
   * @param addressed the agent of the path
   */
  public static HookAgent of(HookAgent addressed, HookCall hook) {
    String name =
        switch (addressed.name()) {
          case ClaudeCode.NAME -> ofClaudeSettings(hook);
          case VsCode.NAME -> !isVsCode(hook) && isCopilot(hook) ? CopilotCli.NAME : VsCode.NAME;
          case CopilotCli.NAME -> isVsCode(hook) ? VsCode.NAME : CopilotCli.NAME;
          default -> addressed.name();
        };
    return HookAgents.find(name).orElse(addressed);
  }

  private static String ofClaudeSettings(HookCall hook) {
    if (isVsCode(hook)) {
      return VsCode.NAME;
    }
    if (isCopilot(hook)) {
      return CopilotCli.NAME;
    }
    return isOther(hook) ? VsCode.NAME : ClaudeCode.NAME;
  }

  /** Only VS Code has the name of the hook in camel case. */
  private static boolean isVsCode(HookCall hook) {
    return hook.isSpelled("hookEventName");
  }

  /** Copilot's hooks have neither the id of a call nor, without a result, a transcript. */
  private static boolean isCopilot(HookCall hook) {
    return isOther(hook)
        && !hook.has("tool_use_id")
        && (hook.has("tool_name")
            || hook.has("stop_reason")
            || hook.has("agent_name")
            || !hook.has("transcript_path"));
  }

  /** Claude Code sends no time, and all of its fields are in snake case. */
  private static boolean isOther(HookCall hook) {
    return hook.isSpelled("sessionId") || hook.has("timestamp") && !hook.has("permission_mode");
  }
}
