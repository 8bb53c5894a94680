package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.WebServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a probe is answered while a start takes long. */
class HealthPagesIT {

  @Test
  void aProcessorThatOnlyStartsLives_andIsNotReady() throws Exception {
    // Given
    Settings settings = Settings.of(null, Map.of(), Map.of(Setting.HEALTH_PORT.key(), "0"));
    try (WebServer server = WebServer.healthOfAStart(settings)) {
      // When
      HttpResponse<String> live = get(server, "/health/live");
      HttpResponse<String> ready = get(server, "/health/ready");

      // Then
      assertThat(live.statusCode()).isEqualTo(200);
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).contains("stream threads: not started");
      assertThat(get(server, "/status").statusCode()).isEqualTo(404);
    }
  }

  private static HttpResponse<String> get(WebServer server, String path) throws Exception {
    URI page = URI.create(server.address() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString());
  }
}
