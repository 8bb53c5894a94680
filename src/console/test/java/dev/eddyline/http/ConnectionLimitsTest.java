package dev.eddyline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConnectionLimitsTest {

  private static List<RawHttpConnection> connect(LimitedServer server, int count) {
    return IntStream.range(0, count).mapToObj(i -> server.wire()).toList();
  }

  @Test
  void limitsConnectionsPerAddress() {
    try (LimitedServer server = LimitedServer.plain()) {
      // Given
      List<RawHttpConnection> own = connect(server, LimitedServer.OF_ADDRESS);
      own.forEach(wire -> wire.get("/bytes/1"));
      assertThat(own).allMatch(wire -> wire.status() == 200);

      // When
      int beyond = server.wire().get("/bytes/1").status();
      own.forEach(RawHttpConnection::close);

      // Then
      assertThat(beyond).isZero();
      await().until(() -> server.wire().get("/bytes/1").status() == 200);
    }
  }

  @Test
  void doesNotLimitProxyConnections() {
    try (LimitedServer server = new LimitedServer(Set.of("127.0.0.1"), Optional.empty())) {
      // Given
      List<RawHttpConnection> own = connect(server, LimitedServer.OF_ADDRESS + 1);

      // When
      own.forEach(wire -> wire.get("/bytes/1"));

      // Then
      assertThat(own).allMatch(wire -> wire.status() == 200);
    }
  }

  @Test
  void closesSlowHeaderAtDeadline() {
    try (LimitedServer server = LimitedServer.plain()) {
      // Given
      RawHttpConnection wire = server.wire();
      wire.send("GET /bytes/1 HTTP/1.1\r\nHost: localhost\r\n");
      server.awaitWaitingConnections(1);
      server.turnClock(LimitedServer.LIMITS.firstHeaderTimeout());
      server.closeOverdueConnections();
      int waitingAtDeadline = server.waitingConnectionCount();

      // When: further bytes do not extend the deadline
      wire.send("X-Slow: 1\r\n");
      server.turnClock(Duration.ofNanos(1));

      // Then
      assertThat(waitingAtDeadline).isOne();
      assertThat(wire.status()).isZero();
    }
  }

  @Test
  void closesIdleConnection() {
    try (LimitedServer server = LimitedServer.plain()) {
      // Given: requests that arrive at their deadlines
      RawHttpConnection wire = server.wire();
      List<Integer> statuses = new ArrayList<>();
      Duration limit = LimitedServer.LIMITS.firstHeaderTimeout();
      for (int i = 0; i < 3; i++) {
        server.awaitWaitingConnections(1);
        server.turnClock(limit);
        server.closeOverdueConnections();
        statuses.add(wire.get("/bytes/0").status());
        wire.skipHeaders();
        limit = LimitedServer.LIMITS.nextHeaderTimeout();
      }

      // When
      server.awaitWaitingConnections(1);
      server.turnClock(limit.plusNanos(1));

      // Then
      assertThat(statuses).containsOnly(200);
      assertThat(wire.rest()).isEmpty();
    }
  }

  @Test
  void limitsIpv6NetworkConnections() {
    assertThat(ClientAddress.ofText("2001:db8:1:2::1"))
        .isEqualTo(ClientAddress.ofText("2001:db8:1:2:ffff::7"))
        .isNotEqualTo(ClientAddress.ofText("2001:db8:1:3::1"));
    assertThat(ClientAddress.ofText("10.0.0.1")).isNotEqualTo(ClientAddress.ofText("10.0.0.2"));
  }
}
