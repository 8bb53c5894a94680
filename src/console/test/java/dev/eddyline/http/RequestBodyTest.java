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
        server.wire().post("/count", "Connection: close", "Content-Length: " + length);
    RawHttpConnection chunked =
        server.wire().post("/count", "Connection: close", "Transfer-Encoding: chunked");

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
    wire.send("0\r\n\r\n");

    // Then
    assertThat(wire.status()).isEqualTo(413);
    assertThat(wire.rest()).contains("the body must have", "200000 bytes", "Connection: close");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 4097", "Transfer-Encoding: chunked"})
  void rejectsLongBodyByHeaderBeforeItArrives(String length) {
    // When: no byte of the body is sent
    RawHttpConnection wire = server.wire().post("/count", "Refused: yes", length);

    // Then
    assertThat(wire.status()).isEqualTo(401);
    assertThat(server.bufferedBodyBytes()).isZero();
  }

  @Test
  void passesShortBodyOnWithoutHeaderCheck() {
    // Given
    RawHttpConnection wire =
        server.wire().post("/count", "Refused: yes", "Connection: close", "Content-Length: 4096");

    // When
    wire.send("x".repeat(4_096));

    // Then
    assertThat(wire.rest()).endsWith("\r\n\r\n4096");
  }

  @Test
  void clientReadsRejectionByHeaderAfterSendingWholeBody() {
    // Given
    RawHttpConnection wire =
        server.wire().post("/count", "Refused: yes", "Content-Length: " + LimitedServer.BODY);

    // When
    wire.send("x".repeat(LimitedServer.BODY));

    // Then
    assertThat(wire.status()).isEqualTo(401);
    assertThat(wire.rest()).contains("WWW-Authenticate: Bearer");
    assertThat(server.bufferedBodyBytes()).isZero();
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

    slow.forEach(wire -> wire.send("x"));
    long buffered = (long) slow.size() * RequestBodyReader.FIRST_BYTES;
    await("bodies have begun").until(() -> server.bufferedBodyBytes() == buffered);

    // When
    int meanwhile = server.wire().get("/bytes/1").status();
    server.turnClock(HttpLimits.BODY_GRACE.plusSeconds(1));

    // Then
    assertThat(meanwhile).isEqualTo(200);
    assertThat(slow).extracting(RawHttpConnection::status).containsOnly(408);
  }

  @Test
  void rejectsBodyOverByteBudgetOfClient() {
    // Given
    RawHttpConnection first = server.postIncompleteBody();
    server.awaitIncompleteBodies(1);
    RawHttpConnection second = server.postIncompleteBody();
    server.awaitIncompleteBodies(2);

    // When
    RawHttpConnection refused = server.postIncompleteBody();
    refused.send("x");

    // Then
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.rest()).contains("Retry-After: 1");
    first.send("x");
    second.send("x");
    assertThat(List.of(first, second)).allMatch(wire -> wire.status() == 200);
    await("the budget is free again").until(() -> server.bufferedBodyBytes() == 0);
  }

  @Test
  void releasesBytesOfAbortedBody() {
    // Given
    RawHttpConnection wire = server.postIncompleteBody();
    server.awaitIncompleteBodies(1);

    // When
    wire.close();

    // Then
    await().until(() -> server.bufferedBodyBytes() == 0);
  }

  @Test
  void handlesExpectContinue() {
    // Given
    RawHttpConnection connection =
        server
            .wire()
            .post("/count", "Expect: 100-continue", "Connection: close", "Content-Length: 3");
    RawHttpConnection refused =
        server.wire().post("/count", "Expect: 100-continue", "Content-Length: 300000");

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
    wire.getLast("/bytes/1");

    // Then
    assertThat(wire.rest().split("HTTP/1.1 200 OK")).hasSize(4);
  }
}
