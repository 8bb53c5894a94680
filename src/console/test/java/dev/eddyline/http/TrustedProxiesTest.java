package dev.eddyline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Client addresses of requests through proxies. */
class TrustedProxiesTest {

  private static final String CLIENT = "X-Forwarded-For: 203.0.113.";

  private LimitedServer server = server("127.0.0.1", "10.1.0.0/16");

  private static LimitedServer server(String... proxies) {
    return new LimitedServer(Set.of(proxies), Optional.empty());
  }

  @AfterEach
  void end() {
    server.close();
  }

  /** The client's address and scheme as the server sees them. */
  private String client(String headers) {
    RawHttpConnection wire = server.wire();
    wire.send(
        "GET /client HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n"
            .formatted(headers));
    String answer = wire.rest();
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.1                      | 203.0.113.1",
        "198.51.100.7,203.0.113.1         | 203.0.113.1",
        "127.0.0.1 ,  203.0.113.1         | 203.0.113.1",
        "203.0.113.1:4711                 | 203.0.113.1",
        "2001:db8::7                      | 2001:db8:0:0:0:0:0:7",
        "[2001:db8::7]:4711               | 2001:db8:0:0:0:0:0:7",
        "::ffff:203.0.113.1               | 203.0.113.1",
        "198.51.100.7,203.0.113.1,10.1.2.3 | 203.0.113.1",
        "x,10.1.2.3                       | 10.1.2.3",
        "10.1.2.3                         | 10.1.2.3",
        "203.0.113.1,                     | 127.0.0.1",
        "203.0.113.1,unknown              | 127.0.0.1",
        "203.0.113.1,localhost            | 127.0.0.1",
        "203.0.113.1,dead                 | 127.0.0.1",
        "203.0.113.1,1234                 | 127.0.0.1",
        "203.0.113.1,999.1.1.1            | 127.0.0.1",
        "203.0.113.1,a:b:c                | 127.0.0.1",
        "203.0.113.1,fe80::1%1            | 127.0.0.1",
      })
  void findsClientAddressInForwardedForHeader(String forwardedFor, String client) {
    assertThat(client("X-Forwarded-For: %s\r\n".formatted(forwardedFor)))
        .isEqualTo(client + " false");
  }

  @Test
  void readsSeveralForwardedForHeaders() {
    assertThat(client("X-Forwarded-For: 203.0.113.1\r\nX-Forwarded-For: 203.0.113.2\r\n"))
        .startsWith("203.0.113.2 ");
    assertThat(client("")).startsWith("127.0.0.1 ");
    assertThat(client("Forwarded: for=203.0.113.1\r\n")).startsWith("127.0.0.1 ");
  }

  @Test
  void forwardedProtoDeterminesWhetherClientUsesTls() {
    assertThat(client("X-Forwarded-Proto: https\r\n")).endsWith(" true");
    assertThat(client("X-Forwarded-Proto: http\r\n")).endsWith(" false");
  }

  @Test
  void ignoresHeadersOfUnlistedProxy() {
    // Given
    server.close();
    server = server("192.0.2.1");

    // When
    String client = client("X-Forwarded-For: 203.0.113.1\r\nX-Forwarded-Proto: https\r\n");

    // Then
    assertThat(client).isEqualTo("127.0.0.1 false");
  }

  /**
   * Incomplete bodies, of which only the last exceeds a budget: the others are buffered before it
   * is sent.
   */
  private List<RawHttpConnection> postIncompleteBodies(String... clients) {
    List<RawHttpConnection> connections = new ArrayList<>();
    for (String client : clients) {
      server.awaitIncompleteBodies(connections.size());
      connections.add(server.postIncompleteBody(client));
    }
    await("one is refused")
        .until(() -> connections.stream().anyMatch(RawHttpConnection::isAnswered));
    return connections;
  }

  private static List<Integer> answered(List<RawHttpConnection> wires) {
    return wires.stream()
        .filter(RawHttpConnection::isAnswered)
        .map(RawHttpConnection::status)
        .toList();
  }

  @Test
  void limitsBodyBytesPerClient() {
    // Given
    List<RawHttpConnection> connections = postIncompleteBodies(CLIENT + 1, CLIENT + 1, CLIENT + 1);

    // When
    RawHttpConnection other = server.postIncompleteBody(CLIENT + 2);
    other.send("x");

    // Then
    assertThat(other.status()).isEqualTo(200);
    assertThat(answered(connections)).containsExactly(503);
  }

  @Test
  void limitsBodyBytesInTotal() {
    // When
    List<RawHttpConnection> connections =
        postIncompleteBodies(CLIENT + 1, CLIENT + 2, CLIENT + 3, CLIENT + 4);

    // Then
    assertThat(answered(connections)).containsExactly(503);
  }

  @Test
  void clientsOfUnlistedProxyShareOneByteBudget() {
    // Given
    server.close();
    server = LimitedServer.plain();

    // When
    List<RawHttpConnection> connections = postIncompleteBodies(CLIENT + 1, CLIENT + 2, CLIENT + 3);

    // Then
    assertThat(answered(connections)).containsExactly(503);
  }

  @Test
  void rejectsInvalidProxyAddress() {
    assertThatThrownBy(() -> new TrustedProxies(Set.of("10.1.2.3/16")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
