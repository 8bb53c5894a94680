package dev.eddyline.console;

import dev.eddyline.console.web.Pages;
import dev.eddyline.http.HttpLimits;
import dev.eddyline.http.HttpListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A console's server on loopback, whose deadlines are too long for a test to miss. */
public final class LoopbackServer {

  private static final Duration LONG = Duration.ofMinutes(10);

  private static final HttpLimits LIMITS =
      new HttpLimits(
          HttpLimits.CONSOLE.connections(),
          HttpLimits.CONSOLE.maxConnectionsPerAddress(),
          HttpLimits.CONSOLE.threads(),
          HttpLimits.CONSOLE.headerBytes(),
          LONG,
          LONG.multipliedBy(2),
          LONG,
          0,
          HttpLimits.CONSOLE.maxBufferedBodyBytes(),
          HttpLimits.CONSOLE.maxBufferedBodyBytesPerAddress(),
          LONG,
          HttpLimits.CONSOLE.maxBufferedResponseBytes());

  private LoopbackServer() {}

  /** Serves these pages at a free port. */
  public static WebServer start(List<Pages> pages) {
    return start(0, Set.of(), pages);
  }

  /** Serves these pages at a port, behind proxies at these addresses. */
  public static WebServer start(int port, Set<String> proxies, List<Pages> pages) {
    HttpListener listener =
        new HttpListener(
            "127.0.0.1", port, LIMITS, WebServer.MAX_BODY_SIZES, proxies, Optional.empty());
    return new WebServer(listener, "http", pages);
  }
}
