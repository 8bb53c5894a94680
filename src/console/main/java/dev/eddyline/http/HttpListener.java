package dev.eddyline.http;

import io.javalin.config.JettyConfig;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LowResourceMonitor;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A listening address with its limits for connections, headers, bodies and responses. They apply
 * before routing. A server has one listener.
 *
 * @param host address of this machine
 * @param port its port; 0 picks a free one
 * @param limits limits for clients
 * @param bodies the longest body of each route
 * @param proxies addresses and networks of {@link TrustedProxies}
 * @param tls certificate and key; empty for plain HTTP
 */
public record HttpListener(
    String host,
    int port,
    HttpLimits limits,
    BodySizes bodies,
    Set<String> proxies,
    Optional<TlsFiles> tls) {

  /** Attribute of a request that was rejected before routing. */
  static final String REJECTED = HttpListener.class.getName() + ".rejected";

  /** Attribute with the length of a request's body. */
  static final String BODY_BYTES = HttpListener.class.getName() + ".bodyBytes";

  private static final int MIN_REQUEST_THREADS = 4;
  private static final long STS_SECONDS = 31_536_000;

  /** Copies the addresses. */
  public HttpListener {
    proxies = Set.copyOf(proxies);
  }

  /** A listener without proxies that speaks plain HTTP. */
  public static HttpListener plain(String host, int port, HttpLimits limits, BodySizes bodies) {
    return new HttpListener(host, port, limits, bodies, Set.of(), Optional.empty());
  }

  /** Passes on the path and the status of each request that is rejected before routing. */
  public static void onRejected(JettyConfig jetty, ObjIntConsumer<String> pathAndStatus) {
    jetty.modifyServer(
        server ->
            server.setRequestLog(
                (request, response) -> {
                  if (request.getAttribute(REJECTED) != null) {
                    pathAndStatus.accept(Request.getPathInContext(request), response.getStatus());
                  }
                }));
  }

  /** Bytes of a request's body. */
  public static int bodyBytes(HttpServletRequest request) {
    return request.getAttribute(BODY_BYTES) instanceof Integer bytes ? bytes : 0;
  }

  /** Checks each request with a long body before the body is stored. */
  public static void checkHeaders(JettyConfig jetty, HeaderCheck check) {
    jetty.modifyServer(server -> server.addBean(check));
  }

  /** Makes a server listen here. */
  public void addTo(JettyConfig jetty, String threads) {
    addTo(jetty, threads, System::nanoTime);
  }

  /**
   * Makes a server listen here.
   *
   * @param nanos a clock for deadlines, nanoseconds
   */
  void addTo(JettyConfig jetty, String threads, LongSupplier nanos) {
    QueuedThreadPool pool = new QueuedThreadPool(limits.threads(), MIN_REQUEST_THREADS);
    pool.setName(threads);
    pool.setDaemon(true);
    jetty.threadPool = pool;
    HeaderDeadlines deadlines = new HeaderDeadlines(limits, nanos);
    TrustedProxies trusted = new TrustedProxies(proxies);
    jetty.modifyServer(server -> limit(server, deadlines, trusted, nanos));
    jetty.modifyHttpConfiguration(http -> configure(http, trusted));
    jetty.addConnector((server, http) -> connector(server, http, deadlines, trusted));
  }

  private void limit(
      Server server, HeaderDeadlines deadlines, TrustedProxies trusted, LongSupplier nanos) {
    // Javalin's monitor closes legitimate long-lived connections, such as feeds
    Collection<LowResourceMonitor> monitors = server.getBeans(LowResourceMonitor.class);
    monitors.forEach(server::removeBean);
    Handler.Wrapper answers = new ResponseBufferHandler(limits, nanos);
    answers.setHandler(new RequestBodyHandler(limits, bodies, trusted, nanos));
    deadlines.setHandler(answers);
    server.setHandler(deadlines);
    server.setErrorHandler(new ServerErrorHandler());
  }

  private void configure(HttpConfiguration http, TrustedProxies trusted) {
    http.addCustomizer(trusted);
    http.setRequestHeaderSize(limits.headerBytes());
    http.setSendServerVersion(false);
    tls.ifPresent(
        files -> {
          // host names are checked by the routes
          SecureRequestCustomizer secure = new SecureRequestCustomizer(false);
          secure.setStsMaxAge(STS_SECONDS);
          http.addCustomizer(secure);
        });
  }

  private Connector connector(
      Server server, HttpConfiguration http, HeaderDeadlines deadlines, TrustedProxies trusted) {
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    ConnectionFactory[] protocols =
        tls.map(
                files -> {
                  TlsReload reload = new TlsReload(files, server);
                  server.addBean(reload);
                  return new ConnectionFactory[] {
                    new SslConnectionFactory(reload.factory(), plain.getProtocol()), plain
                  };
                })
            .orElseGet(() -> new ConnectionFactory[] {plain});
    ServerConnector connector = new ServerConnector(server, 1, 1, protocols);
    connector.setHost(host);
    connector.setPort(port);
    connector.setIdleTimeout(limits.nextHeaderTimeout().toMillis());
    connector.addBean(deadlines, false);
    connector.addBean(new ConnectionsPerAddress(limits.maxConnectionsPerAddress(), trusted));
    server.addBean(new NetworkConnectionLimit(limits.connections(), connector));
    return connector;
  }
}
