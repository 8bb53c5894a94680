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
    // Given
    RawHttpConnection wire = server.wire().getLast("/bytes/" + LARGE);
    await().until(() -> server.bufferedResponseBytes() > 0);

    // When: the client reads at its deadline
    server.turnClock(LimitedServer.LIMITS.responseTimeout());
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
    await("others are served").until(() -> server.wire().get("/bytes/1").status() == 200);
    await().until(() -> server.bufferedResponseBytes() > 0);

    // When, Then: some of the requests may arrive after the clock was turned
    await().until(() -> closesAfterDeadline(deaf));
    await().until(() -> isLargeResponseComplete(server.wire().getLast("/bytes/" + LARGE)));
  }

  private boolean closesAfterDeadline(List<RawHttpConnection> deaf) {
    server.turnClock(LimitedServer.LIMITS.responseTimeout().plusNanos(1));
    return deaf.stream().noneMatch(wire -> wire.send("x"));
  }

  private static boolean isLargeResponseComplete(RawHttpConnection wire) {
    return wire.status() == 200 && wire.rest().length() > LARGE;
  }
}
