package dev.eddyline.containers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A receiver of webhooks in a container, without libraries. It accepts all; GET lists them, a line
 * each: id, time, signature and body in base64.
 */
public final class ReceiverMain {

  /** The port in the container. */
  static final int PORT = 8_000;

  private static final int OK = 200;

  private static final List<String> RECEIVED = new CopyOnWriteArrayList<>();

  private ReceiverMain() {}

  /** Serves until the process is ended. */
  public static void main(String[] arguments) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(PORT), 0);
    server.createContext("/", ReceiverMain::answer);
    server.start();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] answer = new byte[0];
      if (exchange.getRequestMethod().equals("POST")) {
        byte[] body = exchange.getRequestBody().readAllBytes();
        RECEIVED.add(
            String.join(
                " ",
                header(exchange, "webhook-id"),
                header(exchange, "webhook-timestamp"),
                header(exchange, "webhook-signature"),
                Base64.getEncoder().encodeToString(body)));
      } else {
        answer = String.join("\n", RECEIVED).getBytes(StandardCharsets.UTF_8);
      }
      exchange.sendResponseHeaders(OK, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "absent" : value;
  }
}
