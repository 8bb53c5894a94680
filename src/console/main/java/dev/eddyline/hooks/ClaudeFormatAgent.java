package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.ToolResultText;
import dev.eddyline.agents.ToolUse;
import java.util.List;
import java.util.function.BiPredicate;

/** An agent whose hooks have Claude Code's format. */
abstract class ClaudeFormatAgent implements HookAgent {

  /** Of an agent that has a hook for failures. */
  static final BiPredicate<ToolUse, JsonNode> NEVER_FAILED = (use, result) -> false;

  /** Of an agent that reports a failed command only in its output. */
  static final BiPredicate<ToolUse, JsonNode> FAILED_COMMAND =
      (use, result) -> use.isShell() && ToolResultText.isFailedCommand(result);

  private final ClaudeHookFormat format;
  private final boolean hasFailureHook;

  /**
   * An agent.
   *
   * @param isError whether a result that came as PostToolUse is an error
   * @param hasFailureHook whether a failed tool has a hook of its own
   * @param isRequestForPerson whether a person is asked at each PermissionRequest
   */
  ClaudeFormatAgent(
      String name,
      BiPredicate<ToolUse, JsonNode> isError,
      boolean hasFailureHook,
      boolean isRequestForPerson) {
    format = new ClaudeHookFormat(name, isError, isRequestForPerson);
    this.hasFailureHook = hasFailureHook;
  }

  @Override
  public final String name() {
    return format.name();
  }

  @Override
  public final HookReading read(HookCall hook) {
    return format.read(hook);
  }

  @Override
  public List<ObjectNode> failingCall(String session, int number) {
    return ClaudeHookFormat.failingCall(session, number, hasFailureHook);
  }
}
