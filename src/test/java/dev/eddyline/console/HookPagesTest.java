package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.Role;
import dev.eddyline.hooks.HookAgents;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The route of the hooks, without Kafka. */
class HookPagesTest {

  private static final String TOKEN = "a-token-that-posts-hooks";
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
  private final GuardedServer server =
      new GuardedServer(
          List.of(TestAccessTokens.namedToken(TOKEN, Role.INGEST)),
          new HookPages(this::publish, Clock.systemUTC()));
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
        .endsWith("http://127.0.0.1:%d/gates".formatted(server.port()));
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
}
