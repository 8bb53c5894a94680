package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.sessions.file.SessionFiles;
import dev.eddyline.sessions.file.SessionFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run has the same ids through hooks and in its session file: each call counts once. */
class SessionFileIdsTest {

  private static final int CALLS = 3;

  @TempDir private Path folder;

  /** Id, task, root, parent, session, workflow, agent and content of calls and results. */
  private static List<String> calls(List<AgentEvent> events) {
    return events.stream()
        .filter(it -> it.getBody() instanceof ToolCalled || it.getBody() instanceof ToolReturned)
        .map(
            it ->
                String.join(
                    " ",
                    it.getEventId(),
                    it.getTaskId(),
                    it.getRootTaskId(),
                    it.getParentTaskId(),
                    it.getSessionId(),
                    it.getWorkflow(),
                    it.getAgentId(),
                    String.valueOf(it.getBody())))
        .toList();
  }

  private static List<AgentEvent> hooked(String agent, String more, String result) {
    List<AgentEvent> events = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      String call =
          "{'hook_event_name':'%s','session_id':'ses_1'%s,'tool_name':'%s','tool_use_id':'t%d','tool_input':{'command':'make'}%s}";
      String tool = agent.equals("claude-code") ? "Bash" : "bash";
      events.addAll(HookFixtures.events(agent, call.formatted("PreToolUse", more, tool, i, "")));
      String event = result.contains("'error'") ? "PostToolUseFailure" : "PostToolUse";
      events.addAll(HookFixtures.events(agent, call.formatted(event, more, tool, i, result)));
    }
    return events;
  }

  private List<AgentEvent> read(Path file) throws IOException {
    List<AgentEvent> events = new ArrayList<>();
    new SessionFiles().read(file, event -> events.add(event.event()));
    return events;
  }

  private static String claudeLines(String more) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < CALLS; i++) {
      text.append(
          """
          {'type':'assistant','uuid':'a%1$d','sessionId':'ses_1'%2$s,'timestamp':'2026-05-04T08:00:00Z','message':{'content':[{'type':'tool_use','id':'t%1$d','name':'Bash','input':{'command':'make'}}]}}
          {'type':'user','uuid':'r%1$d','sessionId':'ses_1'%2$s,'timestamp':'2026-05-04T08:00:01Z','message':{'content':[{'type':'tool_result','tool_use_id':'t%1$d','content':'no rule','is_error':true}]}}
          """
              .formatted(i, more));
    }
    return text.toString();
  }

  @Test
  void claudeCode() throws IOException {
    // When
    List<AgentEvent> fromFile = read(SessionFixture.write(folder, "ses_1.jsonl", claudeLines("")));

    // Then
    assertThat(calls(fromFile))
        .hasSize(2 * CALLS)
        .isEqualTo(calls(hooked("claude-code", "", ",'error':'no rule'")));
  }

  @Test
  void subagentOfClaudeCode() throws IOException {
    // Given
    String name = "ses_1/subagents/agent-a1.jsonl";
    SessionFixture.write(folder, name.replace(".jsonl", ".meta.json"), "{'agentType':'reviewer'}");

    // When
    List<AgentEvent> fromFile =
        read(SessionFixture.write(folder, name, claudeLines(",'isSidechain':true,'agentId':'a1'")));

    // Then
    assertThat(calls(fromFile))
        .hasSize(2 * CALLS)
        .isEqualTo(
            calls(
                hooked(
                    "claude-code",
                    ",'agent_id':'a1','agent_type':'reviewer'",
                    ",'error':'no rule'")));
  }

  @Test
  void codex() throws IOException {
    // Given
    StringBuilder text =
        new StringBuilder(
            "{'timestamp':'2026-05-04T08:00:00Z','type':'session_meta','payload':{'id':'ses_1'}}\n");
    for (int i = 0; i < CALLS; i++) {
      text.append(
          """
          {'timestamp':'2026-05-04T08:00:00Z','type':'response_item','payload':{'type':'function_call','name':'bash','call_id':'t%1$d','arguments':'{\\'command\\':\\'make\\'}'}}
          {'timestamp':'2026-05-04T08:00:00Z','type':'response_item','payload':{'type':'function_call_output','call_id':'t%1$d','output':'Exit code: 2\\nno rule'}}
          """
              .formatted(i));
    }

    // When
    List<AgentEvent> fromFile =
        read(SessionFixture.write(folder, "rollout.jsonl", text.toString()));

    // Then
    assertThat(calls(fromFile))
        .hasSize(2 * CALLS)
        .isEqualTo(calls(hooked("codex", "", ",'tool_response':'Exit code: 2\\nno rule'")));
  }

  @Test
  void openCode() throws IOException {
    // Given
    for (int i = 0; i < CALLS; i++) {
      SessionFixture.write(
          folder,
          "storage/message/ses_1/msg_%d.json".formatted(i),
          "{'role':'assistant','time':{'created':1777881600000}}");
      SessionFixture.write(
          folder,
          "storage/part/msg_%d/prt_1.json".formatted(i),
          "{'type':'tool','callID':'t%d','tool':'bash','state':{'status':'error','input':{'command':'make'},'error':'no rule'}}"
              .formatted(i));
    }

    // When
    List<AgentEvent> fromFile =
        read(SessionFixture.write(folder, "storage/session/p/ses_1.json", "{'id':'ses_1'}"));

    // Then
    assertThat(calls(fromFile))
        .hasSize(2 * CALLS)
        .isEqualTo(calls(hooked("opencode", "", ",'error':'no rule'")));
  }
}
