package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hooks at the path of another agent. */
class HookSenderTest {

  private static String sender(String path, String json) {
    return HookSender.recognize(HookFixtures.agent(path), HookFixtures.call(json)).name();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "claude-code | {'session_id':'s','permission_mode':'auto','hook_event_name':'PreToolUse','tool_name':'x'} | claude-code",
        "claude-code | {'session_id':'s','transcript_path':'t','hook_event_name':'Notification'} | claude-code",
        "claude-code | {'session_id':'s','timestamp':'2026-01-01T00:00:00Z','permission_mode':'default','hook_event_name':'PreToolUse','tool_name':'x'} | claude-code",
        "claude-code | {'sessionId':'s','hookEventName':'PreToolUse','tool_name':'x'} | vscode",
        "claude-code | {'session_id':'s','timestamp':'2026-01-01T00:00:00Z','hook_event_name':'PreToolUse','tool_name':'x','tool_use_id':'t'} | claude-code",
        "claude-code | {'session_id':'s','timestamp':'2026-01-01T00:00:00Z','transcript_path':'t','hook_event_name':'Stop'} | claude-code",
        "claude-code | {'session_id':'s','timestamp':'2026-01-01T00:00:00Z','hook_event_name':'PreToolUse','tool_name':'x'} | claude-code",
        "claude-code | {'session_id':'s','timestamp':'2026-01-01T00:00:00Z','hook_event_name':'UserPromptSubmit','prompt':'x'} | claude-code",
        "claude-code | {'session_id':'s','timestamp':'2026-01-01T00:00:00Z','hook_event_name':'PostToolUse','tool_name':'x','tool_result':{'result_type':'success'}} | copilot-cli",
        "claude-code | {'session_id':'s','timestamp':'2026-01-01T00:00:00Z','hook_event_name':'PostToolUse','tool_name':'x','tool_result':'ok'} | claude-code",
        "claude-code | {'session_id':'s','timestamp':'2026-01-01T00:00:00Z','transcript_path':'t','stop_reason':'end_turn','hook_event_name':'Stop'} | copilot-cli",
        "claude-code | {'sessionId':'s','timestamp':1767225600000,'toolName':'bash','toolArgs':'{}'} | copilot-cli",
        "vscode      | {'sessionId':'s','hookEventName':'PreToolUse','tool_name':'x'} | vscode",
        "vscode      | {'session_id':'s','timestamp':'2026-01-01T00:00:00Z','hook_event_name':'PreToolUse','tool_name':'x'} | vscode",
        "vscode      | {'session_id':'s','timestamp':'2026-01-01T00:00:00Z','hook_event_name':'PostToolUse','tool_name':'x','tool_result':{'result_type':'success'}} | copilot-cli",
        "copilot-cli | {'sessionId':'s','hookEventName':'PreToolUse','tool_name':'x'} | vscode",
        "copilot-cli | {'session_id':'s','hook_event_name':'PreToolUse','tool_name':'x'} | copilot-cli",
        "codex       | {'sessionId':'s','hookEventName':'PreToolUse','tool_name':'x'} | codex",
      })
  void isKnownByTheFields(String path, String json, String sender) {
    assertThat(sender(path, json)).isEqualTo(sender);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'toolName':'bash','toolArgs':{} | PreToolUse",
        "'toolName':'bash','toolArgs':{},'toolResult':{'resultType':'success'} | PostToolUse",
        "'toolName':'bash','toolArgs':{},'error':'no' | PostToolUseFailure",
        "'toolName':'bash','toolInput':{} | PermissionRequest",
        "'prompt':'go' | UserPromptSubmit",
        "'prompt':'go','transformedPrompt':'go on' | UserPromptTransformed",
        "'source':'new' | SessionStart",
        "'reason':'complete' | SessionEnd",
        "'stopReason':'end_turn','transcriptPath':'t' | Stop",
        "'agentName':'explore','transcriptPath':'t' | SubagentStart",
        "'agentName':'explore','agentId':'a','stopReason':'end_turn' | SubagentStop",
        "'error':{'message':'m'},'errorContext':'system' | ErrorOccurred",
        "'trigger':'auto' | PreCompact",
        "'hook_event_name':'Notification','message':'m' | Notification",
        "'hook_event_name':'userPromptSubmitted' | UserPromptSubmit",
        "'hook_event_name':'agentStop' | Stop",
        "'hook_event_name':'pre_tool_use' | PreToolUse",
      })
  void hookWithoutANameIsKnownByItsFields(String fields, String name) {
    String hook = "{'sessionId':'s','timestamp':1767225600000,'cwd':'/srv'," + fields + "}";
    assertThat(HookNames.find(HookFixtures.call(hook))).isEqualTo(name);
  }

  @Test
  void argumentsAsTextAreThoseOfTheObject() {
    // Given
    String hook = "{'sessionId':'s','timestamp':1767225600000,'toolName':'bash','toolArgs':%s%s}";
    String text = "'{\\'command\\':\\'make\\'}'";

    // When
    AgentEvent called = HookFixtures.event("copilot-cli", hook.formatted(text, ""));
    AgentEvent returned =
        HookFixtures.event(
            "copilot-cli",
            hook.formatted(
                "{'command':'make'}",
                ",'toolResult':{'resultType':'failure','textResultForLlm':'no'}"));

    // Then
    ToolCalled call = (ToolCalled) called.getBody();
    ToolReturned result = (ToolReturned) returned.getBody();
    assertThat(call.getLoopKey()).isEqualTo("{\"command\":\"make\"}");
    assertThat(result.getCallId()).isEqualTo(call.getCallId());
    assertThat(result.getOutput()).isEqualTo("no");
    assertThat(result.getIsError()).isTrue();
  }

  @Test
  void aRepeatedRequestHasTheSameId_andTheNextEqualCallAnother() {
    // Given
    String hook =
        "{'session_id':'s','timestamp':'2026-05-04T07:59:%02d.000Z','hook_event_name':'PreToolUse',"
            + "'tool_name':'Bash','tool_input':{'command':'make'}}";

    // When
    List<String> ids =
        List.of(1, 1, 2).stream()
            .map(second -> HookFixtures.event("copilot-cli", hook.formatted(second)).getEventId())
            .toList();

    // Then
    assertThat(ids.get(1)).isEqualTo(ids.get(0));
    assertThat(ids.get(2)).isNotEqualTo(ids.get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'Session':'s','HookEventName':'Stop' | session_id",
        "'sessionId':'s','hookEventName':'PreToolUse','toolName':7 | tool_name",
        "'sessionId':['s'],'hookEventName':'Stop','last_assistant_message':'x' | session_id",
      })
  void aWrongValueIsNamedInSnakeCase(String fields, String field) {
    assertThatThrownBy(() -> HookFixtures.events("vscode", "{" + fields + "}"))
        .isInstanceOfSatisfying(
            InvalidHookException.class, invalid -> assertThat(invalid.field()).isEqualTo(field));
  }

  @Test
  void hooksWithATimeAndWithoutAPermissionModeStayAtThePath() {
    // Given
    String hook =
        "{'session_id':'q','transcript_path':'t','cwd':'/srv','timestamp':'2026-05-04T07:00:00Z','hook_event_name':'%s',%s}";
    String tool = "'permission_mode':'default','tool_name':'Shell','tool_use_id':'c'";
    HookedSession session = new HookedSession("claude-code");

    // When
    session.play(hook.formatted("UserPromptSubmit", "'prompt':'go'"));
    session.play(hook.formatted("PreToolUse", tool));
    session.play(hook.formatted("PostToolUse", tool + ",'tool_response':'ok'"));
    session.play(hook.formatted("Stop", "'last_assistant_message':'done'"));

    // Then
    assertThat(session.events())
        .hasSize(4)
        .allMatch(event -> event.getWorkflow().equals("claude-code"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1777874400      | 2026-05-04T06:00:00Z",
        "1777874400.5    | 2026-05-04T06:00:00.500Z",
        "1777874400000   | 2026-05-04T06:00:00Z",
        "\"2026-05-04T06:00:00Z\"      | 2026-05-04T06:00:00Z",
        "\"2026-05-04T08:00:00+02:00\" | 2026-05-04T06:00:00Z",
        "\"noon\"        | 2026-05-04T08:00:00.250Z",
        "true            | 2026-05-04T08:00:00.250Z",
        "{}              | 2026-05-04T08:00:00.250Z",
        "0               | 2026-05-04T08:00:00.250Z",
        "1e300           | 2026-05-04T08:00:00.250Z",
        "\"1999-12-31T23:59:59Z\"      | 2026-05-04T08:00:00.250Z",
        "\"2027-01-01T00:00:00Z\"      | 2026-05-04T08:00:00.250Z",
      })
  void aTimeThatCannotBeIsThatOfTheReceipt(String timestamp, Instant at) {
    // Given
    String hook =
        "{'session_id':'s','hook_event_name':'PreToolUse','tool_name':'x','timestamp':%s}";

    // Then
    assertThat(HookFixtures.event("claude-code", hook.formatted(timestamp)).getOccurredAt())
        .isEqualTo(at);
  }

  @Test
  void copilotsSubagentWithoutAnIdIsIgnored() {
    String hook = "{'sessionId':'s','agentName':'explore','timestamp':1}";
    assertThat(HookFixtures.agent("copilot-cli").read(HookFixtures.call(hook)))
        .isEqualTo(HookReading.IGNORED);
  }
}
