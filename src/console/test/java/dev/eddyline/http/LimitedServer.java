package dev.eddyline.http;

import static org.awaitility.Awaitility.await;

import io.javalin.Javalin;
import io.javalin.http.Context;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.server.Handler;

/**
 * A server with small limits, whose deadlines follow a clock that a test turns. It counts received
 * bytes, and answers with the requested number. It refuses long bodies of requests with the header
 * Refused.
 */
final class LimitedServer implements AutoCloseable {

  /** Connections in all. */
  static final int CONNECTIONS = 60;

  /** Connections of one address. */
  static final int OF_ADDRESS = 40;

  /** Bytes that a body may have. */
  static final int BODY = 200_000;

  /** Bytes of bodies in memory. */
  static final int BODIES = 700_000;

  /** Bytes of bodies of one client. */
  static final int BODIES_OF_ADDRESS = 400_000;

  /** Threads; three of them accept, select and supervise. */
  static final int THREADS = 8;

  /** Its limits; Jetty also takes the time to a next header as an idle timeout, in real time. */
  static final HttpLimits LIMITS =
      new HttpLimits(
          CONNECTIONS,
          OF_ADDRESS,
          THREADS,
          8_192,
          Duration.ofSeconds(10),
          Duration.ofMinutes(10),
          Duration.ofMinutes(1),
          1_024,
          BODIES,
          BODIES_OF_ADDRESS,
          Duration.ofSeconds(30),
          40_000_000);

  private final AtomicLong nanos = new AtomicLong();
  private final Javalin server;

  /** Starts it on loopback. */
  LimitedServer(Set<String> proxies, Optional<TlsFiles> tls) {
    HttpListener listener =
        new HttpListener(
            "127.0.0.1", 0, LIMITS, new BodySizes(Map.of("/count", BODY), 10), proxies, tls);
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              listener.addTo(config.jetty, "limited", nanos::get);
              HttpListener.checkHeaders(
                  config.jetty,
                  request ->
                      request.getHeaders().contains("Refused")
                          ? Optional.of(new ErrorResponse(401, "refused", 0))
                          : Optional.empty());
              config.routes.post(
                  "/count",
                  http ->
                      http.result(
                          Integer.toString(http.req().getInputStream().readAllBytes().length)));
              config.routes.get(
                  "/client",
                  http -> http.result(ClientAddress.of(http.req()) + " " + http.req().isSecure()));
              config.routes.get(
                  "/certificates",
                  http -> http.result(Integer.toString(certificates(http).length)));
              config.routes.get(
                  "/bytes/{count}",
                  http -> http.result(new byte[Integer.parseInt(http.pathParam("count"))]));
            });
    server.start();
  }

  private static X509Certificate[] certificates(Context http) {
    Object presented = http.req().getAttribute("jakarta.servlet.request.X509Certificate");
    return presented == null ? new X509Certificate[0] : (X509Certificate[]) presented;
  }

  /** A server without proxies and TLS. */
  static LimitedServer plain() {
    return new LimitedServer(Set.of(), Optional.empty());
  }

  /** Reloads changed TLS files now. */
  void reloadTlsFiles() {
    server.jettyServer().server().getBean(TlsReload.class).reloadIfChanged();
  }

  /** Turns the clock of all deadlines. */
  void turnClock(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  /** Closes connections whose header is late now, without waiting for the next sweep. */
  void closeOverdueConnections() {
    handler(HeaderDeadlines.class).closeOverdueConnections();
  }

  /** Waits until a number of connections wait for a header. */
  void awaitWaitingConnections(int count) {
    await("connections wait").until(() -> waitingConnectionCount() == count);
  }

  /** The number of connections that wait for a header. */
  int waitingConnectionCount() {
    return handler(HeaderDeadlines.class).waitingConnectionCount();
  }

  /** Bytes of bodies in memory, of all clients. */
  long bufferedBodyBytes() {
    return handler(RequestBodyHandler.class).bufferedBodyBytes();
  }

  /** Bytes of unsent responses in memory, of all clients. */
  long bufferedResponseBytes() {
    return handler(ResponseBufferHandler.class).bufferedResponseBytes();
  }

  private <T extends Handler> T handler(Class<T> type) {
    return server.jettyServer().server().getDescendant(type);
  }

  /** Sends a longest body without its last byte. */
  RawHttpConnection postIncompleteBody(String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add("Content-Length: " + BODY);
    RawHttpConnection wire = wire().post("/count", all.toArray(String[]::new));
    wire.send("x".repeat(BODY - 1));
    return wire;
  }

  /** Waits until a number of such bodies are buffered. */
  void awaitIncompleteBodies(int count) {
    await("bodies are buffered").until(() -> bufferedBodyBytes() >= (BODY - 1L) * count);
  }

  int port() {
    return server.port();
  }

  RawHttpConnection wire() {
    return new RawHttpConnection(port());
  }

  @Override
  public void close() {
    server.stop();
  }
}
