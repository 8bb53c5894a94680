package dev.eddyline.notifier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A receiver of webhooks on loopback that fails as a test wants; it checks every signature. */
final class TargetServer implements AutoCloseable {

  private static final byte[] SECRET =
      "a secret of thirty-two bytes ...".getBytes(StandardCharsets.UTF_8);
  private static final JsonMapper JSON = new JsonMapper();

  /** A notification that was accepted. */
  record Received(String id, String gateId, String state) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Function<String, Integer> statuses;
  private final List<Received> received = new ArrayList<>();
  private final List<String> invalid = new ArrayList<>();

  /**
   * A started server.
   *
   * @param statuses the status with which a notification of this id is answered now; a redirect
   *     leads back to the server
   */
  TargetServer(Function<String, Integer> statuses) throws IOException {
    this.statuses = statuses;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::receive);
    server.start();
  }

  /** The file of targets with this server only. */
  Path targets(Path folder, String more) throws IOException {
    return Files.writeString(
        folder.resolve("targets.yaml"),
        """
        targets:
          - name: hook
            url: http://localhost:%d/hook
            key: whsec_%s
        %s
        """
            .formatted(
                server.getAddress().getPort(), Base64.getEncoder().encodeToString(SECRET), more));
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] bytes = exchange.getRequestBody().readAllBytes();
      String body = new String(bytes, StandardCharsets.UTF_8);
      String id = exchange.getRequestHeaders().getFirst("webhook-id");
      String time = exchange.getRequestHeaders().getFirst("webhook-timestamp");
      String signature = exchange.getRequestHeaders().getFirst("webhook-signature");
      if (!("v1," + sign(id + "." + time + "." + body)).equals(signature)
          || !exchange.getRequestURI().getPath().equals("/hook")) {
        synchronized (this) {
          invalid.add(exchange.getRequestURI() + " " + id);
        }
      }
      int status = statuses.apply(id);
      if (status < 300) {
        JsonNode gate = JSON.readTree(body).path("data").path("gate");
        synchronized (this) {
          received.add(new Received(id, gate.path("gateId").asText(), gate.path("state").asText()));
        }
      }
      if (status >= 300 && status < 400) {
        exchange.getResponseHeaders().add("Location", "/elsewhere");
      }
      exchange.sendResponseHeaders(status, 2);
      try (OutputStream answer = exchange.getResponseBody()) {
        answer.write("{}".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static String sign(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Accepted notifications, in the order of their arrival. */
  synchronized List<Received> received() {
    return List.copyOf(received);
  }

  /** Requests with a wrong signature or path. */
  synchronized List<String> invalid() {
    return List.copyOf(invalid);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
