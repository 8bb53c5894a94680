package dev.eddyline.example;

import static org.awaitility.Awaitility.await;

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
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The demo's servers for the examples: broker, registry, processor and HTTP API. */
final class ExampleServer implements BeforeAllCallback, AfterAllCallback {

  private static final String NO_PREFIX = "";
  private static final int PARTITIONS = 4;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String TOKEN = "the token of the examples in the tests";
  private static final String EVENT =
      """
      {"taskId":"warm-up","type":"step_started","step":"first","replyRequested":true}""";

  private final TestCluster cluster = TestCluster.shared();
  private Application application;
  private Console console;
  private WebServer server;

  @Override
  public void beforeAll(ExtensionContext context) {
    cluster.createTopics(NO_PREFIX, PARTITIONS);
    Settings settings = cluster.settings(NO_PREFIX, Map.of("http.token", TOKEN));
    application = Application.start(settings);
    console = new Console(settings, application);
    server = WebServer.of(settings, console);
    await().until(this::answers);
  }

  private boolean answers() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + "/api/v1/events"))
            .header("Authorization", "Bearer " + TOKEN)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(EVENT))
            .build();
    HttpClient http = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();
    return http.send(request, BodyHandlers.ofString()).statusCode() == 200;
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
