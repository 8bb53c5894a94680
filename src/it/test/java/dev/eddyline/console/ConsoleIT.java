package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.TestTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API with a running processor, a real broker and a real registry. */
class ConsoleIT {

  @RegisterExtension
  static final ConsoleExtension CONSOLE = new ConsoleExtension("console-", Map.of());

  private final ApiClient browser = CONSOLE.browser();

  private static void loop(String task, int failures) {
    CONSOLE.loop(task, failures);
  }

  private JsonNode task(String id) {
    return browser.getJsonById("/api/v1/task?taskId=", id);
  }

  private JsonNode gateOf(String task) {
    await().until(() -> task(task).path("openGate").isObject());
    return task(task).get("openGate");
  }

  @Test
  void decisionClosesGateAndResetsCounter() {
    // Given
    loop("decided", 3);
    JsonNode gate = gateOf("decided");
    assertThat(task("decided").get("loopCount").intValue()).isEqualTo(2);
    assertThat(task("decided").get("state").textValue()).isEqualTo("held");
    String gateId = gate.get("gateId").textValue();

    // When
    ApiClient.ApiResponse first = browser.decideOnceAvailable(gateId, "approve");
    ApiClient.ApiResponse second = browser.decide(gateId, "reject");
    await()
        .until(
            () -> !browser.getJsonById("/api/v1/gate?gateId=", gateId).get("open").booleanValue());
    ApiClient.ApiResponse third = browser.decide(gateId, "reject");

    // Then
    // 409 where a request that timed out was published, so that its repetition came late
    assertThat(first.status()).isIn(202, 409);
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.json().get("error").textValue()).contains("approve by lead");
    assertThat(third.status()).isEqualTo(409);
    await().untilAsserted(() -> assertThat(task("decided").get("loopCount").intValue()).isZero());
    JsonNode closed = browser.getJsonById("/api/v1/gate?gateId=", gateId);
    assertThat(closed.get("decision").textValue()).isEqualTo("approve");
    assertThat(closed.get("guidance").textValue()).isEqualTo("go on");
    assertThat(closed.get("tried")).isNotEmpty();
    await().until(() -> CONSOLE.feed().resets().size() >= 1);
  }

  @Test
  @Tag(TestTags.CONSOLE)
  void acceptsOnlyFirstOfConcurrentDecisions() {
    // Given
    loop("raced", 3);
    String gateId = gateOf("raced").get("gateId").textValue();

    // When
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      answers.add(
          CompletableFuture.supplyAsync(
              () -> browser.decideOnceAvailable(gateId, "approve").status()));
    }
    List<Integer> statuses = answers.stream().map(CompletableFuture::join).toList();

    // Then
    assertThat(statuses).containsOnlyOnce(202).containsOnly(202, 409);
  }

  @ParameterizedTest
  @Tag(TestTags.CONSOLE)
  @ValueSource(
      strings = {"<script>alert(1)</script>", "a/b/../c?d=e&f#g", "日本語 %41", "..", "\"quoted\\\""})
  void findsTaskWhoseIdNeedsUrlEscaping(String id) {
    // When
    loop(id, 2);

    // Then
    await().until(() -> task(id).path("loopCount").intValue() == 1);
    assertThat(task(id).get("taskId").textValue()).isEqualTo(id);
    await()
        .untilAsserted(
            () ->
                assertThat(browser.getJsonById("/api/v1/tasks?query=", id).get("items"))
                    .anyMatch(item -> item.get("taskId").textValue().equals(id)));
    assertThat(browser.get("/api/v1/tasks").http().headers().firstValue("X-Content-Type-Options"))
        .contains("nosniff");
  }

  @Test
  @Tag(TestTags.CONSOLE)
  void findsTaskWithLongestAllowedId() {
    // Given: each character takes six in the request
    String id = "é".repeat(1_024);

    // When
    loop(id, 2);

    // Then
    await().until(() -> task(id).path("loopCount").intValue() == 1);
  }

  @Test
  @Tag(TestTags.CONSOLE)
  void rejectsEventWithOversizedId() {
    // Given
    String id = "é".repeat(5_120);

    // When
    ApiClient.ApiResponse event =
        browser.post(
            "/api/v1/events",
            "{\"taskId\":\"%s\",\"type\":\"user_message\",\"text\":\"x\"}".formatted(id));

    // Then
    assertThat(browser.get("/api/v1/task?taskId=" + ApiClient.encoded(id)).status()).isEqualTo(404);
    assertThat(browser.getJsonById("/api/v1/verdicts?taskId=", id).get("total").intValue())
        .isZero();
    assertThat(event.status()).isEqualTo(400);
    assertThat(event.json().at("/refused/0/field").textValue()).isEqualTo("taskId");
  }

  @Test
  @Tag(TestTags.CONSOLE)
  void unknownTaskIsNotFound() {
    assertThat(browser.get("/api/v1/task?taskId=never-seen").status()).isEqualTo(404);
  }

  @Test
  @Tag(TestTags.CONSOLE)
  void rejectsBodyOf10Megabytes() {
    // When
    ApiClient.ApiResponse answer = browser.post("/api/v1/events", " ".repeat(10_000_000));

    // Then
    assertThat(answer.status()).isEqualTo(413);
  }

  @Test
  @Tag(TestTags.CONSOLE)
  void rejectsDecisionWithMisspeltField() {
    // When
    ApiClient.ApiResponse answer =
        browser.post(
            "/api/v1/gate/decision?gateId=any",
            "{\"decision\":\"approve\",\"guidence\":\"x\",\"by\":\"ann\"}");

    // Then
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.http().body()).contains("guidence", "nearest: guidance");
  }

  @Test
  @Tag(TestTags.CONSOLE)
  void rejectsDecisionWithUnprintableUserName() {
    // When
    ApiClient.ApiResponse decision =
        browser.post(
            "/api/v1/gate/decision?gateId=any",
            "{\"decision\":\"approve\",\"by\":\"ann\\u202egnp\"}");
    ApiClient.ApiResponse event =
        browser.post(
            "/api/v1/events",
            "{\"taskId\":\"a\\nb\",\"type\":\"user_message\",\"text\":\"x\\u202e\"}");

    // Then
    assertThat(decision.status()).isEqualTo(400);
    assertThat(decision.json().get("field").textValue()).isEqualTo("by");
    assertThat(event.status()).isEqualTo(400);
    assertThat(event.json().at("/refused/0/field").textValue()).isEqualTo("taskId");
    assertThat(event.json().at("/refused/0/error").textValue()).contains("U+202E");
  }

  @Test
  @Tag(TestTags.CONSOLE)
  void overviewCoversAllPartitions() {
    await()
        .untilAsserted(
            () -> {
              JsonNode tasks = browser.get("/api/v1/overview").json().get("tasks");
              assertThat(tasks.get("partitions").intValue()).isEqualTo(4);
              assertThat(tasks.get("activeIn").intValue()).isEqualTo(4);
            });
  }

  @Test
  @Tag(TestTags.CONSOLE)
  void rejectsWritesWithForgedCsrfTokenOrOrigin() {
    String event = "{\"taskId\":\"forged\",\"type\":\"user_message\",\"text\":\"x\"}";
    String csrf = browser.get("/api/v1/session").json().get("csrf").textValue();
    assertThat(write(event, ApiClient.CSRF_HEADER, "forged", "Sec-Fetch-Site", "same-origin"))
        .isEqualTo(403);
    assertThat(write(event, ApiClient.CSRF_HEADER, csrf, "Origin", "http://evil.example"))
        .isEqualTo(403);
  }

  private int write(String event, String... headers) {
    return browser.post("/api/v1/events", event, headers).status();
  }
}
