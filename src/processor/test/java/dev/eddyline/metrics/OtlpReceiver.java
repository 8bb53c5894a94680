package dev.eddyline.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP server on 127.0.0.1 that records OTLP requests. */
public final class OtlpReceiver implements AutoCloseable {

  private final HttpServer server;
  private final List<String> paths = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();

  /** Starts the server. */
  public OtlpReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::recordExportRequest);
    server.start();
  }

  private void recordExportRequest(HttpExchange exchange) throws IOException {
    try (exchange) {
      paths.add(exchange.getRequestURI().getPath());
      // a character a byte, so that bytes can be searched for as text
      bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
      exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(200, -1);
    }
  }

  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  public String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The requested paths. */
  public List<String> paths() {
    return List.copyOf(paths);
  }

  /** How often a text was received. */
  public int received(String text) {
    return received(text.getBytes(StandardCharsets.UTF_8));
  }

  /** How often these bytes were received. */
  public int received(byte[] bytes) {
    String wanted = new String(bytes, StandardCharsets.ISO_8859_1);
    int times = 0;
    for (String body : bodies) {
      for (int at = body.indexOf(wanted); at >= 0; at = body.indexOf(wanted, at + 1)) {
        times++;
      }
    }
    return times;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
