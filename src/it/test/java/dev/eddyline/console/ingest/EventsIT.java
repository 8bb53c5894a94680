package dev.eddyline.console.ingest;

import static dev.eddyline.app.RepeatedRequest.untilAvailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.TestTags;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.ApiClient.ApiResponse;
import dev.eddyline.console.ConsoleExtension;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events over HTTP, as programs of any language publish them. */
class EventsIT {

  private static final String EVENTS = "/api/v1/events";
  private static final String TYPE = "Content-Type";
  private static final String JSON = "application/json";

  @RegisterExtension
  static final ConsoleExtension CONSOLE = new ConsoleExtension("events-", Map.of());

  private final ApiClient browser = CONSOLE.browser();

  private ApiResponse post(String body, String... more) {
    String[] headers = new String[more.length + 2];
    headers[0] = TYPE;
    headers[1] = JSON;
    System.arraycopy(more, 0, headers, 2, more.length);
    return untilAvailable(() -> browser.post(EVENTS, body, headers), ApiResponse::status);
  }

  /** The answer with a reply: where none came in time, the request is repeated under its key. */
  private ApiResponse postUntilReply(String body, String key) {
    return await()
        .until(() -> post(body, EventPages.IDEMPOTENCY_KEY, key), answer -> answer.status() == 200);
  }

  private int loops(String task) {
    return browser.getJsonById("/api/v1/task?taskId=", task).path("loopCount").asInt(-1);
  }

  @Test
  void oneInvalidLineRejectsAllEvents() {
    // When
    ApiResponse answer =
        post(
            """
            {"taskId":"whole","type":"failure_reported","message":"one","replyRequested":true}
            {"taskId":"whole","type":"failure_reported"}
            {"taskId":"whole","type":"failure_reported","message":"one","locaton":"a:1"}
            {"task_id":"whole","type":"failure_reported","message":"one"}
            """);

    // Then
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().get("refused"))
        .extracting(it -> it.get("line").intValue() + " " + it.get("error").textValue())
        .containsExactly(
            "2 failure_reported.message is required",
            "4 taskId is required; task_id is not a field: write taskId");
    ApiResponse after =
        postUntilReply(
            "{\"taskId\":\"whole\",\"type\":\"failure_reported\",\"message\":\"one\",\"replyRequested\":true}",
            "whole");
    assertThat(after.json().get("loopType").textValue())
        .as("the first lines' effect")
        .isEqualTo("ok");
  }

  @Test
  void reportsIgnoredUnknownFields() {
    // When
    ApiResponse answer =
        post("{\"taskId\":\"ignored\",\"type\":\"user_message\",\"text\":\"x\",\"agentID\":\"a\"}");

    // Then
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.json().get("accepted").intValue()).isEqualTo(1);
    assertThat(answer.json().get("verdicts")).isEmpty();
    assertThat(answer.json().at("/ignored/0/error").textValue())
        .isEqualTo("unknown field, ignored; nearest: agentId");
  }

  @Test
  void repliesToEachRequestingEvent() {
    // Given
    String call =
        """
        {"taskId":"many","type":"tool_call","tool":"shell","arguments":{"command":"make"},"output":"no rule","isError":true,"replyRequested":true}
        """;

    // When
    ApiResponse answer =
        postUntilReply(
            call + "{\"taskId\":\"many\",\"type\":\"user_message\",\"text\":\"x\"}\n" + call,
            "many");

    // Then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().get("accepted").intValue()).isEqualTo(3);
    assertThat(answer.json().get("verdicts"))
        .extracting(it -> it.get("line").intValue() + " " + it.at("/verdict/taskId").textValue())
        .containsExactly("1 many", "3 many");
  }

  @Test
  void idempotencyKeyReturnsSameVerdict() {
    // Given
    String failure =
        "{\"taskId\":\"keyed\",\"type\":\"failure_reported\",\"message\":\"same\",\"replyRequested\":true}";
    postUntilReply(failure, "first");

    // When
    ApiResponse second = postUntilReply(failure, "second");
    ApiResponse again = postUntilReply(failure, "second");

    // Then
    assertThat(second.json().get("eventId").textValue()).isEqualTo("second:1");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json()).isEqualTo(second.json());
    await().until(() -> loops("keyed") == 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1795450000", "\"1999-12-31T00:00:00Z\"", "4102444800000"})
  void rejectsImplausibleTime(String occurredAt) {
    // When
    ApiResponse answer =
        post(
            "{\"taskId\":\"t\",\"type\":\"user_message\",\"text\":\"x\",\"occurredAt\":%s}"
                .formatted(occurredAt));

    // Then
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("/refused/0/field").textValue()).isEqualTo("occurredAt");
    assertThat(answer.json().at("/refused/0/error").textValue().contains("looks like seconds"))
        .isEqualTo(occurredAt.equals("1795450000"));
  }

  @Test
  void localProgramNeedsNoCsrfToken() {
    // Given
    String event = "{\"taskId\":\"open\",\"type\":\"user_message\",\"text\":\"x\"}";

    // Then
    assertThat(post(event).status()).isEqualTo(202);
    ApiResponse lines =
        untilAvailable(
            () -> browser.post(EVENTS, event, TYPE, "application/x-ndjson"), ApiResponse::status);
    assertThat(lines.status()).isEqualTo(202);
    assertThat(post(event, "Sec-Fetch-Site", "same-origin").status()).isEqualTo(403);
    assertThat(post(event, "Origin", "http://" + CONSOLE.served().address()).status())
        .isEqualTo(403);
    assertThat(browser.post(EVENTS, event, TYPE, "text/plain").status()).isEqualTo(415);
    assertThat(browser.post(EVENTS, event, "Accept", "*/*").status()).isEqualTo(415);
  }

  @Test
  void decisionNeedsSignInAndIsNoEvent() {
    // Given
    CONSOLE.loop("undecided", 3);
    await()
        .until(
            () ->
                browser
                    .getJsonById("/api/v1/task?taskId=", "undecided")
                    .path("openGate")
                    .isObject());
    JsonNode gate = browser.getJsonById("/api/v1/task?taskId=", "undecided").get("openGate");
    String gateId = gate.get("gateId").textValue();

    // When
    ApiResponse event =
        post(
            "{\"taskId\":\"undecided\",\"type\":\"human_intervened\",\"gateId\":\"%s\",\"decision\":\"approve\",\"guidance\":\"\",\"by\":\"ann\"}"
                .formatted(gateId));
    ApiResponse decision =
        browser.post(
            "/api/v1/gate/decision?gateId=" + gateId,
            "{\"decision\":\"approve\",\"by\":\"ann\"}",
            TYPE,
            JSON);

    // Then
    assertThat(event.status()).isEqualTo(400);
    assertThat(decision.status()).isEqualTo(403);
    assertThat(browser.getJsonById("/api/v1/gate?gateId=", gateId).get("open").booleanValue())
        .isTrue();
  }

  @Test
  @Tag(TestTags.CONSOLE)
  void listsFirst100RejectedEvents() {
    // When
    ApiResponse refused = browser.post(EVENTS, "[" + "1,".repeat(999) + "1]");
    ApiResponse tooMany = browser.post(EVENTS, "[" + "1,".repeat(1_000) + "1]");

    // Then
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().get("refused")).hasSize(100);
    assertThat(refused.json().get("more").intValue()).isEqualTo(900);
    assertThat(tooMany.status()).isEqualTo(400);
    assertThat(tooMany.json().get("error").textValue()).contains("≤ 1000 events");
  }

  @Test
  @Tag(TestTags.CONSOLE)
  void rejectsCanaryTaskId() {
    // When
    ApiResponse answer =
        browser.post(
            EVENTS, "{\"taskId\":\"eddyline-canary-0\",\"type\":\"user_message\",\"text\":\"x\"}");

    // Then
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("/refused/0/field").textValue()).isEqualTo("taskId");
  }

  @Test
  void repliesWithVerdict() {
    // Given
    CONSOLE.loop("asking", 1);

    // When
    ApiResponse answer =
        postUntilReply(
            """
            {"taskId": "asking", "type": "failure_reported", "message": "same",
             "replyRequested": true}
            """,
            "asking");

    // Then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().get("loopType").textValue()).isEqualTo("identical_failure");
  }

  @Test
  void repliesToProposedEvent() {
    // When
    ApiResponse answer =
        postUntilReply(
            """
            {"taskId": "proposing", "type": "step_started", "step": "build", "proposed": true}
            """,
            "proposing");

    // Then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().get("action").textValue()).isEqualTo("continue");
  }
}
