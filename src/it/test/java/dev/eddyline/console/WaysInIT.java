package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.TestTags;
import dev.eddyline.access.TokenList;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.config.Setting;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateState;
import dev.eddyline.topics.TopicRole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each way in, with each credential: what closes an open gate, over a real broker. SECURITY.md
 * promises what this table shows.
 */
@Tag(TestTags.ATTACKS)
class WaysInIT {

  private static final String JSON = "application/json";

  @RegisterExtension
  static final ConsoleExtension CONSOLE =
      new ConsoleExtension(
          "ways-in-",
          Map.of(
              Setting.HTTP_TOKENS.key(),
              tokens(
                  "agent ingest",
                  "rival ingest",
                  "orchestrator orchestrate",
                  "reader view",
                  "lead view,decide",
                  "operator admin"),
              Setting.POLICY.key(),
              policy()));

  private static int tasks;

  private final EventFeed feed = CONSOLE.feed();
  private final String task = "ways-" + ++tasks;

  private static String tokens(String... entries) {
    String yaml =
        Stream.of(entries)
            .map(entry -> entry.split(" "))
            .map(
                it ->
                    "- {name: %s, sha256: %s, roles: [%s]}\n"
                        .formatted(it[0], TokenList.sha256(secret(it[0])), it[1]))
            .collect(Collectors.joining("", "tokens:\n", tenant()));
    return write("tokens", yaml);
  }

  private static String tenant() {
    return "- {name: tenant, sha256: %s, roles: [ingest], taskPrefix: other-}\n"
        .formatted(TokenList.sha256(secret("tenant")));
  }

  private static String policy() {
    return write("policy", "name: ways\nidentical_failure: {}\ngate: {resetOnUserMessage: true}\n");
  }

  private static String write(String name, String yaml) {
    try {
      Path file = Files.createTempFile(name, ".yaml");
      file.toFile().deleteOnExit();
      Files.writeString(file, yaml);
      return file.toString();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String secret(String name) {
    return "the-secret-token-of-" + name;
  }

  private String openGate() {
    CONSOLE.loop(task, 3);
    await().until(() -> !feed.gatesOf(task).isEmpty());
    String gateId = feed.newestGateIdOf(task);
    await().until(() -> client("reader").get("/api/v1/gate?gateId=" + gateId).status() == 200);
    return gateId;
  }

  private ApiClient client(String credential) {
    return switch (credential) {
      case "none" -> CONSOLE.served().stranger();
      default -> CONSOLE.served().client(secret(credential));
    };
  }

  private String event(String type, String more) {
    return "{\"eventId\":\"%s-%s\",\"taskId\":\"%s\",\"type\":\"%s\"%s}"
        .formatted(task, type, task, type, more);
  }

  /** The status with which the way in answers; 0 over Kafka. */
  private int send(String way, String credential, String action, String gateId) {
    String approval =
        ",\"gateId\":\"%s\",\"decision\":\"approve\",\"guidance\":\"go\",\"by\":\"the head\""
            .formatted(gateId);
    String body =
        switch (action) {
          case "decide" -> event("human_intervened", approval);
          case "complete" -> event("task_completed", ",\"outcome\":\"success\"");
          case "message" -> event("user_message", ",\"text\":\"go on\"");
          case "move" ->
              event("task_started", ",\"goal\":\"free\",\"rootTaskId\":\"free-" + task + "\"");
          default -> throw new IllegalArgumentException(action);
        };
    String hook =
        "{\"session_id\":\"%s\",\"hook_event_name\":\"%s\",\"reason\":\"success\",\"prompt\":\"go\"}"
            .formatted(task, action.equals("message") ? "UserPromptSubmit" : "SessionEnd");
    String decision = "{\"decision\":\"approve\",\"guidance\":\"go\",\"by\":\"the head\"}";
    return switch (way) {
      case "events" ->
          client(credential).post("/api/v1/events", body, "Content-Type", JSON).status();
      case "forged" ->
          client(credential)
              .post(
                  "/api/v1/events",
                  body,
                  "Content-Type",
                  JSON,
                  "X-User",
                  "ann",
                  "Cookie",
                  "eddyline_session=1.YQ.YQ.YQ.YQ")
              .status();
      case "hook" ->
          client(credential)
              .post("/api/v1/hooks/claude-code?wait=10000", hook, "Content-Type", JSON)
              .status();
      case "api" ->
          client(credential)
              .post("/api/v1/gate/decision?gateId=" + gateId, decision, "Content-Type", JSON)
              .status();
      case "kafka" -> {
        feed.send(TopicRole.AGENT_EVENTS, null, task, JsonEvents.json(body));
        yield 0;
      }
      default -> throw new IllegalArgumentException(way);
    };
  }

  /** Whether the gate is open after all that was sent before: a partition keeps the order. */
  private boolean isOpenAfterwards() {
    AgentEvent last = JsonEvents.failure(task, "another");
    last.setEventId(task + "-last");
    last.setReplyRequested(true);
    feed.send(last);
    await()
        .until(
            () ->
                feed.verdicts().stream()
                    .anyMatch(verdict -> verdict.getEventId().equals(last.getEventId())));
    return feed.gatesOf(task).stream().noneMatch(it -> it.getState() == GateState.CLOSED);
  }

  @ParameterizedTest
  @CsvSource({
    "events, none, decide, 401, open",
    "events, none, complete, 401, open",
    "events, agent, decide, 400, open",
    "events, agent, complete, 202, open",
    "events, agent, message, 202, open",
    "events, agent, move, 202, open",
    "forged, agent, decide, 400, open",
    "forged, none, complete, 401, open",
    "events, tenant, complete, 403, open",
    "events, tenant, message, 403, open",
    "events, reader, complete, 403, open",
    "events, lead, complete, 403, open",
    "events, lead, decide, 403, open",
    "events, operator, complete, 403, open",
    "hook, operator, complete, 403, open",
    "events, orchestrator, decide, 400, open",
    "events, orchestrator, complete, 202, closed",
    "hook, none, complete, 401, open",
    "hook, agent, message, 200, open",
    "hook, tenant, complete, 403, open",
    "hook, reader, complete, 403, open",
    "api, none, decide, 401, open",
    "api, agent, decide, 403, open",
    "api, tenant, decide, 403, open",
    "api, reader, decide, 403, open",
    "api, orchestrator, decide, 403, open",
    "api, lead, decide, 202, closed",
    "kafka, none, decide, 0, open",
    "kafka, none, complete, 0, closed",
  })
  void onlyAPersonOrAnOrchestratorClosesTheGate(
      String way, String credential, String action, int status, String gate) {
    // Given
    String gateId = openGate();

    // When
    int answered = send(way, credential, action, gateId);

    // Then
    assertThat(answered).isEqualTo(status);
    if (gate.equals("closed")) {
      await()
          .until(
              () -> feed.gatesOf(task).stream().anyMatch(it -> it.getState() == GateState.CLOSED));
    } else {
      assertThat(isOpenAfterwards()).isTrue();
      assertThat(feed.resets()).noneMatch(it -> it.getRootTaskId().equals(task));
      assertThat(feed.verdictsOf(task))
          .last()
          .satisfies(it -> assertThat(it.getGateId()).isEqualTo(gateId))
          .satisfies(it -> assertThat(it.getRootTaskId()).isEqualTo(task));
    }
  }

  @Test
  void eachAttemptLeavesAReceiptWithTheTokensName() {
    // Given
    String gateId = openGate();

    // When
    send("events", "agent", "complete", gateId);
    send("hook", "agent", "message", gateId);
    send("events", "agent", "move", gateId);

    // Then
    await().until(() -> receipts().size() == 3);
    assertThat(receipts()).allMatch(it -> it.getOutcome() == DecisionOutcome.REFUSED);
    assertThat(receipts()).extracting(DecisionReceipt::getOrigin).containsOnly("token agent");
    assertThat(receipts())
        .extracting(DecisionReceipt::getAttempt)
        .containsExactly("task_completed", "user_message", "other_root");
  }

  @Test
  void idsThatAnotherTokenUsedFirstHideNoLoop_norItsReply() {
    // Given
    for (int call = 0; call < 6; call++) {
      String harmless = numbered(call, "user_message", ",\"text\":\"all is well " + call + "\"");
      assertThat(post("rival", harmless).status()).isEqualTo(200);
    }

    // When
    JsonNode last = null;
    for (int call = 0; call < 6; call++) {
      last = post("agent", numbered(call, "failure_reported", ",\"message\":\"no kiln\"")).json();
    }

    // Then
    assertThat(last.path("loopType").asText()).isEqualTo("identical_failure");
    await().until(() -> !feed.gatesOf(task).isEmpty());
  }

  private String numbered(int call, String type, String more) {
    return "{\"eventId\":\"%s:c%d\",\"taskId\":\"%s\",\"type\":\"%s\",\"replyRequested\":true%s}"
        .formatted(task, call, task, type, more);
  }

  private ApiClient.ApiResponse post(String credential, String event) {
    return client(credential).post("/api/v1/events", event, "Content-Type", JSON);
  }

  private List<DecisionReceipt> receipts() {
    return feed.receipts().stream().filter(it -> it.getRootTaskId().equals(task)).toList();
  }
}
