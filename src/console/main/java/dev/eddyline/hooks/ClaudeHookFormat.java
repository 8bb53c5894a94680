package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.agents.Delegation;
import dev.eddyline.agents.ToolResultText;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.schema.AgentEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Hook JSON in Claude Code's format, which other agents share.
 *
 * @param name name of the agent
 * @param isError whether a result that came as PostToolUse is an error
 * @param isRequestForPerson whether a person is asked at each PermissionRequest
 */
record ClaudeHookFormat(
    String name, BiPredicate<ToolUse, JsonNode> isError, boolean isRequestForPerson) {

  static final String BEFORE_TOOL = "PreToolUse";
  static final String AFTER_TOOL = "PostToolUse";
  static final String AFTER_FAILURE = "PostToolUseFailure";

  /** Where agents put the result of a tool. */
  private static final String RESULT = "tool_response";

  /** A text that only the user sees. */
  static final String USER_MESSAGE = "systemMessage";

  /** The command of an invented tool call, and how it fails. */
  static final String COMMAND = "eddyline-hook-test";

  static final String FAILURE = "Exit code: 1\nThis failure is invented: eddyline hook --test";

  /** Hooks of these agents that cause no event. */
  private static final Set<String> IGNORED =
      Set.of(
          "ConfigChange",
          "CwdChanged",
          "DirectoryAdded",
          "ErrorOccurred",
          "FileChanged",
          "InstructionsLoaded",
          "MessageDisplay",
          "PostCompact",
          "PostToolBatch",
          "PreCompact",
          "PreModelSwitch",
          "SessionStart",
          "Setup",
          "TaskCreated",
          "TeammateIdle",
          "UserPromptExpansion",
          "UserPromptTransformed",
          "WorktreeCreate",
          "WorktreeRemove");

  /** What a hook says. */
  HookReading read(HookCall hook) {
    String event = HookNames.find(hook);
    return switch (event) {
      case BEFORE_TOOL -> PersonWaits.continued(hook, called(hook), task(hook));
      case AFTER_TOOL -> PersonWaits.continued(hook, returned(hook), task(hook));
      case AFTER_FAILURE -> PersonWaits.continued(hook, HookReading.of(failed(hook)), task(hook));
      case "UserPromptSubmit" ->
          PersonWaits.continued(hook, HookReading.of(prompted(hook)), task(hook));
      case "Stop" -> PersonWaits.continued(hook, HookReading.of(response(hook)), task(hook));
      case "StopFailure" ->
          PersonWaits.continued(hook, HookReading.of(modelFailure(hook)), task(hook));
      case "SubagentStart" -> subagentStart(hook);
      case "SubagentStop" ->
          PersonWaits.continued(hook, HookReading.of(subagentEnd(hook)), task(hook));
      case "SessionEnd" ->
          PersonWaits.continued(
              hook, HookReading.of(task(hook).ended(hook.text("reason"))), task(hook));
      case "TaskCompleted" -> TaskLists.completed(hook, task(hook), hook.required("task_id"));
      case "PermissionRequest" -> permissionRequest(hook);
      case "Elicitation" -> PersonWaits.start(hook, task(hook), "an answer");
      case "ElicitationResult" -> PersonWaits.continued(hook, HookReading.IGNORED, task(hook));
      case "PermissionDenied" ->
          PersonWaits.continued(hook, HookReading.of(denied(hook)), task(hook));
      case "Notification" -> PersonWaits.notified(hook, task(hook));
      default ->
          IGNORED.contains(event) ? HookReading.IGNORED : HookReading.unknown(HookNames.FIELD);
    };
  }

  private AgentTask task(HookCall hook) {
    return new AgentTask(
        hook.workflow(name),
        hook.required("session_id"),
        hook.text("agent_id"),
        hook.text("agent_type").orElse(name),
        hook.occurredAt());
  }

  /** The subagent's task. Without its id, its end would be recorded as the end of the session. */
  private AgentTask subagent(HookCall hook) {
    hook.required("agent_id");
    return task(hook);
  }

  private static ToolUse use(HookCall hook) {
    return hook.toolUse("tool_use_id");
  }

  private AgentEvent prompted(HookCall hook) {
    return task(hook)
        .prompted(hook.text("prompt_id").or(() -> hook.text("turn_id")), hook.required("prompt"));
  }

  private HookReading called(HookCall hook) {
    ToolUse use = use(hook);
    if (use.isPoll()) {
      return HookReading.IGNORED;
    }
    AgentTask task = task(hook);
    Optional<Delegation> delegation = Delegation.find(use);
    if (delegation.isPresent()) {
      return HookReading.of(task.requested(use, delegation.get(), ReplyKind.REQUESTED));
    }
    // a resumed call has the id of the deferred one: as a duplicate it would get no verdict
    return HookReading.of(
        hook.context().isHeadless()
            ? List.of(task.called(use, ReplyKind.NONE), task.calledAgain(use, ReplyKind.REQUESTED))
            : List.of(task.called(use, ReplyKind.REQUESTED)));
  }

  private HookReading returned(HookCall hook) {
    ToolUse use = use(hook);
    if (use.isPoll()) {
      return HookReading.IGNORED;
    }
    Optional<JsonNode> result = hook.value(RESULT);
    if (result.isEmpty()) {
      // an unknown result matches no other
      return HookReading.withoutResult(RESULT);
    }
    AgentTask task = task(hook);
    String text = ToolResultText.of(result.get());
    boolean isFailed = isError.test(use, result.get());
    AgentEvent returned =
        Delegation.find(use).isPresent()
            ? task.answered(use, text, ReplyKind.REQUESTED)
            : task.returned(use, text, isFailed, ReplyKind.REQUESTED);
    HookReading reading = HookReading.of(returned);
    return isFailed ? reading : TaskLists.withProgress(hook, task, use, reading);
  }

  private HookReading permissionRequest(HookCall hook) {
    return isRequestForPerson
        ? PersonWaits.start(
            hook, task(hook), "permission for " + hook.text("tool_name").orElse("a tool"))
        : HookReading.IGNORED;
  }

  /** No other hook follows the call. */
  private Optional<AgentEvent> denied(HookCall hook) {
    ToolUse use = use(hook);
    return hook.text("reason")
        .filter(reason -> !use.isPoll())
        .map(reason -> task(hook).returned(use, reason, true, ReplyKind.NONE));
  }

  private HookReading subagentStart(HookCall hook) {
    return hook.has("agent_name") && !hook.has("agent_id")
        ? HookReading.IGNORED
        : HookReading.of(subagent(hook).started(hook.text("agent_type").orElse("")));
  }

  private Optional<AgentEvent> failed(HookCall hook) {
    ToolUse use = use(hook);
    if (hook.flag("is_interrupt")) {
      // a person stopped the tool: the tool did not fail
      return Optional.empty();
    }
    return Optional.of(task(hook).returned(use, hook.required("error"), true, ReplyKind.REQUESTED));
  }

  private Optional<AgentEvent> response(HookCall hook) {
    return hook.text("last_assistant_message")
        .filter(text -> !text.isBlank())
        .map(task(hook)::responded);
  }

  private List<AgentEvent> subagentEnd(HookCall hook) {
    AgentTask subagent = subagent(hook);
    List<AgentEvent> events = new ArrayList<>(response(hook).stream().toList());
    events.add(subagent.completed(AgentTask.SUCCESS));
    return events;
  }

  private AgentEvent modelFailure(HookCall hook) {
    String error = hook.required("error");
    String type =
        switch (error) {
          case "authentication_failed" -> "authentication";
          case "overloaded", "server_error" -> "network";
          default -> error;
        };
    return task(hook).failed(hook.text("error_details").orElse(error), type);
  }

  /** Whether a hook runs before its tool. */
  static boolean isBeforeTool(HookCall hook) {
    return HookNames.find(hook).equals(BEFORE_TOOL);
  }

  /** An empty answer: the agent continues by its own rules. */
  static ObjectNode emptyAnswer() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Text for the model. */
  static ObjectNode context(HookCall hook, String text) {
    ObjectNode answer = emptyAnswer();
    putHookSpecificOutput(answer, hook).put("additionalContext", text);
    return answer;
  }

  /** A decision about the call: ask or deny. */
  static ObjectNode decision(HookCall hook, String decision, String reason) {
    ObjectNode answer = emptyAnswer();
    putHookSpecificOutput(answer, hook)
        .put("permissionDecision", decision)
        .put("permissionDecisionReason", reason);
    return answer;
  }

  /** The end of the agent's work. */
  static ObjectNode stop(String reason) {
    return emptyAnswer().put("continue", false).put("stopReason", reason);
  }

  /** The answer to an agent that cannot ask the user: before a tool the call is denied. */
  static ObjectNode answerWithoutAsking(HookCall hook, HookInstruction guidance) {
    boolean before = isBeforeTool(hook);
    return switch (guidance.kind()) {
      case NOTHING -> emptyAnswer();
      case HINT -> context(hook, guidance.text());
      case ASK ->
          (before ? decision(hook, "deny", guidance.text()) : context(hook, guidance.text()))
              .put(USER_MESSAGE, guidance.userText());
      case STOP -> before ? decision(hook, "deny", guidance.text()) : stop(guidance.text());
    };
  }

  /** The answer to an agent that asks the user before a tool: only the user reads the question. */
  static ObjectNode answerWithQuestion(HookCall hook, HookInstruction guidance) {
    if (guidance.kind() == HookInstruction.InstructionKind.ASK && isBeforeTool(hook)) {
      return decision(hook, "ask", guidance.userText());
    }
    return guidance.kind() == HookInstruction.InstructionKind.STOP
        ? stop(guidance.text())
        : answerWithoutAsking(hook, guidance);
  }

  /**
   * The hooks of an invented tool call that fails.
   *
   * @param hasFailureHook whether the agent has a hook for failures; else the output says so
   */
  static List<ObjectNode> failingCall(String session, int number, boolean hasFailureHook) {
    ObjectNode before = toolHook(BEFORE_TOOL, session, number);
    return List.of(
        before,
        hasFailureHook
            ? toolHook(AFTER_FAILURE, session, number).put("error", FAILURE)
            : toolHook(AFTER_TOOL, session, number).put(RESULT, FAILURE));
  }

  private static ObjectNode toolHook(String event, String session, int number) {
    ObjectNode hook = emptyAnswer().put(HookNames.FIELD, event).put("session_id", session);
    hook.put("tool_name", "Bash").put("tool_use_id", "call-" + number);
    hook.putObject("tool_input").put("command", COMMAND);
    return hook;
  }

  private static ObjectNode putHookSpecificOutput(ObjectNode answer, HookCall hook) {
    return answer.putObject("hookSpecificOutput").put("hookEventName", HookNames.find(hook));
  }
}
