package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole session of each agent: equal failures, equal results, a gate and the end. */
class AgentSessionsTest {

  /** The hooks of an agent, with the place of its call in the text. */
  private enum Agent {
    CLAUDE_CODE(
        "claude-code",
        "claude-code",
        "{'session_id':'s','transcript_path':'t','cwd':'/srv','permission_mode':'default','hook_event_name':'%s'%s}",
        "PreToolUse",
        "PostToolUse",
        ",'tool_name':'Bash','tool_use_id':'t%d','tool_input':{'command':'%s'}",
        ",'tool_response':{'stdout':'%s','stderr':''}",
        "permissionDecision"),
    CODEX(
        "codex",
        "codex",
        "{'session_id':'s','turn_id':'u','transcript_path':null,'model':'m','hook_event_name':'%s'%s}",
        "PreToolUse",
        "PostToolUse",
        ",'tool_name':'Bash','tool_use_id':'t%d','tool_input':{'command':'%s'}",
        ",'tool_response':'%s'",
        "permissionDecision"),
    VS_CODE_AT_CLAUDE_CODE(
        "claude-code",
        "vscode",
        "{'sessionId':'s','timestamp':'TIME','transcript_path':'t','hookEventName':'%s'%s}",
        "PreToolUse",
        "PostToolUse",
        ",'tool_name':'runInTerminal','tool_use_id':'t%d','tool_input':{'command':'%s'}",
        ",'tool_response':'%s'",
        "permissionDecision"),
    COPILOT_AT_CLAUDE_CODE(
        "claude-code",
        "copilot-cli",
        "{'session_id':'s','timestamp':'TIME','cwd':'/srv','hook_event_name':'%s'%s}",
        "PreToolUse",
        "PostToolUse",
        ",'number':%d,'tool_name':'Bash','tool_input':{'command':'%s'}",
        ",'tool_result':{'result_type':'success','text_result_for_llm':'%s'}",
        "permissionDecision"),
    COPILOT_IN_CAMEL_CASE(
        "copilot-cli",
        "copilot-cli",
        "{'sessionId':'s','timestamp':MILLIS.0,'cwd':'/srv','unused':'%s'%s}",
        "preToolUse",
        "postToolUse",
        ",'number':%d,'toolName':'bash','toolArgs':{'command':'%s'}",
        ",'toolResult':{'resultType':'success','textResultForLlm':'%s'}",
        "permissionDecision"),
    GEMINI_CLI(
        "gemini-cli",
        "gemini-cli",
        "{'session_id':'s','timestamp':'TIME','hook_event_name':'%s'%s}",
        "BeforeTool",
        "AfterTool",
        ",'number':%d,'tool_name':'run_shell_command','tool_input':{'command':'%s'}",
        ",'tool_response':{'llmContent':'%s'}",
        "decision"),
    CURSOR(
        "cursor",
        "cursor",
        "{'conversation_id':'s','generation_id':'g','hook_event_name':'%s'%s}",
        "beforeShellExecution",
        "afterShellExecution",
        ",'number':%d,'command':'%s'",
        ",'output':'%s'",
        "permission"),
    OPENCODE(
        "opencode",
        "opencode",
        "{'session_id':'s','hook_event_name':'%s'%s}",
        "PreToolUse",
        "PostToolUse",
        ",'tool_use_id':'t%d','tool_name':'bash','tool_input':{'command':'%s'}",
        ",'tool_response':'%s'",
        "permissionDecision");

    private final String path;
    private final String workflow;
    private final String frame;
    private final String before;
    private final String after;
    private final String call;
    private final String result;
    private final String decision;

    Agent(
        String path,
        String workflow,
        String frame,
        String before,
        String after,
        String call,
        String result,
        String decision) {
      this.path = path;
      this.workflow = workflow;
      this.frame = frame;
      this.before = before;
      this.after = after;
      this.call = call;
      this.result = result;
      this.decision = decision;
    }

    private JsonNode play(HookedSession session, String hook, String fields) {
      return session.play(
          frame
              .formatted(hook, fields)
              .replace("TIME", session.next().toString())
              .replace("MILLIS", Long.toString(session.next().toEpochMilli())));
    }

    private List<JsonNode> playCall(HookedSession session, int number, String result) {
      String called = call.formatted(number, "make check");
      return List.of(
          play(session, before, called),
          play(session, after, called + this.result.formatted(result)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void equalResultsAreALoop_andAnOpenGateAsksOrDenies(Agent agent) {
    // Given
    List<JsonNode> answers = new ArrayList<>();
    HookedSession session = new HookedSession(agent.path);

    // When
    for (int number = 1; number <= 12; number++) {
      answers.addAll(agent.playCall(session, number, "nothing to be done"));
    }

    // Then
    assertThat(session.verdicts())
        .extracting(LoopVerdict::getLoopType)
        .contains(LoopType.REPEATED_ACTION);
    // before its first result, nothing shows that the agent is Copilot
    int unknown = agent == Agent.COPILOT_AT_CLAUDE_CODE ? 1 : 0;
    assertThat(session.events().subList(unknown, session.events().size()))
        .allMatch(event -> event.getWorkflow().equals(agent.workflow));
    assertThat(session.events()).allMatch(event -> event.getTaskId().equals("s"));
    assertThat(session.events()).extracting(AgentEvent::getEventId).doesNotHaveDuplicates();
    assertThat(session.bodies()).hasSize(24);
    assertThat(callIds(session, ToolCalled.class)).isEqualTo(callIds(session, ToolReturned.class));
    assertThat(answers).element(0).isEqualTo(HookFixtures.json("{}"));
    assertThat(answers.toString())
        .containsPattern("\"%s\":\"(?:ask|deny)\"".formatted(agent.decision));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CLAUDE_CODE", "OPENCODE", "CURSOR"})
  void failedCommandsInTheOutputAreALoop(Agent agent) {
    // Given
    String output =
        agent.path.equals("gemini-cli") ? "Output: no rule\\nExit Code: 2" : "no rule\\n";
    String failed =
        switch (agent.workflow) {
          case "copilot-cli" -> output + "<exited with exit code 2>";
          case "vscode" -> output + "Command exited with code 2";
          case "codex" -> output + "Process exited with code 2";
          default -> output;
        };
    HookedSession session = new HookedSession(agent.path);

    // When
    for (int number = 1; number <= 6; number++) {
      agent.playCall(session, number, failed);
    }

    // Then
    assertThat(session.verdicts())
        .extracting(LoopVerdict::getLoopType)
        .contains(LoopType.IDENTICAL_FAILURE);
  }

  private static Set<String> callIds(HookedSession session, Class<?> type) {
    Set<String> ids = new TreeSet<>();
    for (Object body : session.bodies()) {
      if (type.isInstance(body)) {
        ids.add(
            body instanceof ToolCalled call ? call.getCallId() : ((ToolReturned) body).getCallId());
      }
    }
    return ids;
  }

  @ParameterizedTest
  @EnumSource(names = {"CLAUDE_CODE", "VS_CODE_AT_CLAUDE_CODE"})
  void theOtherHooksOfASessionAreThoseOfItsAgent(Agent agent) {
    HookedSession session = new HookedSession(agent.path);
    // When
    agent.play(session, "SessionStart", ",'source':'startup'");
    agent.play(session, "UserPromptSubmit", ",'prompt':'make it work'");
    agent.play(session, "Stop", ",'last_assistant_message':'It works'");
    agent.play(session, "SessionEnd", ",'reason':'complete'");

    // Then
    assertThat(session.events())
        .hasSize(3)
        .allMatch(event -> event.getWorkflow().equals(agent.workflow));
    assertThat(session.bodies()).last().isEqualTo(new TaskCompleted("complete"));
  }
}
