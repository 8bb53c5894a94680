package dev.eddyline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BufferedResponseTest {

  /** More than the socket buffers of both ends hold. */
  private static final int LARGE = 8_000_000;

  private final LimitedServer server = LimitedServer.plain();

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void deliversLargeResponse() {
    // When
    RawHttpConnection wire = server.wire();
    wire.send("GET /bytes/%d HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".formatted(LARGE));
    String all = wire.rest();

    // Then
    assertThat(all.length() - all.indexOf("\r\n\r\n") - 4).isEqualTo(LARGE);
  }

  @Test
  void closesClientsThatDoNotRead() {
    // Given: many more than there are threads, and than fit into memory
    List<RawHttpConnection> deaf =
        IntStream.range(0, 3 * LimitedServer.THREADS)
            .mapToObj(i -> server.wire().get("/bytes/" + LARGE))
            .toList();

    // When
    int meanwhile = server.wire().get("/bytes/1").status();

    // Then
    assertThat(meanwhile).isEqualTo(200);
    await().until(() -> deaf.stream().noneMatch(wire -> wire.send("x")));
    await().until(() -> isLargeResponseComplete(server.wire().get("/bytes/" + LARGE)));
  }

  private static boolean isLargeResponseComplete(RawHttpConnection wire) {
    return wire.status() == 200 && wire.rest().length() > LARGE;
  }
}
