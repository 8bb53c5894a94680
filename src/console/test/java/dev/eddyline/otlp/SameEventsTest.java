package dev.eddyline.otlp;

import static dev.eddyline.otlp.OtlpFixtures.log;
import static dev.eddyline.otlp.OtlpFixtures.span;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.hooks.HookAgents;
import dev.eddyline.hooks.HookCall;
import dev.eddyline.schema.AgentEvent;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One run that hooks, log records and spans report: its events have equal ids and tasks. */
class SameEventsTest {

  private static Stream<String> hook(String agent, String name, String fields) {
    String json = "{'session_id':'s-1','hook_event_name':'%s',%s}".formatted(name, fields);
    HookCall call = HookCall.read(json.replace('\'', '"'), Optional.empty(), OtlpFixtures.START);
    return ids(HookAgents.find(agent).orElseThrow().read(call).events());
  }

  /** Id, task, root and kind of each event. */
  private static Stream<String> ids(List<AgentEvent> events) {
    return events.stream()
        .map(
            it ->
                "%s %s %s %s"
                    .formatted(
                        it.getEventId(),
                        it.getTaskId(),
                        it.getRootTaskId(),
                        it.getBody().getClass().getSimpleName()));
  }

  private static List<String> claudeHooks(String tool, String id, String input, String more) {
    String fields = "'tool_name':'%s','tool_use_id':'%s','tool_input':%s%s";
    String before = fields.formatted(tool, id, input, more);
    return Stream.concat(
            hook("claude-code", "PreToolUse", before),
            hook("claude-code", "PostToolUse", before + ",'tool_response':'done'"))
        .toList();
  }

  private static List<String> claudeSpan(String tool, String id, String input, String more) {
    return ids(OtlpFixtures.events(
            span(
                1,
                9,
                "claude_code.tool",
                ("{'session.id':'s-1','tool_name':'%s','tool_use_id':'%s','tool_input':%s,"
                        + "'output':'done'%s}")
                    .formatted(tool, id, input, more))))
        .toList();
  }

  private static List<String> claudeLog(String tool, String id, String input, String more) {
    return ids(OtlpFixtures.events(
            log(
                1,
                0,
                "claude_code.tool_result",
                ("{'session.id':'s-1','tool_name':'%s','tool_use_id':'%s','tool_input':%s,"
                        + "'success':'true'%s}")
                    .formatted(tool, id, input, more))))
        .toList();
  }

  @Test
  void aCallOfClaudeCodeHasOneId() {
    String input = "{'command':'npm test','description':'Run the tests'}";
    List<String> hooks = claudeHooks("Bash", "toolu_1", input, "");

    assertThat(hooks)
        .containsExactly(
            "s-1:toolu_1:called s-1 null ToolCalled", "s-1:toolu_1:returned s-1 null ToolReturned");
    assertThat(claudeSpan("Bash", "toolu_1", input, "")).isEqualTo(hooks);
    // log records have no output
    assertThat(claudeLog("Bash", "toolu_1", input, "")).isEqualTo(hooks.subList(0, 1));
  }

  @Test
  void aFailingCallOfClaudeCodeHasOneId() {
    List<String> hooks =
        hook(
                "claude-code",
                "PostToolUseFailure",
                "'tool_name':'Bash','tool_use_id':'toolu_1','tool_input':{},'error':'boom'")
            .toList();

    List<String> logs =
        claudeLog("Bash", "toolu_1", "{'command':'x'}", ",'error':'boom'").subList(1, 2);

    assertThat(logs).isEqualTo(hooks);
  }

  @Test
  void aCallOfASubagentHasOneIdAndTask() {
    List<String> hooks =
        claudeHooks("Read", "toolu_2", "{'path':'a'}", ",'agent_id':'a-1','agent_type':'review'");

    assertThat(hooks.get(0)).isEqualTo("s-1/a-1:toolu_2:called s-1/a-1 s-1 ToolCalled");
    assertThat(claudeSpan("Read", "toolu_2", "{'path':'a'}", ",'agent_id':'a-1'")).isEqualTo(hooks);
    assertThat(claudeLog("Read", "toolu_2", "{'path':'a'}", ",'agent_id':'a-1'"))
        .isEqualTo(hooks.subList(0, 1));
  }

  @Test
  void aRequestToASubagentHasOneId() {
    String input = "{'subagent_type':'review','prompt':'Check it.'}";
    List<String> hooks = claudeHooks("Agent", "toolu_3", input, "");

    assertThat(hooks)
        .containsExactly(
            "s-1:toolu_3:called s-1 null CollaborationRequested",
            "s-1:toolu_3:returned s-1 null CollaborationAnswered");
    assertThat(claudeSpan("Agent", "toolu_3", input, "")).isEqualTo(hooks);
    assertThat(claudeLog("Agent", "toolu_3", input, "")).isEqualTo(hooks.subList(0, 1));
  }

  @Test
  void pollingToolsHaveNoEvents() {
    assertThat(claudeHooks("BashOutput", "toolu_4", "{'id':'1'}", "")).isEmpty();
    assertThat(claudeSpan("BashOutput", "toolu_4", "{'id':'1'}", "")).isEmpty();
    assertThat(claudeLog("BashOutput", "toolu_4", "{'id':'1'}", "")).isEmpty();
  }

  @Test
  void aPromptOfClaudeCodeHasOneId() {
    List<String> hooks =
        hook("claude-code", "UserPromptSubmit", "'prompt_id':'p-1','prompt':'Repair it.'").toList();

    assertThat(
            ids(
                OtlpFixtures.events(
                    log(
                        1,
                        0,
                        "claude_code.user_prompt",
                        "{'session.id':'s-1','prompt.id':'p-1','prompt':'Repair it.'}"))))
        .containsExactlyElementsOf(hooks);
  }

  @Test
  void aCallOfCodexHasOneId() {
    String use = "'tool_name':'shell','tool_use_id':'call_1','tool_input':{'cmd':'ls'}";
    List<String> hooks =
        Stream.concat(
                hook("codex", "PreToolUse", use),
                hook("codex", "PostToolUse", use + ",'tool_response':'a.ts'"))
            .toList();

    assertThat(
            ids(
                OtlpFixtures.events(
                    log(
                        1,
                        0,
                        "codex.tool_result",
                        "{'conversation.id':'s-1','tool_name':'shell','call_id':'call_1',"
                            + "'arguments':{'cmd':'ls'},'output':'a.ts','success':'true'}"))))
        .containsExactlyElementsOf(hooks);
  }
}
