package dev.eddyline.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * deploy/compose.yaml as one deployment: broker, registry, topics, processor, notifier, Prometheus.
 * Eddyline's image is the shipped one; the servers run on the base image with the programs of this
 * machine. The Kafka UI and Grafana are not started.
 */
@Tag(TestTags.CONTAINERS)
@ExtendWith(DockerEngine.class)
class ComposeIT {

  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir private static Path folder;
  private static ComposeProject compose;
  private static EventFeed feed;

  @BeforeAll
  static void startAll() throws Exception {
    Optional<String> obstacle = ComposeProject.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle::orElseThrow);
    compose = new ComposeProject(folder);
    compose.start();
    feed =
        new EventFeed(
            compose.bootstrap(),
            compose.url("REGISTRY", "/apis/ccompat/v7"),
            TopicCatalogue.load(""));
    for (String service : List.of("EDDYLINE_HEALTH", "NOTIFIER_HEALTH")) {
      await(service)
          .atMost(LIMIT)
          .until(() -> ServerContainer.isOk(compose.url(service, "/health/ready")));
    }
  }

  @AfterAll
  static void removeAll() throws Exception {
    if (feed != null) {
      feed.close();
    }
    if (compose != null) {
      compose.close();
    }
  }

  @Test
  void aGateIsNotifiedWhenItIsOpenedByALoopAndClosedByADecision() throws Exception {
    // Given
    for (int attempt = 0; attempt < 3; attempt++) {
      feed.send(JsonEvents.failure("compose-task", "AssertionError: expected 3, got 4"));
    }
    await().atMost(LIMIT).until(() -> !feed.gatesOf("compose-task").isEmpty());
    String gateId = feed.newestGateIdOf("compose-task");
    await().atMost(LIMIT).until(() -> types().contains("gate.opened"));

    // When
    HttpResponse<String> decision = approve(gateId);

    // Then
    assertThat(decision.statusCode()).as(decision.body()).isEqualTo(202);
    await().atMost(LIMIT).until(() -> types().contains("gate.closed"));
    assertThat(feed.gatesOf("compose-task"))
        .extracting(GateTrigger::getState)
        .containsExactly(GateState.OPENED, GateState.CLOSED);
    assertThat(compose.webhooks())
        .hasSize(2)
        .allMatch(compose::hasSigned)
        .allSatisfy(
            webhook ->
                assertThat(webhook.json().at("/data/gate/gateId").asText()).isEqualTo(gateId))
        .allSatisfy(
            webhook ->
                assertThat(webhook.json().at("/data/gateUrl").asText())
                    .startsWith("http://127.0.0.1:8090/gates?id="));
  }

  private static List<String> types() {
    return compose.webhooks().stream().map(Webhook::type).toList();
  }

  private static HttpResponse<String> approve(String gateId) throws Exception {
    String query = URLEncoder.encode(gateId, StandardCharsets.UTF_8);
    return HTTP.send(
        HttpRequest.newBuilder(
                URI.create(compose.url("CONSOLE", "/api/v1/gate/decision?gateId=" + query)))
            .header("Authorization", "Bearer " + ComposeProject.TOKEN)
            .POST(
                BodyPublishers.ofString(
                    """
                    {"decision": "approve", "by": "lead", "guidance": "read the test first"}
                    """))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void anUnreadableRecordFiresTheAlertOfDeadLetters() throws Exception {
    // Given: the counters at 0 are scraped, so that an increase is visible
    await()
        .atMost(LIMIT)
        .until(() -> !query("eddyline_dead_letters_total{reason=\"unreadable\"} == 0").isEmpty());
    assertThat(deadLetterAlerts()).isEmpty();

    // When
    feed.publishBytes(
        TopicRole.AGENT_EVENTS,
        null,
        "compose-dead".getBytes(StandardCharsets.UTF_8),
        "no event".getBytes(StandardCharsets.UTF_8));

    // Then: the rule of deploy/prometheus/alerts.yaml, unchanged
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(deadLetterAlerts())
                    .singleElement()
                    .satisfies(
                        alert -> {
                          assertThat(alert.at("/state").asText()).isEqualTo("firing");
                          assertThat(alert.at("/labels/topic").asText()).isEqualTo("agent-events");
                        }));
  }

  private static List<JsonNode> deadLetterAlerts() throws IOException {
    List<JsonNode> alerts = new ArrayList<>();
    for (JsonNode alert : prometheus("/api/v1/alerts").at("/data/alerts")) {
      if (alert.at("/labels/alertname").asText().equals("EddylineDeadLetters")) {
        alerts.add(alert);
      }
    }
    return alerts;
  }

  @Test
  void prometheusScrapesProcessorAndNotifier() {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(query("up == 1"))
                    .extracting(sample -> sample.at("/metric/instance").asText())
                    .containsExactlyInAnyOrder("eddyline:8091", "notifier:8091"));
  }

  private static JsonNode query(String expression) throws IOException {
    return prometheus(
            "/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
        .at("/data/result");
  }

  private static JsonNode prometheus(String path) throws IOException {
    return JSON.readTree(
        ServerContainer.page(compose.url("PROMETHEUS", path)).orElseThrow().body());
  }
}
