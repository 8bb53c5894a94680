package dev.eddyline.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that never reach a route, whose text must not be in the response. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerErrorsTest {

  private static final String HOST = "Host: localhost\r\n";

  private final LimitedServer server = LimitedServer.plain();

  @AfterAll
  void end() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "400, GET /client HTTP/1.1, Bad <SECRET>: x",
    "400, GET /%zz<SECRET> HTTP/1.1, X: x",
    "400, GET /a/..;/SECRET HTTP/1.1, X: x",
    "400, GET /client HTTP/1.1, Host: a<SECRET>",
    "400, POST /count HTTP/1.1, Content-Length: SECRET",
    "404, OPTIONS * HTTP/1.1, X: SECRET",
    "417, GET /client HTTP/1.1, Expect: SECRET",
    "426, PRI * HTTP/2.0, X: SECRET",
    "505, GET /SECRET HTTP/3.9, X: x",
  })
  void answersJsonWithoutTextOfTheRequest(int status, String line, String header) {
    assertIsJson(status, line + "\r\n" + HOST + header + "\r\nConnection: close\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource({"414, GET /%s HTTP/1.1, x", "431, GET /client HTTP/1.1, %s"})
  void answersJsonToTooLongHeaders(int status, String line, String value) {
    String request = line + "\r\n" + HOST + "X: " + value + "\r\n\r\n";
    assertIsJson(status, request.formatted("SECRET".repeat(2_000)));
  }

  private void assertIsJson(int status, String request) {
    try (RawHttpConnection wire = server.wire()) {
      // When
      wire.send(request);
      String answer = wire.rest();

      // Then
      assertThat(answer)
          .startsWith("HTTP/1.1 " + status)
          .contains("Content-Type: application/json")
          .containsPattern("\r\n\r\n\\{\"error\":\"[a-z ]+\",\"field\":null,\"allowed\":null}$")
          .doesNotContain("SECRET");
    }
  }
}
