package dev.eddyline.console.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.access.TokenFiles;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.ConsoleExtension;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Hooks with a running processor, a real broker and a real registry. */
class HooksIT {

  private static final int CALLS = 4;
  private static final String ERROR = "Exit code 1\\nTypeError: total is undefined at cart.js:12";
  private static final String TOKEN = "a-token-of-the-hooks";

  @RegisterExtension
  static final ConsoleExtension CONSOLE =
      new ConsoleExtension("hooks-", Map.of("http.tokens", TokenFiles.of(TOKEN, "ingest")));

  private final ApiClient agent = CONSOLE.served().client(TOKEN);

  private ApiClient.ApiResponse post(String path, String body, String... more) {
    List<String> headers = new ArrayList<>(List.of("Content-Type", "application/json"));
    headers.addAll(List.of(more));
    return agent.post(path, body, headers.toArray(String[]::new));
  }

  /** The answer with a verdict: where none came in time, the same events are sent again. */
  private JsonNode postUntilVerdict(String path, String body, String... headers) {
    return await().until(() -> post(path, body, headers), it -> it.status() == 200).json();
  }

  private JsonNode hook(String session, String event, int call, String more) {
    return postUntilVerdict(
        "/api/v1/hooks/claude-code?wait=10000&closed=true",
        """
        {"session_id":"%s","hook_event_name":"%s","tool_name":"Bash","tool_use_id":"t%d",
         "tool_input":{"command":"npm test","description":"Try %d"}%s}"""
            .formatted(session, event, call, call, more));
  }

  private JsonNode called(String session, int call) {
    return hook(session, "PreToolUse", call, "");
  }

  private JsonNode failed(String session, int call) {
    return hook(session, "PostToolUseFailure", call, ",\"error\":\"%s\"".formatted(ERROR));
  }

  /** The same run in Eddyline's own JSON. */
  private static List<String> lines(String task) {
    String head =
        "{\"taskId\":\"%s\",\"workflow\":\"claude-code\",\"replyRequested\":true,\"tool\":\"Bash\",\"callId\":\"t%d\","
            + "\"type\":\"%s\",%s}";
    List<String> lines = new ArrayList<>();
    for (int call = 1; call <= CALLS; call++) {
      String arguments = "\"arguments\":\"{}\",\"loopKey\":\"{\\\"command\\\":\\\"npm test\\\"}\"";
      String output = "\"isError\":true,\"output\":\"%s\"".formatted(ERROR);
      lines.add(head.formatted(task, call, "tool_called", arguments));
      lines.add(head.formatted(task, call, "tool_returned", output));
    }
    lines.add(head.formatted(task, CALLS + 1, "tool_called", "\"arguments\":\"{}\""));
    return lines;
  }

  private static List<String> answers(String task) {
    return CONSOLE.feed().verdictsOf(task).stream().map(HooksIT::answer).toList();
  }

  private static String answer(LoopVerdict verdict) {
    return "%s %d %d %s %s"
        .formatted(
            verdict.getLoopType(),
            verdict.getLoopCount(),
            verdict.getAttempts(),
            verdict.getAction(),
            verdict.getTarget());
  }

  @Test
  void hookHttpAndKafkaEventsGiveSameVerdicts() {
    // Given
    List<JsonNode> before = new ArrayList<>();
    List<JsonNode> after = new ArrayList<>();

    // When
    for (int call = 1; call <= CALLS; call++) {
      before.add(called("hooked", call));
      after.add(failed("hooked", call));
    }
    JsonNode next = called("hooked", CALLS + 1);
    for (String line : lines("posted")) {
      String key = "event " + line.hashCode();
      postUntilVerdict("/api/v1/events", line, EventPages.IDEMPOTENCY_KEY, key);
    }
    lines("native").forEach(line -> CONSOLE.feed().send(JsonEvents.json(line)));

    // Then
    String context = "/hookSpecificOutput/additionalContext";
    assertThat(before).allMatch(JsonNode::isEmpty);
    assertThat(after.get(0)).isEmpty();
    assertThat(after.subList(1, CALLS))
        .noneMatch(answer -> answer.at(context).asText("").isEmpty());
    assertThat(next.at("/hookSpecificOutput/permissionDecision").textValue()).isEqualTo("ask");
    assertThat(next.at("/hookSpecificOutput/permissionDecisionReason").textValue())
        .contains("/gates?id=");
    await().until(() -> answers("native").size() == 2 * CALLS + 1);
    assertThat(answers("hooked"))
        .isEqualTo(answers("posted"))
        .isEqualTo(answers("native"))
        .hasSize(2 * CALLS + 1);
  }

  private JsonNode copilot(int second, String event, String more) {
    return postUntilVerdict(
        "/api/v1/hooks/claude-code?wait=10000&closed=true",
        """
        {"session_id":"copilot","timestamp":"2026-05-04T08:00:%02d.000Z","hook_event_name":"%s","tool_name":"Bash",
         "tool_input":{"command":"make"}%s}"""
            .formatted(second, event, more));
  }

  private JsonNode vsCode(int call, String event, String more) {
    return postUntilVerdict(
        "/api/v1/hooks/claude-code?wait=10000&closed=true",
        """
        {"sessionId":"vscode","timestamp":"2026-05-04T08:00:%02d.000Z","hookEventName":"%s",
         "tool_name":"runInTerminal","tool_use_id":"v%d","tool_input":{"command":"make"}%s}"""
            .formatted(call, event, call, more));
  }

  @Test
  void agentsThatReadClaudeCodesSettingsGetTheirOwnAnswers() {
    // Given
    String failed = "no rule to make\\nCommand exited with code 2";
    List<String> answers = new ArrayList<>();

    // When
    for (int call = 1; call <= CALLS; call++) {
      copilot(2 * call, "PreToolUse", "");
      String result =
          ",\"tool_result\":{\"result_type\":\"success\",\"text_result_for_llm\":\"%s\"}";
      answers.add(
          copilot(2 * call + 1, "PostToolUse", result.formatted(failed))
              .path("additionalContext")
              .asText(""));
      vsCode(call, "PreToolUse", "");
      answers.add(
          vsCode(call, "PostToolUse", ",\"tool_response\":\"%s\"".formatted(failed))
              .at("/hookSpecificOutput/additionalContext")
              .asText(""));
    }
    JsonNode copilotAtGate = copilot(30, "PreToolUse", "");
    JsonNode vsCodeAtGate = vsCode(30, "PreToolUse", "");

    // Then
    assertThat(answers.subList(0, 2)).containsOnly("");
    assertThat(answers.subList(2, answers.size())).doesNotContain("");
    assertThat(copilotAtGate.path("permissionDecision").textValue()).isEqualTo("ask");
    assertThat(vsCodeAtGate.at("/hookSpecificOutput/permissionDecision").textValue())
        .isEqualTo("ask");
    for (String task : List.of("copilot", "vscode")) {
      assertThat(CONSOLE.feed().verdictsOf(task)).hasSize(2 * CALLS + 1);
    }
  }

  @Test
  void deduplicatesHooks() {
    // Given
    called("twice", 1);
    called("twice", 2);

    // When
    failed("twice", 1);
    post(
        "/api/v1/hooks/claude-code?wait=1",
        """
        {"session_id":"twice","hook_event_name":"PostToolUseFailure","tool_name":"Bash",
         "tool_use_id":"t1","error":"%s"}"""
            .formatted(ERROR));
    failed("twice", 2);

    // Then
    assertThat(CONSOLE.feed().verdictsOf("twice"))
        .extracting(LoopVerdict::getLoopCount)
        .contains(1)
        .doesNotContain(2);
  }
}
