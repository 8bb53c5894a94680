package dev.eddyline.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.WebServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Responses to probes during a slow start. */
class HealthPagesIT {

  @Test
  void aStartingProcessorIsLive_butNotReady() throws Exception {
    // Given
    Settings settings =
        Settings.mergeLayers(null, Map.of(), Map.of(Setting.HEALTH_PORT.key(), "0"));
    try (WebServer server = WebServer.startupHealthServer(settings)) {
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

  @Test
  void aDnsRebindingRequestIsRejected() throws Exception {
    // Given
    Settings settings =
        Settings.mergeLayers(null, Map.of(), Map.of(Setting.HEALTH_PORT.key(), "0"));
    try (WebServer server = WebServer.startupHealthServer(settings)) {
      // When
      String named = statusLine(server, "evil.example:" + server.port());
      String ours = statusLine(server, "localhost:" + server.port());

      // Then
      assertThat(named).startsWith("HTTP/1.1 421");
      assertThat(ours).startsWith("HTTP/1.1 200");
    }
  }

  private static String statusLine(WebServer server, String host) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      String request = "GET /health/live HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  private static HttpResponse<String> get(WebServer server, String path) throws Exception {
    URI page = URI.create(server.address() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString());
  }
}
