package dev.eddyline.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.config.InvalidSettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests, and answers other than success. The server's own answers: {@code SessionImportIT}. */
class HttpTargetTest {

  private record Answer(int status, String body, String retryAfter) {}

  private final Queue<Answer> answers = new ArrayDeque<>();
  private final List<String> bodies = new ArrayList<>();
  private final List<String> headers = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/v1/events", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    headers.add(
        exchange.getRequestHeaders().getFirst("Content-Type")
            + " "
            + exchange.getRequestHeaders().getFirst("Authorization"));
    Answer answer = answers.isEmpty() ? new Answer(202, "{}", null) : answers.remove();
    if (answer.retryAfter() != null) {
      exchange.getResponseHeaders().add("Retry-After", answer.retryAfter());
    }
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private HttpTarget target(Duration timeout) {
    return new HttpTarget(
        "http://127.0.0.1:" + server.getAddress().getPort() + "/", Optional.of("secret"), timeout);
  }

  private List<ImportedEvent.Refusal> publish(int events, int bytes) {
    return target(Duration.ofMinutes(5))
        .publish(
            IntStream.range(0, events)
                .mapToObj(number -> new ImportedEvent("f", number, number + "x".repeat(bytes)))
                .toList());
  }

  @Test
  void eventsArePostedAsLinesWithTheToken() {
    // When
    publish(2, 0);

    // Then
    assertThat(bodies).containsExactly("0\n1\n");
    assertThat(headers).containsExactly("application/x-ndjson Bearer secret");
  }

  @Test
  void requestsAreBounded() {
    // When
    publish(1_001, 0);
    publish(3, 300_000);

    // Then
    assertThat(bodies.subList(0, 3))
        .extracting(body -> body.lines().count())
        .containsExactly(500L, 500L, 1L);
    assertThat(bodies.subList(3, 6)).allMatch(body -> body.length() < 500_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503})
  void anUnavailableServerIsAskedAgain(int status) {
    // Given
    answers.add(new Answer(status, "", "0"));
    answers.add(new Answer(status, "", null));

    // When
    List<ImportedEvent.Refusal> refused = publish(2, 0);

    // Then
    assertThat(bodies).containsExactly("0\n1\n", "0\n1\n", "0\n1\n");
    assertThat(refused).isEmpty();
  }

  @Test
  void theServerSetsThePause() {
    // Given
    answers.add(new Answer(503, "", "60"));
    HttpTarget target = target(Duration.ofSeconds(5));

    // When
    var publishing =
        assertThatThrownBy(() -> target.publish(List.of(new ImportedEvent("f", 1, "x"))));

    // Then
    publishing.isInstanceOf(ClusterUnreachableException.class).hasMessageContaining("503");
    assertThat(bodies).hasSize(1);
  }

  @Test
  void refusedEventsAreLeftOut_andTheOthersPublished() {
    // Given
    answers.add(
        new Answer(400, "{\"refused\":[{\"line\":2,\"error\":\"taskId is required\"}]}", null));

    // When
    List<ImportedEvent.Refusal> refused = publish(3, 0);

    // Then
    assertThat(bodies).containsExactly("0\n1\n2\n", "0\n2\n");
    assertThat(refused)
        .extracting(it -> it.event().line() + " " + it.reason())
        .containsExactly("1 taskId is required");
  }

  @Test
  void aRequestThatIsTooLargeIsSplit() {
    // Given
    answers.add(new Answer(413, "", null));
    answers.add(new Answer(413, "", null));

    // When
    List<ImportedEvent.Refusal> refused = publish(2, 0);

    // Then
    assertThat(bodies).containsExactly("0\n1\n", "0\n", "1\n");
    assertThat(refused).extracting(it -> it.event().line()).containsExactly(0L);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 302})
  void otherAnswersEndTheImport(int status) {
    // Given
    answers.add(new Answer(status, "", null));

    // When
    var publishing = assertThatThrownBy(() -> publish(1, 0));

    // Then
    publishing
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(Integer.toString(status));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1:8090", "ftp://x", "http://", "http://u:secret@x", "http://x/?token=y"})
  void otherAddressesAreRejected(String address) {
    // When
    var creating =
        assertThatThrownBy(() -> new HttpTarget(address, Optional.empty(), Duration.ZERO));

    // Then
    creating
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("--to: ")
        .message()
        .doesNotContain("secret");
  }
}
