package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.agents.ToolResultText;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.schema.AgentEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Gemini CLI: commands. Its tool calls have no id. Before a tool it accepts text for its model only
 * as the reason of a denial.
 */
final class GeminiCli implements HookAgent {

  private static final String BEFORE_TOOL = "BeforeTool";
  private static final String AFTER_TOOL = "AfterTool";
  private static final List<String> HOOKS =
      List.of(BEFORE_TOOL, AFTER_TOOL, "BeforeAgent", "AfterAgent", "SessionEnd");

  private static final String EVENT = "hook_event_name";
  private static final String NAME = "gemini-cli";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<AgentEvent> events(HookCall hook) {
    return switch (hook.required(EVENT)) {
      case BEFORE_TOOL -> List.of(task(hook).called(use(hook), ReplyKind.REQUESTED));
      case AFTER_TOOL -> returned(hook);
      case "BeforeAgent" -> List.of(task(hook).prompted(Optional.empty(), hook.required("prompt")));
      case "AfterAgent" ->
          hook
              .text("prompt_response")
              .filter(text -> !text.isBlank())
              .map(task(hook)::responded)
              .stream()
              .toList();
      case "SessionEnd" -> List.of(task(hook).ended(hook.text("reason")));
      default -> List.of();
    };
  }

  private static AgentTask task(HookCall hook) {
    String session = hook.required("session_id");
    return new AgentTask(
        hook.workflow(NAME), session, Optional.empty(), NAME, hook.time("timestamp"));
  }

  private static ToolUse use(HookCall hook) {
    return hook.toolUse();
  }

  private static List<AgentEvent> returned(HookCall hook) {
    ToolUse use = use(hook);
    JsonNode response = hook.value("tool_response").orElse(ClaudeHookFormat.emptyAnswer());
    JsonNode error = response.path("error");
    JsonNode content = response.path("llmContent");
    boolean isError = !error.isMissingNode() && !error.isNull();
    if (!isError && content.isMissingNode()) {
      // an unknown result matches no other
      return List.of();
    }
    String text = ToolResultText.of(content.isMissingNode() ? error : content);
    boolean isFailed = isError || use.isShell() && ToolResultText.isFailedCommand(content);
    return List.of(task(hook).returned(use, text, isFailed, ReplyKind.REQUESTED));
  }

  @Override
  public ObjectNode answer(HookCall hook, HookInstruction guidance) {
    boolean before = hook.required(EVENT).equals(BEFORE_TOOL);
    return switch (guidance.kind()) {
      case NOTHING -> ClaudeHookFormat.emptyAnswer();
      case HINT -> before ? deny(guidance.text()) : ClaudeHookFormat.context(hook, guidance.text());
      case ASK ->
          before
              ? deny(guidance.text()).put("systemMessage", guidance.text())
              : ClaudeHookFormat.context(hook, guidance.text());
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
