package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.Grant;
import dev.eddyline.app.Obstacle;
import dev.eddyline.console.LoopbackServer;
import dev.eddyline.console.WebServer;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.view.OutputView;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The feed reports since when what the console shows is stale. */
class FeedStateTest {

  private static final Instant TEN = Instant.parse("2026-05-01T10:00:00Z");
  private static final Instant ELEVEN = Instant.parse("2026-05-01T11:00:00Z");

  private final AtomicReference<List<Obstacle>> obstacles = new AtomicReference<>(List.of());
  private final OutputView view = new OutputView(Clock.systemUTC());
  private final FeedPages feed = new FeedPages(view, caller -> true, obstacles::get, () -> 0);
  private final Caller caller = new Caller("ann", null, null, "::1", null, Grant.OPERATOR, false);
  private final WebServer server =
      LoopbackServer.start(List.of(config -> config.routes.before(caller::attach), feed));

  @AfterEach
  void end() {
    feed.close();
    server.close();
  }

  private BufferedReader connect() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + "/api/v1/feed")).build();
    return new BufferedReader(
        new InputStreamReader(
            HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream()).body(),
            StandardCharsets.UTF_8));
  }

  private static String nextState(BufferedReader feed) throws IOException {
    String line = feed.readLine();
    while (!line.startsWith("data: ")) {
      line = feed.readLine();
    }
    return line.substring("data: ".length());
  }

  @Test
  void anOutageAndItsEndReachConnectedClients_withoutReasons() throws Exception {
    // Given
    try (BufferedReader client = connect()) {
      assertThat(nextState(client)).isEqualTo("{\"caughtUp\":false,\"obstacles\":[]}");

      // When
      obstacles.set(
          List.of(
              new Obstacle("Kafka", "no broker answers", ELEVEN),
              new Obstacle("schema registry", "http://registry.internal: refused", TEN)));
      feed.publishChangedState();

      // Then
      assertThat(nextState(client))
          .isEqualTo(
              "{\"caughtUp\":false,\"staleSince\":%d,\"obstacles\":[\"Kafka\",\"schema registry\"]}"
                  .formatted(TEN.toEpochMilli()));

      // When
      obstacles.set(List.of());
      feed.publishChangedState();

      // Then
      assertThat(nextState(client)).isEqualTo("{\"caughtUp\":false,\"obstacles\":[]}");
    }
  }

  @Test
  void aNewClientLearnsOfAnOutageAtOnce() throws Exception {
    // Given
    obstacles.set(List.of(new Obstacle("Kafka", "no broker answers", TEN)));

    // When
    try (BufferedReader client = connect()) {
      // Then
      assertThat(nextState(client)).contains("\"staleSince\":" + TEN.toEpochMilli());
    }
  }

  @Test
  void aClientConnectedDuringAShortOutageReceivesItsEnd() throws Exception {
    // Given
    obstacles.set(List.of(new Obstacle("Kafka", "no broker answers", TEN)));
    try (BufferedReader client = connect()) {
      assertThat(nextState(client)).contains("\"staleSince\":" + TEN.toEpochMilli());

      // When: the outage ends before the feed looked for a change
      obstacles.set(List.of());
      feed.publishChangedState();
      obstacles.set(List.of(new Obstacle("Kafka", "no broker answers", ELEVEN)));
      feed.publishChangedState();

      // Then
      assertThat(nextState(client)).isEqualTo("{\"caughtUp\":false,\"obstacles\":[]}");
      assertThat(nextState(client)).contains("\"staleSince\":" + ELEVEN.toEpochMilli());
    }
  }
}
