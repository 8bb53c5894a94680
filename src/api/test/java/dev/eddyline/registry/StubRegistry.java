package dev.eddyline.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;

/** An HTTP server on 127.0.0.1 with one configurable response to all requests. */
final class StubRegistry implements AutoCloseable {

  /** The response of a registry that has or accepted the schema, id 1. */
  static final String SCHEMA_1 = "{\"id\":1,\"schema\":\"\\\"string\\\"\"}";

  private record StubResponse(int status, String body) {}

  private final HttpServer server;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> authorizations = new CopyOnWriteArrayList<>();
  private final Map<String, StubResponse> refusals = new ConcurrentHashMap<>();
  private volatile StubResponse answer = new StubResponse(200, SCHEMA_1);

  private StubRegistry(HttpServer server) {
    this.server = server;
    server.createContext("/", this::handle);
    server.start();
  }

  static StubRegistry start() throws IOException {
    return new StubRegistry(HttpServer.create(address(), 0));
  }

  static StubRegistry startTls(SSLContext context) throws IOException {
    HttpsServer server = HttpsServer.create(address(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new StubRegistry(server);
  }

  private static InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  void answers(int status, String body) {
    answer = new StubResponse(status, body);
  }

  /** Sets another response to this request, its method and path. */
  void refuses(String request, int status, String body) {
    refusals.put(request, new StubResponse(status, body));
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return (server instanceof HttpsServer ? "https" : "http") + "://127.0.0.1:" + port();
  }

  Map<String, Object> properties() {
    return Map.of("schema.registry.url", url());
  }

  /** Method and path of each request so far. */
  List<String> requests() {
    return requests;
  }

  /** The Authorization header of each request so far. */
  List<String> authorizations() {
    return authorizations;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String request = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
      StubResponse now = refusals.getOrDefault(request, answer);
      authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
      requests.add(request);
      exchange.getRequestBody().readAllBytes();
      byte[] body = now.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(now.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
