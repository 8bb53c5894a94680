package dev.eddyline.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.app.Application;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.Obstacle;
import dev.eddyline.app.Readiness;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Settings;
import dev.eddyline.console.WebServer;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

/** The mapper and a processor in one process, with a real broker and a real registry. */
class TelemetryIT {

  private static final String PREFIX = "mapper-health-";

  private final TestCluster cluster = TestCluster.shared();

  private static HttpResponse<String> get(WebServer server, String path) throws Exception {
    URI uri = URI.create(server.address() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  @Test
  void healthFailsWithTheMapper_whileTheProcessorGoesOn() throws Exception {
    // Given
    TopicCatalogue topics = cluster.createTopics(PREFIX, 1);
    Settings settings = cluster.settings(PREFIX, Map.of("otlp.port", "0"));
    try (Application application = Application.start(settings);
        Telemetry telemetry =
            Telemetry.startIfConfigured(settings, application.metrics(), application.readiness());
        WebServer health =
            WebServer.health(
                settings, RunCommand.healthPages(application, telemetry), application.meters())) {
      await().until(() -> get(health, "/health/ready").statusCode() == 200);
      assertThat(get(health, "/health/live").statusCode()).isEqualTo(200);

      // When
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
        admin.deleteTopics(List.of(topics.name(TopicRole.OTLP_LOGS))).all().get();
      }

      // Then
      await().until(() -> get(health, "/health/live").statusCode() == 503);
      assertThat(get(health, "/health/ready").statusCode()).isEqualTo(503);
      assertThat(get(health, "/health/ready").body()).contains("mapper: ");
      assertThat(get(health, "/metrics").body()).contains("eddyline_ready 0");
      assertThat(application.failed()).isFalse();
      assertThat(application.readiness().currentObstacles())
          .extracting(Obstacle::part)
          .containsExactly("mapper");
    }
  }

  @Test
  void mapperWithoutItsRegistryIsNotReady_andEnds() {
    // Given
    String prefix = "mapper-registry-";
    TopicCatalogue topics = cluster.createTopics(prefix, 1);
    Settings settings =
        cluster.settings(
            prefix, Map.of("otlp.port", "0", "schema.registry.url", "http://127.0.0.1:1"));
    Metrics metrics = new Metrics(new SimpleMeterRegistry(), true);
    Readiness processor = Readiness.ofProcessor(Clock.systemUTC());
    try (Telemetry telemetry = Telemetry.startIfConfigured(settings, metrics, processor);
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      // When
      feed.publishBytes(TopicRole.OTLP_SPANS, 0, null, "no OTLP".getBytes(UTF_8));

      // Then
      await()
          .untilAsserted(
              () ->
                  assertThat(processor.currentObstacles())
                      .extracting(Obstacle::part)
                      .contains("schema registry of the mapper"));
      telemetry.close();
      assertThat(telemetry.hasFailed()).isFalse();
    }
  }
}
