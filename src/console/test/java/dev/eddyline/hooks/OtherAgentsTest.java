package dev.eddyline.hooks;

import static dev.eddyline.hooks.HookFixtures.answer;
import static dev.eddyline.hooks.HookFixtures.event;
import static dev.eddyline.hooks.HookFixtures.events;
import static dev.eddyline.hooks.HookFixtures.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The agents other than Claude Code. */
class OtherAgentsTest {

  private static String codex(String event, String fields) {
    return "{'session_id':'c1','turn_id':'t1','transcript_path':null,'cwd':'/srv','model':'m','hook_event_name':'%s',%s}"
        .formatted(event, fields);
  }

  private static String codexResult(String response) {
    return codex(
        "PostToolUse",
        "'tool_name':'Bash','tool_use_id':'call_1','tool_input':{'command':'make'},'tool_response':"
            + response);
  }

  private static String gemini(String event, String timestamp, String fields) {
    return "{'session_id':'g1','transcript_path':'t','cwd':'/srv','hook_event_name':'%s','timestamp':'%s',%s}"
        .formatted(event, timestamp, fields);
  }

  private static String cursor(String event, String fields) {
    return "{'conversation_id':'u1','generation_id':'n1','workspace_roots':['/srv'],'hook_event_name':'%s',%s}"
        .formatted(event, fields);
  }

  private static String goose(String event, String fields) {
    return "{'event':'%s','session_id':'o1','working_dir':'/srv',%s}".formatted(event, fields);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'Chunk: 1\\nProcess exited with code 2\\nmissing rule' | true",
        "'Process exited with code 0\\nok' | false",
        "'Exit code: 1\\nno' | true",
        "{'output':'no','metadata':{'exit_code':1}} | true",
        "{'output':'ok','exit_code':0} | false",
        "'all good, see exit code 1 in the log' | false",
      })
  void codexReportsAFailedCommandOnlyInItsOutput(String response, boolean isError) {
    assertThat(((ToolReturned) event("codex", codexResult(response)).getBody()).getIsError())
        .isEqualTo(isError);
  }

  @Test
  void codexFileContentIsNotInterpretedAsAnExitCode() {
    // Given
    String read =
        codex(
            "PostToolUse",
            "'tool_name':'read','tool_use_id':'r','tool_input':{'path':'log'},'tool_response':'Exit code: 1'");

    // Then
    assertThat(((ToolReturned) event("codex", read).getBody()).getIsError()).isFalse();
  }

  @Test
  void codexNamesAPromptByItsTurn() {
    assertThat(event("codex", codex("UserPromptSubmit", "'prompt':'go'")).getEventId())
        .isEqualTo("c1:t1:user");
  }

  @ParameterizedTest
  @ValueSource(strings = {"codex", "opencode"})
  void callIsDeniedIfTheAgentCannotPromptTheUser(String agent) {
    // Given
    String before = codex("PreToolUse", "'tool_name':'Bash','tool_use_id':'c','tool_input':{}");
    String after = codexResult("'x'");
    String denied =
        "{'hookSpecificOutput':{'hookEventName':'PreToolUse','permissionDecision':'deny','permissionDecisionReason':'%s'}}";

    // Then
    assertThat(answer(agent, before, HookInstruction.NOTHING)).isEqualTo(json("{}"));
    assertThat(answer(agent, before, HookFixtures.ASK))
        .isEqualTo(
            json(
                denied
                    .formatted(HookFixtures.ASK.text())
                    .replaceFirst("}$", ",'systemMessage':'decide at the page'}")));
    assertThat(answer(agent, before, HookFixtures.STOP))
        .isEqualTo(json(denied.formatted(HookFixtures.STOP.text())));
    assertThat(answer(agent, after, HookFixtures.HINT))
        .isEqualTo(
            json(
                "{'hookSpecificOutput':{'hookEventName':'PostToolUse','additionalContext':'%s'}}"
                    .formatted(HookFixtures.HINT.text())));
    assertThat(answer(agent, after, HookFixtures.STOP))
        .isEqualTo(
            json("{'continue':false,'stopReason':'%s'}".formatted(HookFixtures.STOP.text())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude-code", "codex", "gemini-cli"})
  void theEndOfASessionIsNeverTheSuccessOfItsTask(String agent) {
    String hook = gemini("SessionEnd", "2026-05-04T07:59:58.000Z", "'reason':'Success'");
    assertThat(event(agent, hook).getBody()).isEqualTo(new TaskCompleted("ended"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"yesterday", "-999999999-01-01T00:00:00Z"})
  void geminiTimeThatIsNotOneIsThatOfTheReceipt(String time) {
    String call = gemini("BeforeTool", time, "'tool_name':'shell','tool_input':{}");
    assertThat(event("gemini-cli", call).getOccurredAt()).isEqualTo(HookFixtures.NOW);
  }

  @Test
  void geminiCallAndResultShareAHashAsId() {
    // Given
    String call =
        "'tool_name':'run_shell_command','tool_input':{'command':'make','description':'d'}";
    String first = gemini("BeforeTool", "2026-05-04T07:59:58.000Z", call);
    String second = gemini("BeforeTool", "2026-05-04T07:59:59.000Z", call);
    String result =
        gemini(
            "AfterTool",
            "2026-05-04T07:59:59.500Z",
            call
                + ",'tool_response':{'llmContent':'Output: no\\nExit Code: 2','returnDisplay':'no'}");

    // When
    AgentEvent one = event("gemini-cli", first);
    AgentEvent other = event("gemini-cli", second);
    AgentEvent returned = event("gemini-cli", result);

    // Then
    String callId = ((ToolCalled) one.getBody()).getCallId();
    assertThat(one.getEventId()).isEqualTo("g1:1777881598000:" + callId + ":called");
    assertThat(one.getOccurredAt()).isEqualTo(Instant.parse("2026-05-04T07:59:58Z"));
    assertThat(event("gemini-cli", first)).isEqualTo(one);
    assertThat(other.getEventId()).isNotEqualTo(one.getEventId());
    assertThat(((ToolCalled) other.getBody()).getCallId()).isEqualTo(callId);
    assertThat(((ToolReturned) returned.getBody()).getCallId()).isEqualTo(callId);
    assertThat(((ToolReturned) returned.getBody()).getIsError()).isTrue();
    assertThat(List.of(one, returned)).allMatch(AgentEvent::getReplyRequested);
  }

  @Test
  void geminiToolErrorIsAnError_andAFutureTimeIsClamped() {
    // When
    AgentEvent event =
        event(
            "gemini-cli",
            gemini(
                "AfterTool",
                "2031-01-01T00:00:00Z",
                "'tool_name':'read_file','tool_input':{'path':'x'},'tool_response':{'error':{'message':'no such file'}}"));

    // Then
    ToolReturned returned = (ToolReturned) event.getBody();
    assertThat(returned.getIsError()).isTrue();
    assertThat(returned.getOutput()).contains("no such file");
    assertThat(event.getOccurredAt()).isEqualTo(HookFixtures.NOW);
  }

  @Test
  void geminiPromptsAndResponsesBecomeEvents_andModelChunksAreIgnored() {
    // Given
    String at = "2026-05-04T07:59:58Z";

    // Then
    assertThat(event("gemini-cli", gemini("BeforeAgent", at, "'prompt':'go'")).getBody())
        .isEqualTo(new UserMessage("go"));
    assertThat(event("gemini-cli", gemini("AfterAgent", at, "'prompt_response':'done'")).getBody())
        .isEqualTo(new ResponseProduced("gemini-cli", "done"));
    assertThat(event("gemini-cli", gemini("SessionEnd", at, "'reason':'exit'")).getBody())
        .isEqualTo(new TaskCompleted("exit"));
    assertThat(events("gemini-cli", gemini("AfterModel", at, "'llm_response':{}"))).isEmpty();
  }

  @Test
  void geminiAnswerIsAReasonBeforeATool_andContextAfterIt() {
    // Given
    String call = "'tool_name':'read_file','tool_input':{'path':'x'}";
    String before = gemini("BeforeTool", "2026-05-04T07:59:58Z", call);
    String after = gemini("AfterTool", "2026-05-04T07:59:58Z", call);

    // When
    JsonNode ask = answer("gemini-cli", before, HookFixtures.ASK);
    JsonNode hint = answer("gemini-cli", after, HookFixtures.HINT);
    JsonNode stop = answer("gemini-cli", before, HookFixtures.STOP);

    // Then
    assertThat(answer("gemini-cli", before, HookInstruction.NOTHING)).isEqualTo(json("{}"));
    assertThat(ask)
        .isEqualTo(
            json(
                "{'decision':'deny','reason':'a gate is open','systemMessage':'decide at the page'}"));
    assertThat(hint.at("/hookSpecificOutput/hookEventName").textValue()).isEqualTo("AfterTool");
    assertThat(stop.path("continue").booleanValue()).isFalse();
  }

  @Test
  void gooseHookReportsToolCallsButNoResults_andNeedsANonEmptyAnswer() {
    // Given
    String call =
        "'tool_name':'developer__shell','tool_input':{'command':'make'},'tool_call_id':'k1'";

    // When
    AgentEvent called = event("goose", goose("PreToolUse", call));

    // Then
    assertThat(called.getEventId()).isEqualTo("o1:k1:called");
    assertThat(called.getReplyRequested()).isTrue();
    assertThat(events("goose", goose("PostToolUse", call))).isEmpty();
    assertThat(event("goose", goose("UserPromptSubmit", "'message':'go'")).getBody())
        .isEqualTo(new UserMessage("go"));
    assertThat(event("goose", goose("Stop", "'last_assistant_message':'done'")).getBody())
        .isEqualTo(new ResponseProduced("goose", "done"));
    assertThat(answer("goose", goose("PreToolUse", call), HookInstruction.NOTHING))
        .isEqualTo(json("{'decision':'allow'}"));
    assertThat(answer("goose", goose("PreToolUse", call), HookFixtures.ASK))
        .isEqualTo(json("{'decision':'block','reason':'a gate is open'}"));
  }

  @Test
  void cursorRequestsReplyBeforeCallButNotAfter() {
    // When
    AgentEvent called =
        event("cursor", cursor("beforeShellExecution", "'command':'make','cwd':'/srv'"));
    AgentEvent returned =
        event(
            "cursor",
            cursor("afterShellExecution", "'command':'make','output':'no','duration':12"));
    AgentEvent mcp =
        event(
            "cursor",
            cursor("beforeMCPExecution", "'tool_name':'find','tool_input':'{}','command':'srv'"));

    // Then
    assertThat(called.getReplyRequested()).isTrue();
    assertThat(returned.getReplyRequested()).isFalse();
    assertThat(((ToolReturned) returned.getBody()).getCallId())
        .isEqualTo(((ToolCalled) called.getBody()).getCallId());
    assertThat(((ToolCalled) mcp.getBody()).getArguments()).isEqualTo("{}");
    assertThat(answer("cursor", cursor("beforeShellExecution", "'command':'x'"), HookFixtures.ASK))
        .isEqualTo(json("{'permission':'ask','user_message':'decide at the page'}"));
    assertThat(answer("cursor", cursor("stop", "'status':'completed'"), HookInstruction.NOTHING))
        .isEqualTo(json("{}"));
  }

  private static HookReading read(String agent, String json) {
    return HookFixtures.agent(agent).read(HookFixtures.call(json));
  }

  @Test
  void vsCodeSpellsFieldsInBothWays() {
    // Given
    String hook =
        "{'timestamp':'2026-02-09T10:30:00.000Z','sessionId':'v1','hookEventName':'%s','tool_name':'runInTerminal',"
            + "'tool_use_id':'t1','tool_input':{'command':'make'}%s}";

    // When
    AgentEvent called = event("vscode", hook.formatted("PreToolUse", ""));
    AgentEvent returned =
        event(
            "vscode",
            hook.formatted("PostToolUse", ",'tool_response':'Exit code: 2\\nmissing rule'"));

    // Then
    assertThat(called.getEventId()).isEqualTo("v1:t1:called");
    assertThat(returned.getEventId()).isEqualTo("v1:t1:returned");
    assertThat(((ToolReturned) returned.getBody()).getIsError()).isTrue();
    assertThat(answer("vscode", hook.formatted("PreToolUse", ""), HookFixtures.ASK))
        .isEqualTo(
            json(
                "{'hookSpecificOutput':{'hookEventName':'PreToolUse','permissionDecision':'ask','permissionDecisionReason':'decide at the page'}}"));
  }

  @Test
  void copilotResultIsPairedWithItsCallWithoutAnId() {
    // Given
    String hook =
        "{'hook_event_name':'%s','session_id':'p1','timestamp':'2026-02-09T10:30:00.000Z','cwd':'/srv',"
            + "'tool_name':'Bash','tool_input':{'command':'make'}%s}";
    String result = "'result_type':'success','text_result_for_llm':'Exit code: 2'";
    String before = hook.formatted("PreToolUse", "");

    // When
    AgentEvent called = event("copilot-cli", before);
    AgentEvent returned =
        event("copilot-cli", hook.formatted("PostToolUse", ",'tool_result':{" + result + "}"));

    // Then
    ToolReturned body = (ToolReturned) returned.getBody();
    assertThat(body.getCallId()).isEqualTo(((ToolCalled) called.getBody()).getCallId());
    assertThat(body.getOutput()).isEqualTo("Exit code: 2");
    assertThat(body.getIsError()).isTrue();
    assertThat(answer("copilot-cli", before, HookFixtures.ASK))
        .isEqualTo(
            json("{'permissionDecision':'ask','permissionDecisionReason':'a gate is open'}"));
    assertThat(answer("copilot-cli", hook.formatted("PostToolUseFailure", ""), HookFixtures.HINT))
        .isEqualTo(json("{'additionalContext':'%s'}".formatted(HookFixtures.HINT.text())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "claude-code | {'session_id':'s','hook_event_name':'Banana'} | UNKNOWN_HOOK | hook_event_name",
        "gemini-cli  | {'session_id':'s','hook_event_name':'PreToolUse'} | UNKNOWN_HOOK | hook_event_name",
        "goose       | {'session_id':'s','event':'Banana'} | UNKNOWN_HOOK | event",
        "cursor      | {'conversation_id':'s','hook_event_name':'Stop'} | UNKNOWN_HOOK | hook_event_name",
        "codex       | {'session_id':'s','hook_event_name':'SessionStart'} | IGNORED |",
        "codex       | {'session_id':'s','hook_event_name':'PostToolUse','tool_name':'x'} | NO_RESULT | tool_response",
        "gemini-cli  | {'session_id':'s','hook_event_name':'AfterTool','tool_name':'x'} | NO_RESULT | tool_response",
        "cursor      | {'conversation_id':'s','hook_event_name':'afterShellExecution','command':'x'} | NO_RESULT | output",
        "codex       | {'session_id':'s','hook_event_name':'PreToolUse','tool_name':'x'} | ACCEPTED |",
      })
  void hookWithoutEventsSaysWhy(String agent, String json, HookOutcome outcome, String field) {
    // When
    HookReading reading = read(agent, json);

    // Then
    assertThat(reading.outcome()).isEqualTo(outcome);
    assertThat(reading.field().orElse(null)).isEqualTo(field);
    assertThat(reading.events().isEmpty()).isEqualTo(outcome != HookOutcome.ACCEPTED);
  }
}
