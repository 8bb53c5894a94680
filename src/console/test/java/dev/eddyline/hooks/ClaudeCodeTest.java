package dev.eddyline.hooks;

import static dev.eddyline.hooks.HookFixtures.answer;
import static dev.eddyline.hooks.HookFixtures.bash;
import static dev.eddyline.hooks.HookFixtures.event;
import static dev.eddyline.hooks.HookFixtures.events;
import static dev.eddyline.hooks.HookFixtures.hook;
import static dev.eddyline.hooks.HookFixtures.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClaudeCodeTest {

  private static final String AGENT = "claude-code";

  @Test
  void toolCallRequestsAReply_andItsLoopKeyIgnoresTheDescription() {
    // When
    AgentEvent event = event(AGENT, bash("PreToolUse", ""));

    // Then
    ToolCalled called = (ToolCalled) event.getBody();
    assertThat(event.getEventId()).isEqualTo("s1:toolu_1:called");
    assertThat(event.getTaskId()).isEqualTo("s1");
    assertThat(event.getRootTaskId()).isNull();
    assertThat(event.getSessionId()).isEqualTo("s1");
    assertThat(event.getWorkflow()).isEqualTo(AGENT);
    assertThat(event.getAgentId()).isEqualTo(AGENT);
    assertThat(event.getOccurredAt()).isEqualTo(HookFixtures.NOW);
    assertThat(event.getReplyRequested()).isTrue();
    assertThat(called.getCallId()).isEqualTo("toolu_1");
    assertThat(json(called.getArguments()).path("description").textValue())
        .isEqualTo("Run the tests");
    assertThat(called.getLoopKey()).isEqualTo("{\"command\":\"npm test\"}");
  }

  @Test
  void otherToolsRetainAllArguments_missingArgumentsAreUnknown() {
    // Given
    String issue = "'tool_name':'mcp__tracker__create','tool_use_id':'%s'%s";
    String input = ",'tool_input':{'title':'x','description':'y'}";

    // When
    ToolCalled known =
        (ToolCalled) event(AGENT, hook("PreToolUse", issue.formatted("a", input))).getBody();
    ToolCalled unknown =
        (ToolCalled) event(AGENT, hook("PreToolUse", issue.formatted("b", ""))).getBody();

    // Then
    assertThat(known.getLoopKey()).isNull();
    assertThat(known.getArguments()).contains("description");
    assertThat(unknown.getLoopKey()).isNull();
    assertThat(unknown.getArguments()).isNull();
  }

  @Test
  void toolResultBecomesText() {
    // When
    AgentEvent event =
        event(
            AGENT,
            bash(
                "PostToolUse",
                ",'tool_response':{'stdout':'12 passed','stderr':'1"
                    + " warning','interrupted':false}"));
    AgentEvent blocks =
        event(
            AGENT,
            bash(
                "PostToolUse",
                ",'tool_response':[{'type':'text','text':'a'},{'type':'text','text':'b'}]"));
    AgentEvent object = event(AGENT, bash("PostToolUse", ",'tool_response':{'files':2}"));

    // Then
    ToolReturned returned = (ToolReturned) event.getBody();
    assertThat(event.getEventId()).isEqualTo("s1:toolu_1:returned");
    assertThat(event.getReplyRequested()).isTrue();
    assertThat(returned.getCallId()).isEqualTo("toolu_1");
    assertThat(returned.getOutput()).isEqualTo("12 passed\n1 warning");
    assertThat(returned.getIsError()).isFalse();
    assertThat(((ToolReturned) blocks.getBody()).getOutput()).isEqualTo("a\nb");
    assertThat(((ToolReturned) object.getBody()).getOutput()).isEqualTo("{\"files\":2}");
  }

  @Test
  void toolFailureIsAnError_interruptionIsNot() {
    // When
    String error = ",'error':'Exit code 1\\n3 failing','is_interrupt':";
    AgentEvent failed = event(AGENT, bash("PostToolUseFailure", error + "false"));
    List<AgentEvent> interrupted = events(AGENT, bash("PostToolUseFailure", error + "true"));

    // Then
    ToolReturned returned = (ToolReturned) failed.getBody();
    assertThat(failed.getEventId()).isEqualTo("s1:toolu_1:returned");
    assertThat(returned.getOutput()).isEqualTo("Exit code 1\n3 failing");
    assertThat(returned.getIsError()).isTrue();
    assertThat(interrupted).isEmpty();
  }

  @Test
  void aSubagentIsATaskOfItsSession() {
    // Given
    String who = ",'agent_id':'a7','agent_type':'Explore'";

    // When
    AgentEvent called = event(AGENT, bash("PreToolUse", who));
    AgentEvent started = event(AGENT, hook("SubagentStart", who.substring(1)));
    List<AgentEvent> ended =
        events(AGENT, hook("SubagentStop", "'last_assistant_message':'Found it'" + who));

    // Then
    assertThat(called.getTaskId()).isEqualTo("s1/a7");
    assertThat(called.getEventId()).isEqualTo("s1/a7:toolu_1:called");
    assertThat(called.getRootTaskId()).isEqualTo("s1");
    assertThat(called.getParentTaskId()).isEqualTo("s1");
    assertThat(called.getAgentId()).isEqualTo("Explore");
    assertThat(started.getTaskId()).isEqualTo("s1/a7");
    assertThat(((TaskStarted) started.getBody()).getGoal()).isEqualTo("Explore");
    assertThat(ended).allMatch(event -> event.getTaskId().equals("s1/a7"));
    assertThat(((ResponseProduced) ended.get(0).getBody()).getText()).isEqualTo("Found it");
    assertThat(((TaskCompleted) ended.get(1).getBody()).getOutcome()).isEqualTo("success");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Agent", "Task"})
  void delegationToASubagentIsACollaborationEvent(String tool) {
    // Given
    String fields =
        "'tool_name':'%s','tool_use_id':'t2','tool_input':{'description':'look','subagent_type':'Explore','prompt':'Find it'}"
            .formatted(tool);

    // When
    AgentEvent requested = event(AGENT, hook("PreToolUse", fields));
    AgentEvent answered =
        event(
            AGENT,
            hook(
                "PostToolUse",
                fields + ",'tool_response':{'content':[{'type':'text','text':'Here'}]}"));

    // Then
    assertThat(requested.getBody()).isEqualTo(new CollaborationRequested("Explore", "Find it"));
    assertThat(requested.getReplyRequested()).isTrue();
    assertThat(requested.getEventId()).isEqualTo("s1:t2:called");
    assertThat(answered.getBody()).isEqualTo(new CollaborationAnswered(AGENT, "Here"));
    assertThat(answered.getEventId()).isEqualTo("s1:t2:returned");
  }

  @Test
  void promptsAndMessagesAreRecordedWithoutAReply() {
    // When
    AgentEvent prompt = event(AGENT, hook("UserPromptSubmit", "'prompt':'Fix the tests'"));
    AgentEvent stop = event(AGENT, hook("Stop", "'last_assistant_message':'Done'"));
    AgentEvent end = event(AGENT, hook("SessionEnd", "'reason':'logout'"));

    // Then
    assertThat(prompt.getBody()).isEqualTo(new UserMessage("Fix the tests"));
    assertThat(prompt.getEventId()).isEqualTo("s1:p1:user");
    assertThat(stop.getBody()).isEqualTo(new ResponseProduced(AGENT, "Done"));
    assertThat(stop.getEventId()).startsWith("s1:1777881600250:").endsWith(":response");
    assertThat(end.getBody()).isEqualTo(new TaskCompleted("logout"));
    assertThat(List.of(prompt, stop, end)).noneMatch(AgentEvent::getReplyRequested);
  }

  @ParameterizedTest
  @CsvSource({
    "rate_limit,rate_limit",
    "authentication_failed,authentication",
    "overloaded,network",
    "server_error,network",
    "billing_error,billing_error"
  })
  void aFailedCallOfTheModelIsAFailure(String error, String type) {
    // When
    AgentEvent event =
        event(AGENT, hook("StopFailure", "'error':'%s','error_details':'why'".formatted(error)));

    // Then
    FailureReported failure = (FailureReported) event.getBody();
    assertThat(failure.getErrorType()).isEqualTo(type);
    assertThat(failure.getMessage()).isEqualTo("why");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SessionStart", "PostToolBatch", "PreCompact", "SomethingNew"})
  void otherHooksAreIgnored(String event) {
    // Given
    String hook = hook(event, "'source':'startup'");

    // Then
    assertThat(events(AGENT, hook)).isEmpty();
    assertThat(answer(AGENT, hook, HookInstruction.NOTHING)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"BashOutput", "TaskOutput"})
  void backgroundTaskPollingIsIgnored(String tool) {
    // Given
    String fields = "'tool_name':'%s','tool_use_id':'t','tool_input':{},'tool_response':''";

    // Then
    assertThat(events(AGENT, hook("PreToolUse", fields.formatted(tool)))).isEmpty();
    assertThat(events(AGENT, hook("PostToolUse", fields.formatted(tool)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'hook_event_name':'Stop','last_assistant_message':'x'} | session_id",
        "{'session_id':'s1'} | hook_event_name",
        "{'session_id':5,'hook_event_name':'UserPromptSubmit','prompt':'x'} | session_id",
        "{'session_id':'s1','hook_event_name':'PreToolUse','tool_use_id':'t'} | tool_name",
        "{'session_id':'s1','hook_event_name':'PreToolUse','tool_name':'Bash','tool_use_id':1} |"
            + " tool_use_id",
        "{'session_id':'s1','hook_event_name':'SubagentStop'} | agent_id",
        "{'session_id':'s1','hook_event_name':'PostToolUseFailure','tool_name':'B','tool_use_id':'t'}"
            + " | error",
      })
  void aFieldThatIsMissingOrWrongIsNamed(String json, String field) {
    assertThatThrownBy(() -> events(AGENT, json))
        .isInstanceOfSatisfying(
            InvalidHookException.class, invalid -> assertThat(invalid.field()).isEqualTo(field))
        .hasMessageContaining(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "null", "{'a':1", "{'a':1} {}", "{'a':1,'a':2}", "text secret"})
  void hookBodyThatIsNotAJsonObjectIsRejected(String body) {
    assertThatThrownBy(() -> HookFixtures.call(body))
        .isInstanceOf(InvalidHookException.class)
        .hasMessage("the body must be one JSON object, with each key once");
  }

  @Test
  void theUrlNamesTheWorkflow() {
    // Given
    HookCall call =
        HookCall.read(
            bash("PreToolUse", "").replace('\'', '"'), Optional.of("nightly"), HookFixtures.NOW);

    // Then
    assertThat(HookFixtures.agent(AGENT).read(call).events())
        .allMatch(event -> event.getWorkflow().equals("nightly"));
  }
}
