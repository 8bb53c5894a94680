package dev.eddyline.console.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.access.Role;
import dev.eddyline.config.ConsoleUrl;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.ReplayedOutputs;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.GuardedServer;
import dev.eddyline.console.json.OverviewJson;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.RequestBodies;
import dev.eddyline.hooks.HookAgents;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The route of the hooks, without Kafka. */
class HookPagesTest {

  private static final String TOKEN = "a-token-that-posts-hooks";
  private static final String OTHER = "a-token-of-another-agent";
  private static final String VIEWER = "a-token-that-only-reads";
  private static final String PATH = "/api/v1/hooks/claude-code";
  private static final String PROMPT =
      "{\"session_id\":\"s\",\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"%s\"}";
  private static final String CALL =
      "{\"session_id\":\"s\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_use_id\":\"t\",\"tool_input\":{}}";

  private final List<AgentEvent> published = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();
  private ApiException thrown;
  private CompletableFuture<List<Optional<LoopVerdict>>> verdicts =
      CompletableFuture.completedFuture(List.of());
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final HookMonitor monitor = new HookMonitor(meters, Clock.systemUTC());
  private final GuardedServer server =
      new GuardedServer(
          List.of(
              TestAccessTokens.namedToken(TOKEN, Role.INGEST),
              TestAccessTokens.namedToken(OTHER, Role.INGEST),
              TestAccessTokens.namedToken(VIEWER, Role.VIEW)),
          new HookPages(this::publish, monitor, Clock.systemUTC(), Optional.empty()));
  private final ApiClient agent = server.browser(TOKEN);

  private CompletableFuture<List<Optional<LoopVerdict>>> publish(
      Caller caller, List<AgentEvent> events, Duration wait) {
    if (thrown != null) {
      throw thrown;
    }
    published.addAll(events);
    waits.add(wait);
    return verdicts;
  }

  private ApiClient.ApiResponse post(String path, String body) {
    return agent.post(path, body, "Content-Type", "application/json");
  }

  @AfterEach
  void end() {
    server.close();
  }

  private static LoopVerdict verdict(String json) {
    return ReplayedOutputs.replayEventLines(json.lines().toList()).stream()
        .filter(LoopVerdict.class::isInstance)
        .map(LoopVerdict.class::cast)
        .reduce((one, other) -> other)
        .orElseThrow();
  }

  @Test
  void convertsVerdictToHookAnswer() {
    // Given
    LoopVerdict loop = verdict(String.join("\n", ReplayedOutputs.failures("s", 2)));
    verdicts = CompletableFuture.completedFuture(List.of(Optional.of(loop)));

    // When
    ApiClient.ApiResponse answer = post(PATH, CALL);

    // Then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/hookSpecificOutput/additionalContext").textValue())
        .contains(loop.getText());
    assertThat(published).hasSize(1);
  }

  @Test
  void linksOpenGate() {
    // Given
    LoopVerdict gate = verdict(String.join("\n", ReplayedOutputs.failures("s", 3)));
    verdicts = CompletableFuture.completedFuture(List.of(Optional.of(gate)));

    // When
    ApiClient.ApiResponse answer = post(PATH, CALL);

    // Then
    assertThat(answer.json().at("/hookSpecificOutput/permissionDecision").textValue())
        .isEqualTo("ask");
    assertThat(answer.json().at("/hookSpecificOutput/permissionDecisionReason").textValue())
        .endsWith(new ConsoleUrl("http://127.0.0.1:" + server.port()).gate(gate.getGateId()));
  }

  @Test
  void linksToTheConsoleOfTheSettings() {
    // Given
    ConsoleUrl console = new ConsoleUrl("https://eddyline.example.com");
    LoopVerdict gate = verdict(String.join("\n", ReplayedOutputs.failures("s", 3)));
    verdicts = CompletableFuture.completedFuture(List.of(Optional.of(gate)));
    try (GuardedServer behindProxy =
        new GuardedServer(
            List.of(TestAccessTokens.namedToken(TOKEN, Role.INGEST)),
            new HookPages(this::publish, monitor, Clock.systemUTC(), Optional.of(console)))) {

      // When
      ApiClient.ApiResponse answer =
          behindProxy.browser(TOKEN).post(PATH, CALL, "Content-Type", "application/json");

      // Then
      assertThat(answer.json().at("/hookSpecificOutput/permissionDecisionReason").textValue())
          .endsWith(" Decide at " + console.gate(gate.getGateId()));
    }
  }

  @Test
  void agentMayContinueWhenNoVerdictArrives() {
    // Given
    verdicts = CompletableFuture.completedFuture(List.of(Optional.empty()));

    // When
    ApiClient.ApiResponse answer = post(PATH + "?wait=150&workflow=nightly", CALL);

    // Then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.http().body()).isEqualTo("{}");
    assertThat(waits).containsExactly(Duration.ofMillis(150));
    assertThat(published).allMatch(event -> event.getWorkflow().equals("nightly"));
  }

  @Test
  void waitsTwoSecondsByDefault() {
    // When
    post(PATH, PROMPT.formatted("go"));

    // Then
    assertThat(waits).containsExactly(Duration.ofSeconds(2));
  }

  @Test
  void answersHookWithoutEvents() {
    // When
    ApiClient.ApiResponse answer =
        post(PATH, "{\"session_id\":\"s\",\"hook_event_name\":\"PreCompact\"}");

    // Then
    assertThat(answer.http().body()).isEqualTo("{}");
    assertThat(waits).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reportsPublishFailure(boolean later) {
    // Given
    ApiException refused = ApiException.of(503, "Kafka did not take it");
    thrown = later ? null : refused;
    verdicts = CompletableFuture.failedFuture(refused);

    // When
    ApiClient.ApiResponse answer = post(PATH, CALL);

    // Then
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.json().get("error").textValue()).isEqualTo("Kafka did not take it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "claude-code            | {\"session_id\":\"s\",\"hook_event_name\":\"PreToolUse\"} | 400 | tool_name",
        "claude-code            | {\"session_id\":7,\"hook_event_name\":\"Stop\",\"last_assistant_message\":\"x\"} | 400 | session_id",
        "claude-code            | not json                          | 400 |",
        "claude-code?wait=0     | {\"hook_event_name\":\"x\"}       | 400 | wait",
        "claude-code?wait=10001 | {\"hook_event_name\":\"x\"}       | 400 | wait",
        "claude-code?wait=soon  | {\"hook_event_name\":\"x\"}       | 400 | wait",
        "claudecode             | {\"hook_event_name\":\"x\"}       | 404 |"
      })
  void rejectsInvalidField(String path, String body, int status, String field) {
    // When
    ApiClient.ApiResponse answer = post("/api/v1/hooks/" + path, body);

    // Then
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().get("field").textValue()).isEqualTo(field);
    assertThat(published).isEmpty();
  }

  @Test
  void rejectsInvalidSessionId() {
    // When
    ApiClient.ApiResponse answer =
        post(PATH, PROMPT.formatted("x").replace("\"s\"", "\"a\\u202eb\""));

    // Then
    assertThat(answer.status()).isEqualTo(400);
    assertThat(published).isEmpty();
  }

  @Test
  void acceptsHookBodiesOf500KB() {
    // Given
    String hook =
        "{\"hook_event_name\":\"x\",\"event\":\"x\",\"session_id\":\"s\",\"conversation_id\":\"s\",\"more\":\"%s\"}"
            .formatted("x".repeat(500_000));

    // Then
    assertThat(HookAgents.names())
        .allSatisfy(
            name -> assertThat(post("/api/v1/hooks/" + name, hook).status()).isEqualTo(200));
  }

  @Test
  void failClosedHookReturns504WhenNoVerdictArrives() {
    // Given
    verdicts = CompletableFuture.completedFuture(List.of(Optional.empty()));

    // Then
    assertThat(post(PATH, CALL).status()).isEqualTo(200);
    assertThat(post(PATH + "?closed=true", CALL).status()).isEqualTo(504);
  }

  /** The counters above 0, by tool and outcome. */
  private Map<String, Integer> counts() {
    return meters.find("eddyline.hooks").counters().stream()
        .filter(counter -> counter.count() > 0)
        .collect(
            Collectors.toMap(
                counter -> counter.getId().getTag("tool") + " " + counter.getId().getTag("outcome"),
                (Counter counter) -> (int) counter.count()));
  }

  private void awaitCounts(Map<String, Integer> counts) {
    // a request is counted after its answer
    await().untilAsserted(() -> assertThat(counts()).isEqualTo(counts));
  }

  @Test
  void countsHooksByToolAndOutcome() {
    // Given
    verdicts =
        CompletableFuture.completedFuture(
            List.of(Optional.of(verdict(String.join("\n", ReplayedOutputs.failures("s", 2))))));
    String hook = "{\"session_id\":\"s\",\"hook_event_name\":\"%s\",\"tool_name\":\"x\"}";

    // When
    post(PATH, CALL);
    post(PATH, hook.formatted("PreCompact"));
    post(PATH, hook.formatted("Banana"));
    post(PATH, hook.formatted("PostToolUse"));
    post(PATH, "not json");
    post(PATH + "?wait=soon", CALL);
    post("/api/v1/hooks/banana", CALL);
    agent.get(PATH);

    // Then
    awaitCounts(
        Map.of(
            "claude-code accepted", 1,
            "claude-code ignored", 1,
            "claude-code unknown_hook", 1,
            "claude-code no_result", 1,
            "claude-code invalid", 2,
            "unknown invalid", 1));
    assertThat(monitor.blindHooks())
        .containsExactly(
            new OverviewJson.BlindHooks("claude-code", "invalid", 2),
            new OverviewJson.BlindHooks("claude-code", "no_result", 1),
            new OverviewJson.BlindHooks("claude-code", "unknown_hook", 1),
            new OverviewJson.BlindHooks("unknown", "invalid", 1));
  }

  @Test
  void hooksOfOtherAgentsAtThePathOfClaudeCodeAreTheirs() {
    // Given
    LoopVerdict loop = verdict(String.join("\n", ReplayedOutputs.failures("s", 2)));
    verdicts = CompletableFuture.completedFuture(List.of(Optional.of(loop)));
    String time = "\"timestamp\":\"2026-05-04T08:00:00.000Z\"";

    // When
    ApiClient.ApiResponse copilot =
        post(
            PATH,
            "{%s,\"session_id\":\"s\",\"hook_event_name\":\"PostToolUse\",\"tool_name\":\"Bash\",\"tool_result\":{\"result_type\":\"success\",\"text_result_for_llm\":\"x\"}}"
                .formatted(time));
    ApiClient.ApiResponse vsCode =
        post(
            PATH,
            CALL.replace("session_id", "sessionId").replace("hook_event_name", "hookEventName"));

    // Then
    assertThat(copilot.json().get("additionalContext").textValue()).contains(loop.getText());
    assertThat(vsCode.json().at("/hookSpecificOutput/additionalContext").textValue())
        .contains(loop.getText());
    assertThat(published)
        .extracting(AgentEvent::getWorkflow)
        .containsExactly("copilot-cli", "vscode");
    awaitCounts(Map.of("copilot-cli accepted", 1, "vscode accepted", 1));
  }

  @Test
  void defersAtAnOpenGateWithoutATerminal_andEndsWaitsOfEarlierHooks() {
    // Given
    LoopVerdict gate = verdict(String.join("\n", ReplayedOutputs.failures("s", 3)));
    verdicts = CompletableFuture.completedFuture(List.of(Optional.of(gate)));

    // When
    post(PATH, "{\"session_id\":\"s\",\"hook_event_name\":\"PermissionRequest\"}");
    ApiClient.ApiResponse answer = post(PATH + "?headless=true", CALL);

    // Then
    assertThat(answer.json().at("/hookSpecificOutput/permissionDecision").textValue())
        .isEqualTo("defer");
    assertThat(published)
        .extracting(event -> event.getBody().getClass().getSimpleName())
        .containsExactly("WaitingStarted", "WaitingEnded", "ToolCalled", "ToolCalled");
  }

  private static final String ASKS =
      "{\"session_id\":\"s\",\"hook_event_name\":\"PermissionRequest\"}";

  /** The kinds of the published events. */
  private List<String> kinds() {
    return published.stream().map(event -> event.getBody().getClass().getSimpleName()).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWaitEndsOnlyOnceItsEndIsPublished(boolean later) {
    // Given
    post(PATH, ASKS);
    ApiException refused = ApiException.of(503, "Kafka did not take it");
    thrown = later ? null : refused;
    verdicts = CompletableFuture.failedFuture(refused);
    post(PATH, CALL);
    thrown = null;
    verdicts = CompletableFuture.completedFuture(List.of());
    published.clear();

    // When
    post(PATH, CALL);
    post(PATH, CALL);

    // Then
    assertThat(kinds()).containsExactly("WaitingEnded", "ToolCalled", "ToolCalled");
  }

  @Test
  void aWaitThatIsNotPublishedDoesNotEnd() {
    // Given
    thrown = ApiException.of(429, "too many events");
    post(PATH, ASKS);
    thrown = null;

    // When
    post(PATH, CALL);

    // Then
    assertThat(kinds()).containsExactly("ToolCalled");
  }

  @Test
  void aCompletedItemThatIsNotPublishedIsCountedByTheNextHook() {
    // Given
    String completed =
        "{\"session_id\":\"s\",\"hook_event_name\":\"TaskCompleted\",\"task_id\":\"%s\"}";
    thrown = ApiException.of(503, "Kafka did not take it");
    post(PATH, completed.formatted(1));
    thrown = null;

    // When
    post(PATH, completed.formatted(2));

    // Then
    assertThat(published)
        .extracting(AgentEvent::getBody)
        .containsExactly(ProgressReported.newBuilder().setSubtasksCompleted(1).build());
  }

  @Test
  void hooksOfAnotherTokenDoNotEndAWait() {
    // Given
    post(PATH, ASKS);

    // When
    server.browser(OTHER).post(PATH, CALL, "Content-Type", "application/json");
    post(PATH, CALL);

    // Then
    assertThat(kinds())
        .containsExactly("WaitingStarted", "ToolCalled", "WaitingEnded", "ToolCalled");
  }

  @Test
  void countsHooksThatAreRejectedBeforeTheirHandler() {
    // When
    server.browser(null).post(PATH, CALL, "Content-Type", "application/json");
    server
        .browser("a-token-that-is-wrong")
        .post("/api/v1/hooks/codex", CALL, "Content-Type", "application/json");
    server.browser(VIEWER).post(PATH, CALL, "Content-Type", "application/json");
    post(PATH, " ".repeat(RequestBodies.MAX_BODY_BYTES + 1));

    // Then
    awaitCounts(
        Map.of(
            "claude-code unauthorized", 2,
            "codex unauthorized", 1,
            "claude-code limited", 1));
  }

  @Test
  void countsHooksAboveTheRate() {
    // When
    while (post(PATH, PROMPT.formatted("x")).status() != 429) {
      // the clock of the limit does not move
    }

    // Then
    await().untilAsserted(() -> assertThat(counts()).containsEntry("claude-code limited", 1));
  }

  @Test
  void countsMissingVerdictsAndFailures() {
    // Given
    verdicts = CompletableFuture.completedFuture(List.of(Optional.empty()));

    // When
    post(PATH, CALL);
    post(PATH + "?closed=true", CALL);
    verdicts = CompletableFuture.failedFuture(ApiException.of(503, "Kafka did not take it"));
    post(PATH, CALL);
    thrown = ApiException.of(503, "Kafka did not take it");
    post(PATH, CALL);

    // Then
    awaitCounts(Map.of("claude-code timeout", 2, "claude-code failed", 2));
  }

  @Test
  void countsCallsOfASessionWithoutResults() {
    // When
    for (int call = 0; call <= MissingResults.MAX_CALLS; call++) {
      post(PATH, CALL);
      post("/api/v1/hooks/goose", CALL.replace("hook_event_name", "event"));
    }

    // Then
    awaitCounts(
        Map.of(
            "claude-code accepted",
            MissingResults.MAX_CALLS,
            "claude-code no_result",
            1,
            "goose accepted",
            MissingResults.MAX_CALLS + 1));
  }
}
