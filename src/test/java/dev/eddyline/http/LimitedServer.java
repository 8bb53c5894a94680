package dev.eddyline.http;

import io.javalin.Javalin;
import io.javalin.http.Context;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A server with small limits: it counts received bytes, and answers with the requested number. */
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

  private static final HttpLimits LIMITS =
      new HttpLimits(
          CONNECTIONS,
          OF_ADDRESS,
          THREADS,
          8_192,
          Duration.ofSeconds(1),
          Duration.ofSeconds(3),
          Duration.ofSeconds(2),
          1_024,
          BODIES,
          BODIES_OF_ADDRESS,
          Duration.ofSeconds(1),
          20_000_000);

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
              listener.addTo(config.jetty, "limited");
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

  /** Bytes of bodies in memory, of all clients. */
  long bufferedBodyBytes() {
    return server
        .jettyServer()
        .server()
        .getDescendant(RequestBodyHandler.class)
        .bufferedBodyBytes();
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
