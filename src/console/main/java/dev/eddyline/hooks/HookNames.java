package dev.eddyline.hooks;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The names of hooks in Claude Code's format. */
final class HookNames {

  /** The field of the name. */
  static final String FIELD = "hook_event_name";

  private static final Pattern WORD_START = Pattern.compile("(?:^|[_-])([a-z])");

  /** Names that other agents have for the same hook. */
  private static final Map<String, String> SAME =
      Map.of("UserPromptSubmitted", "UserPromptSubmit", "AgentStop", "Stop");

  private HookNames() {}

  /**
   * The name in Pascal case. Copilot leaves it out under names in camel case, and the fields of its
   * hooks differ.
   *
   * @throws InvalidHookException when there is none
   */
  static String find(HookCall hook) {
    String name = hook.text(FIELD).orElseGet(() -> fromFields(hook));
    String pascal =
        WORD_START.matcher(name).replaceAll(start -> start.group(1).toUpperCase(Locale.ROOT));
    return SAME.getOrDefault(pascal, pascal);
  }

  private static String fromFields(HookCall hook) {
    if (hook.has("timestamp")) {
      if (hook.has("tool_name")) {
        if (hook.has("tool_result")) {
          return ClaudeHookFormat.AFTER_TOOL;
        }
        if (hook.has("error")) {
          return ClaudeHookFormat.AFTER_FAILURE;
        }
        // the request for a permission has tool_input
        return hook.has("tool_args") ? ClaudeHookFormat.BEFORE_TOOL : "PermissionRequest";
      }
      if (hook.has("agent_name")) {
        return hook.has("stop_reason") ? "SubagentStop" : "SubagentStart";
      }
      if (hook.has("prompt")) {
        return hook.has("transformed_prompt") ? "UserPromptTransformed" : "UserPromptSubmit";
      }
      for (Map.Entry<String, String> own : OWN_FIELDS.entrySet()) {
        if (hook.has(own.getKey())) {
          return own.getValue();
        }
      }
    }
    return hook.required(FIELD);
  }

  /** Fields that only one of the other hooks has. */
  private static final Map<String, String> OWN_FIELDS =
      Map.of(
          "error_context", "ErrorOccurred",
          "reason", "SessionEnd",
          "source", "SessionStart",
          "stop_reason", "Stop",
          "trigger", "PreCompact");
}
