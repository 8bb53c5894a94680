package dev.eddyline.example;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.access.TokenFiles;
import dev.eddyline.app.Application;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Settings;
import dev.eddyline.console.Console;
import dev.eddyline.console.WebServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The demo's servers for the examples: broker, registry, processor and HTTP API. */
final class ExampleServer implements BeforeAllCallback, AfterAllCallback {

  private static final String NO_PREFIX = "";
  private static final int PARTITIONS = 4;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String TOKEN = "the token of the examples in the tests";

  /** The name of the person who decides. */
  static final String PERSON_NAME = "lead";

  private static final String PERSON = "the token of the person in the tests";
  private static final String DECISION_PATH = "/api/v1/gate/decision?gateId=";
  private static final String EVENT =
      """
      {"taskId":"warm-up","type":"step_started","step":"first","replyRequested":true}""";

  private static final String DECISION =
      """
      {"decision":"%s","guidance":"the server needs its database","by":"%s"}""";

  private final TestCluster cluster = TestCluster.shared();
  private Application application;
  private Console console;
  private WebServer server;

  @Override
  public void beforeAll(ExtensionContext context) {
    cluster.createTopics(NO_PREFIX, PARTITIONS);
    Settings settings =
        cluster.settings(
            NO_PREFIX, Map.of("http.token", PERSON, "http.tokens", TokenFiles.of(TOKEN, "ingest")));
    application = Application.start(settings);
    console = new Console(settings, application);
    server = WebServer.of(settings, console);
    await().until(this::answers);
  }

  /** Decides the open gates, as a person does in the console. */
  void decideOpenGates(String decision) throws IOException, InterruptedException {
    for (JsonNode gate : json(send(PERSON, "/api/v1/gates?state=open", null)).get("items")) {
      send(PERSON, DECISION_PATH + gate.get("gateId").textValue(), body(decision));
    }
  }

  /** The gate that was closed last. */
  JsonNode newestClosedGate() throws IOException, InterruptedException {
    return json(send(PERSON, "/api/v1/gates?state=closed&limit=1", null)).get("items").get(0);
  }

  /** The status of the answer to an agent that decides a gate itself. */
  int decideAsAgent(String gateId) throws IOException, InterruptedException {
    return send(TOKEN, DECISION_PATH + gateId, body("approve")).statusCode();
  }

  private boolean answers() throws IOException, InterruptedException {
    return send(TOKEN, "/api/v1/events", EVENT).statusCode() == 200;
  }

  private static String body(String decision) {
    return DECISION.formatted(decision, PERSON_NAME);
  }

  private static JsonNode json(HttpResponse<String> answer) throws IOException {
    return new ObjectMapper().readTree(answer.body());
  }

  private HttpResponse<String> send(String token, String path, @Nullable String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.address() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json");
    HttpClient http = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();
    return http.send(
        (body == null ? request : request.POST(BodyPublishers.ofString(body))).build(),
        BodyHandlers.ofString());
  }

  /** The environment of a program that uses it. */
  Map<String, String> environment() {
    return Map.of(
        "EDDYLINE_URL", server.address(),
        "EDDYLINE_TOKEN", TOKEN,
        // a busy machine must not change what a program prints
        "EDDYLINE_DEADLINE_SECONDS", Long.toString(LIMIT.toSeconds()),
        "KAFKA_BOOTSTRAP", cluster.bootstrap(),
        "SCHEMA_REGISTRY_URL", cluster.registryUrl());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (server != null) {
      server.close();
    }
    if (console != null) {
      console.close();
    }
    if (application != null) {
      application.close();
    }
  }
}
