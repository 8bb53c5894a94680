package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.access.TokenFiles;
import java.io.IOException;
import java.net.SocketException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests with a wrong host, origin, token, size, type or encoding: none of them takes effect. */
@Tag(TestTags.CONSOLE)
class InvalidRequestsIT {

  private static final int REQUESTS = 2_500;
  private static final long SEED = 26;
  private static final String TOKEN = "the-right-token-of-these-tests";
  private static final String EVENT =
      "{\"taskId\":\"wrong\",\"type\":\"failure_reported\",\"message\":\"same\"%s}";

  @RegisterExtension
  static final ConsoleExtension OPEN = new ConsoleExtension("wrong-open-", Map.of());

  @RegisterExtension
  static final ConsoleExtension CLOSED =
      new ConsoleExtension("wrong-closed-", Map.of("http.tokens", TokenFiles.of(TOKEN, "ingest")));

  @Test
  void rejectsInvalidRequestsOnLoopback() throws IOException {
    assertInvalidRequestsHaveNoEffect(OPEN, null);
  }

  @Test
  void rejectsInvalidRequestsWithToken() throws IOException {
    assertInvalidRequestsHaveNoEffect(CLOSED, TOKEN);
  }

  private static void assertInvalidRequestsHaveNoEffect(ConsoleExtension console, String token)
      throws IOException {
    // Given
    Random random = new Random(SEED);
    int port = Integer.parseInt(console.served().address().split(":")[1]);
    Map<InvalidRequest.RequestFault, Integer> sent =
        new EnumMap<>(InvalidRequest.RequestFault.class);

    // When: each comes from an address of its own, so that none is refused for its number
    for (int i = 0; i < REQUESTS; i++) {
      InvalidRequest request = new InvalidRequest(random, port, token, EVENT.formatted(""));
      int status = status(request, port, "127.0.%d.%d".formatted(1 + i / 250, 1 + i % 250));
      sent.merge(request.fault(), 1, Integer::sum);
      assertThat(status).as("answer to %s", request).matches(it -> it == 0 || it / 100 == 4);
    }

    // Then
    assertThat(sent).hasSize(token == null ? 7 : 5);
    ApiClient.ApiResponse first =
        console
            .served()
            .client(token)
            .post(
                "/api/v1/events",
                EVENT.formatted(",\"replyRequested\":true"),
                "Content-Type",
                "application/json");
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.json().get("loopType").textValue())
        .as("the first of its kind")
        .isEqualTo("ok");
  }

  private static int status(InvalidRequest request, int port, String from) throws IOException {
    try {
      return request.send(port, from);
    } catch (SocketException closed) {
      return 0;
    }
  }
}
