package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.agents.ToolResultText;
import dev.eddyline.agents.ToolUse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Gemini CLI: commands. Its tool calls have no id. Before a tool it accepts text for its model only
 * as the reason of a denial.
 */
final class GeminiCli implements HookAgent {

  private static final String BEFORE_TOOL = "BeforeTool";
  private static final String AFTER_TOOL = "AfterTool";
  private static final List<String> HOOKS =
      List.of(BEFORE_TOOL, AFTER_TOOL, "BeforeAgent", "AfterAgent", "SessionEnd", "Notification");

  /** Hooks that cause no event. */
  private static final Set<String> IGNORED =
      Set.of("AfterModel", "BeforeModel", "BeforeToolSelection", "PreCompress", "SessionStart");

  private static final String EVENT = "hook_event_name";
  private static final String RESULT = "tool_response";
  private static final String NAME = "gemini-cli";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HookReading read(HookCall hook) {
    String event = hook.required(EVENT);
    return switch (event) {
      case BEFORE_TOOL ->
          PersonWaits.continued(
              hook, HookReading.of(task(hook).called(use(hook), ReplyKind.REQUESTED)), task(hook));
      case AFTER_TOOL -> PersonWaits.continued(hook, returned(hook), task(hook));
      case "BeforeAgent" ->
          PersonWaits.continued(
              hook,
              HookReading.of(task(hook).prompted(Optional.empty(), hook.required("prompt"))),
              task(hook));
      case "AfterAgent" ->
          PersonWaits.continued(
              hook,
              HookReading.of(
                  hook.text("prompt_response")
                      .filter(text -> !text.isBlank())
                      .map(task(hook)::responded)),
              task(hook));
      case "SessionEnd" ->
          PersonWaits.continued(
              hook, HookReading.of(task(hook).ended(hook.text("reason"))), task(hook));
      case "Notification" -> PersonWaits.notified(hook, task(hook));
      default -> IGNORED.contains(event) ? HookReading.IGNORED : HookReading.unknown(EVENT);
    };
  }

  @Override
  public List<ObjectNode> failingCall(String session, int number) {
    ObjectNode after = toolHook(AFTER_TOOL, session);
    after.putObject(RESULT).putObject("error").put("message", ClaudeHookFormat.FAILURE);
    return List.of(toolHook(BEFORE_TOOL, session), after);
  }

  private static ObjectNode toolHook(String event, String session) {
    ObjectNode hook = ClaudeHookFormat.emptyAnswer().put(EVENT, event).put("session_id", session);
    hook.put("tool_name", "run_shell_command");
    hook.putObject("tool_input").put("command", ClaudeHookFormat.COMMAND);
    return hook;
  }

  private static AgentTask task(HookCall hook) {
    String session = hook.required("session_id");
    return new AgentTask(hook.workflow(NAME), session, Optional.empty(), NAME, hook.occurredAt());
  }

  private static ToolUse use(HookCall hook) {
    return hook.toolUse();
  }

  private static HookReading returned(HookCall hook) {
    ToolUse use = use(hook);
    JsonNode response = hook.value(RESULT).orElse(ClaudeHookFormat.emptyAnswer());
    JsonNode error = response.path("error");
    JsonNode content = response.path("llmContent");
    boolean isError = !error.isMissingNode() && !error.isNull();
    if (!isError && content.isMissingNode()) {
      // an unknown result matches no other
      return HookReading.withoutResult(RESULT);
    }
    String text = ToolResultText.of(content.isMissingNode() ? error : content);
    boolean isFailed = isError || use.isShell() && ToolResultText.isFailedCommand(content);
    HookReading returned =
        HookReading.of(task(hook).returned(use, text, isFailed, ReplyKind.REQUESTED));
    return isFailed ? returned : TaskLists.withProgress(hook, task(hook), use, returned);
  }

  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    boolean before = hook.required(EVENT).equals(BEFORE_TOOL);
    return switch (guidance.kind()) {
      case NOTHING -> ClaudeHookFormat.emptyAnswer();
      case HINT -> before ? deny(guidance.text()) : ClaudeHookFormat.context(hook, guidance.text());
      case ASK ->
          (before ? deny(guidance.text()) : ClaudeHookFormat.context(hook, guidance.text()))
              .put(ClaudeHookFormat.USER_MESSAGE, guidance.userText());
      case STOP -> ClaudeHookFormat.stop(guidance.text());
    };
  }

  private static ObjectNode deny(String reason) {
    return ClaudeHookFormat.emptyAnswer().put("decision", "deny").put("reason", reason);
  }

  @Override
  public String setup(HookTarget target) {
    return new HookSetup(target, NAME)
        .startSection("Paste this into a shell:")
        .script()
        .startSection("Add to ~/.gemini/settings.json, or to .gemini/settings.json of a project:")
        .json(HookSetup.grouped(HOOKS, event -> command(target, event)))
        .token()
        .text();
  }

  private static ObjectNode command(HookTarget target, String event) {
    long millis = Duration.ofSeconds(HookTarget.COMMAND_SECONDS).toMillis();
    return target.command(NAME, event).put("name", "eddyline").put("timeout", millis);
  }
}
