package dev.eddyline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodiesTest {

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
  void bodyWithinItsLimitIsPassedOnWhole(int length) {
    // Given
    Wire sized = server.wire().post("/count", "Connection: close\r\nContent-Length: " + length);
    Wire chunked = server.wire().post("/count", "Connection: close\r\nTransfer-Encoding: chunked");

    // When
    sized.send("x".repeat(length));
    chunked.send(chunk(length) + "0\r\n\r\n");

    // Then
    assertThat(sized.rest()).endsWith("\r\n\r\n" + length);
    assertThat(chunked.rest()).endsWith("\r\n\r\n" + length);
  }

  @Test
  void longerBodyIsRefusedBeforeItArrives() {
    // Given
    int length = LimitedServer.BODY + 1;

    // When
    Wire wire = server.wire().post("/count", "Content-Length: " + length);

    // Then
    assertThat(wire.status()).isEqualTo(413);
  }

  @Test
  void senderOfLongerBodyReadsTheRefusalAfterAllWasSent() {
    // Given
    Wire wire = server.wire().post("/count", "Transfer-Encoding: chunked");

    // When
    for (int i = 0; i < 20; i++) {
      wire.send(chunk(LimitedServer.BODY / 10));
    }

    // Then
    assertThat(wire.status()).isEqualTo(413);
    assertThat(wire.rest()).contains("the body must have", "200000 bytes", "Connection: close");
  }

  @Test
  void routeThatReadsNoneTakesNoLongBody() {
    assertThat(server.wire().post("/bytes/1", "Content-Length: 11").status()).isEqualTo(413);
  }

  @Test
  void bodyThatTricklesEndsAtTheDeadline_andHoldsNoThread() {
    // Given: many more than there are threads
    List<Wire> slow = new ArrayList<>();
    for (int i = 0; i < 3 * LimitedServer.THREADS; i++) {
      slow.add(server.wire().post("/count", "Content-Length: 1000"));
    }

    // When
    slow.forEach(wire -> wire.send("x"));
    int meanwhile = server.wire().get("/bytes/1").status();

    // Then
    assertThat(meanwhile).isEqualTo(200);
    assertThat(slow).extracting(Wire::status).containsOnly(408);
  }

  @Test
  void bodiesBeyondTheBytesForAllAreRefusedAtOnce_andTheNextIsTaken() {
    // Given
    List<Wire> held = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Wire wire = server.wire().post("/count", "Content-Length: " + LimitedServer.BODY);
      wire.send("x".repeat(LimitedServer.BODY - 1));
      held.add(wire);
    }
    await("one is refused").until(() -> held.stream().anyMatch(Wire::isAnswered));

    // When
    List<Integer> refused = new ArrayList<>();
    for (Wire wire : held) {
      wire.send("x");
      refused.add(wire.status());
    }
    Wire next = server.wire().post("/count", "Content-Length: " + LimitedServer.BODY);
    next.send("x".repeat(LimitedServer.BODY));

    // Then
    assertThat(refused).contains(503).contains(200);
    assertThat(next.status()).isEqualTo(200);
  }

  @Test
  void refusedBodySaysWhenToTryAgain() {
    // Given
    List<Wire> all = new ArrayList<>();

    // When
    for (int i = 0; i < 4; i++) {
      Wire wire = server.wire().post("/count", "Content-Length: " + LimitedServer.BODY);
      wire.send("x".repeat(LimitedServer.BODY - 1));
      all.add(wire);
    }

    // Then
    assertThat(all).anyMatch(wire -> wire.rest().contains("Retry-After: 1"));
  }

  @Test
  void bodyThatEndsEarlyLeavesNothingBehind() {
    // When
    for (int i = 0; i < 10; i++) {
      Wire wire = server.wire().post("/count", "Content-Length: " + LimitedServer.BODY);
      wire.send("x".repeat(LimitedServer.BODY - 1));
      wire.close();
    }

    // Then: once the server has seen that they are gone
    await().untilAsserted(() -> assertThat(answerToThreeBytes()).isEqualTo(200));
  }

  private int answerToThreeBytes() {
    Wire next = server.wire().post("/count", "Content-Length: 3");
    next.send("abc");
    return next.status();
  }

  @Test
  void senderThatWaitsToBeAskedIsAsked_orRefusedAtOnce() {
    // Given
    Wire asked = server.wire().post("/count", "Expect: 100-continue\r\nContent-Length: 3");
    Wire refused = server.wire().post("/count", "Expect: 100-continue\r\nContent-Length: 300000");

    // When
    int interim = asked.status();
    asked.send("abc");

    // Then
    assertThat(interim).isEqualTo(100);
    assertThat(asked.rest()).contains("HTTP/1.1 200 OK");
    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.rest()).doesNotContain("100 Continue");
  }

  @Test
  void requestsOfOneConnectionAreAnsweredOneAfterTheOther() {
    // Given
    Wire wire = server.wire();

    // When
    wire.post("/count", "Content-Length: 3").send("abc");
    wire.post("/count", "Content-Length: 4").send("abcd");
    wire.get("/bytes/1");

    // Then
    assertThat(wire.rest().split("HTTP/1.1 200 OK")).hasSize(4);
  }
}
