package dev.eddyline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBodyTest {

  private final LimitedServer server = LimitedServer.plain();

  @AfterEach
  void end() {
    server.close();
  }

  private static String chunk(int bytes) {
    return "%x\r\n%s\r\n".formatted(bytes, "x".repeat(bytes));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4_096, 4_097, LimitedServer.BODY})
  void acceptsBodyWithinLimit(int length) {
    // Given
    RawHttpConnection sized =
        server.wire().post("/count", "Connection: close\r\nContent-Length: " + length);
    RawHttpConnection chunked =
        server.wire().post("/count", "Connection: close\r\nTransfer-Encoding: chunked");

    // When
    sized.send("x".repeat(length));
    chunked.send(chunk(length) + "0\r\n\r\n");

    // Then
    assertThat(sized.rest()).endsWith("\r\n\r\n" + length);
    assertThat(chunked.rest()).endsWith("\r\n\r\n" + length);
  }

  @Test
  void rejectsTooLongBodyEarly() {
    // Given
    int length = LimitedServer.BODY + 1;

    // When
    RawHttpConnection wire = server.wire().post("/count", "Content-Length: " + length);

    // Then
    assertThat(wire.status()).isEqualTo(413);
  }

  @Test
  void clientReadsRejectionAfterSendingWholeBody() {
    // Given
    RawHttpConnection wire = server.wire().post("/count", "Transfer-Encoding: chunked");

    // When
    for (int i = 0; i < 20; i++) {
      wire.send(chunk(LimitedServer.BODY / 10));
    }

    // Then
    assertThat(wire.status()).isEqualTo(413);
    assertThat(wire.rest()).contains("the body must have", "200000 bytes", "Connection: close");
  }

  @Test
  void rejectsBodyOnRouteWithoutBody() {
    assertThat(server.wire().post("/bytes/1", "Content-Length: 11").status()).isEqualTo(413);
  }

  @Test
  void closesSlowBodyAtDeadline() {
    // Given: many more than there are threads
    List<RawHttpConnection> slow = new ArrayList<>();
    for (int i = 0; i < 3 * LimitedServer.THREADS; i++) {
      slow.add(server.wire().post("/count", "Content-Length: 1000"));
    }

    // When
    slow.forEach(wire -> wire.send("x"));
    int meanwhile = server.wire().get("/bytes/1").status();

    // Then
    assertThat(meanwhile).isEqualTo(200);
    assertThat(slow).extracting(RawHttpConnection::status).containsOnly(408);
  }

  @Test
  void rejectsBodiesOverTotalBudget() {
    // Given: bodies of other tests have left
    await("the budget is free").until(() -> statusOfBody(LimitedServer.BODY) == 200);
    List<RawHttpConnection> connections = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      RawHttpConnection wire =
          server.wire().post("/count", "Content-Length: " + LimitedServer.BODY);
      wire.send("x".repeat(LimitedServer.BODY - 1));
      connections.add(wire);
    }
    await("one is refused")
        .until(() -> connections.stream().anyMatch(RawHttpConnection::isAnswered));

    // When
    List<Integer> refused = new ArrayList<>();
    for (RawHttpConnection wire : connections) {
      wire.send("x");
      refused.add(wire.status());
    }

    // Then
    assertThat(refused).contains(503).contains(200);
    await("the budget is free again").until(() -> statusOfBody(LimitedServer.BODY) == 200);
  }

  @Test
  void rejectedBodyHasRetryAfter() {
    // Given
    List<RawHttpConnection> all = new ArrayList<>();

    // When
    for (int i = 0; i < 4; i++) {
      RawHttpConnection wire =
          server.wire().post("/count", "Content-Length: " + LimitedServer.BODY);
      wire.send("x".repeat(LimitedServer.BODY - 1));
      all.add(wire);
    }

    // Then
    assertThat(all).anyMatch(wire -> wire.rest().contains("Retry-After: 1"));
  }

  @Test
  void releasesBytesOfAbortedBody() {
    // When
    for (int i = 0; i < 10; i++) {
      RawHttpConnection wire =
          server.wire().post("/count", "Content-Length: " + LimitedServer.BODY);
      wire.send("x".repeat(LimitedServer.BODY - 1));
      wire.close();
    }

    // Then: once the server has seen that they are gone
    await().untilAsserted(() -> assertThat(statusOfBody(3)).isEqualTo(200));
  }

  private int statusOfBody(int bytes) {
    RawHttpConnection next = server.wire().post("/count", "Content-Length: " + bytes);
    next.send("x".repeat(bytes));
    return next.status();
  }

  @Test
  void handlesExpectContinue() {
    // Given
    RawHttpConnection connection =
        server.wire().post("/count", "Expect: 100-continue\r\nContent-Length: 3");
    RawHttpConnection refused =
        server.wire().post("/count", "Expect: 100-continue\r\nContent-Length: 300000");

    // When
    int interim = connection.status();
    connection.send("abc");

    // Then
    assertThat(interim).isEqualTo(100);
    assertThat(connection.rest()).contains("HTTP/1.1 200 OK");
    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.rest()).doesNotContain("100 Continue");
  }

  @Test
  void answersPipelinedRequestsInOrder() {
    // Given
    RawHttpConnection wire = server.wire();

    // When
    wire.post("/count", "Content-Length: 3").send("abc");
    wire.post("/count", "Content-Length: 4").send("abcd");
    wire.get("/bytes/1");

    // Then
    assertThat(wire.rest().split("HTTP/1.1 200 OK")).hasSize(4);
  }
}
