package dev.eddyline.hooks;

/**
 * Which agent sent a hook. VS Code and Copilot CLI read Claude Code's settings and share files, so
 * their hooks come to the path of another agent.
 */
public final class HookSender {

  private HookSender() {}

  /**
   * The agent that sent a hook, by fields that only it has, in this hook or an earlier one of the
   * session; else the agent of the path.
   *
   * @param addressed the agent of the path
   */
  public static HookAgent recognize(HookAgent addressed, HookCall hook) {
    return HookAgents.find(
            switch (addressed.name()) {
              case ClaudeCode.NAME, VsCode.NAME, CopilotCli.NAME ->
                  isVsCode(hook)
                      ? VsCode.NAME
                      : isCopilot(hook) || isOfCopilotSession(hook)
                          ? CopilotCli.NAME
                          : addressed.name();
              default -> addressed.name();
            })
        .orElse(addressed);
  }

  /** Remembers the agent of a session whose other hooks do not show it. */
  public static void remember(HookAgent sender, HookCall hook) {
    if (sender.name().equals(CopilotCli.NAME) && isCopilot(hook)) {
      hook.context().sessions().rememberCopilot(sessionKey(hook));
    }
  }

  /** Only VS Code has the name of the hook in camel case. */
  private static boolean isVsCode(HookCall hook) {
    return hook.isSpelled("hookEventName");
  }

  /** Copilot's hooks are in camel case, or have fields of its own, and always a time. */
  private static boolean isCopilot(HookCall hook) {
    return hook.isSpelled("sessionId")
        || hook.has("timestamp")
            && (hook.has("stop_reason")
                || hook.has("agent_name")
                || hook.value("tool_result").filter(CopilotCli::isResult).isPresent());
  }

  private static boolean isOfCopilotSession(HookCall hook) {
    return hook.has("session_id") && hook.context().sessions().isCopilot(sessionKey(hook));
  }

  private static long sessionKey(HookCall hook) {
    return hook.context().key(hook.required("session_id"));
  }
}
