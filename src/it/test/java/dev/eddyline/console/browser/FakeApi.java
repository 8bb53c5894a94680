package dev.eddyline.console.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.eddyline.console.pages.LoopTypesScript;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves the console's pages with stubbed answers, for cases that are rare with a real processor.
 */
final class FakeApi implements AutoCloseable {

  private static final String API = "/api/v1/";
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html", "js", "text/javascript", "css", "text/css", "svg", "image/svg+xml");

  /** The answer of a path; delayed until the latch is released. */
  private record StubbedResponse(int status, String json, CountDownLatch latch) {}

  private final Map<String, StubbedResponse> answers = new ConcurrentHashMap<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private volatile String firstOfFeed;

  /** Starts as after a {@link #reset}, with a feed in which nothing happens. */
  FakeApi() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException unusable) {
      throw new IllegalStateException("no port to listen on", unusable);
    }
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
    reset();
  }

  /** Resets all stubs: a caller with all roles, no open gate, no outputs, no other answers. */
  void reset() {
    answers.values().forEach(answer -> answer.latch.countDown());
    answers.clear();
    firstOfFeed = ": ping\n\n";
    stubResponse(
        "session",
        200,
        "{'user':'ada','token':null,'roles':['ingest','view','decide','admin'],'workflows':[],"
            + "'taskPrefix':'','csrf':'c','requiresToken':false}");
    stubResponse("feed/recent", 200, "{'items':[]}");
    stubResponse(
        "input-problems/causes",
        200,
        "{'caughtUp':true,'newestOnly':false,'causes':[],'total':0,'records':0}");
    stubResponse("gates", 200, "{'items':[],'next':null,'total':0}");
    stubResponse("policies", 200, "{'inForce':[],'refused':[]}");
    stubResponse("graphs", 200, "{'items':[],'refused':[]}");
  }

  /** Its address. */
  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Stubs the answer of a path under /api/v1; apostrophes become quotes. */
  void stubResponse(String path, int status, String json) {
    answers.put(path, new StubbedResponse(status, json.replace('\'', '"'), new CountDownLatch(0)));
  }

  /** Stubs an answer that is delayed until {@link #sendDelayedResponse}. */
  void stubDelayedResponse(String path, String json) {
    answers.put(path, new StubbedResponse(200, json.replace('\'', '"'), new CountDownLatch(1)));
  }

  /** Sends a delayed answer. */
  void sendDelayedResponse(String path) {
    answers.get(path).latch.countDown();
  }

  /** Stubs the state that the feed reports to a page that connects; apostrophes become quotes. */
  void stubFeedState(String json) {
    firstOfFeed = "event: view\ndata: %s\n\n".formatted(json.replace('\'', '"'));
  }

  private void serve(HttpExchange http) throws IOException {
    try (http) {
      String path = http.getRequestURI().getPath();
      if (path.equals(API + "feed")) {
        feed(http);
      } else if (path.startsWith(API)) {
        StubbedResponse answer =
            answers.getOrDefault(
                path.substring(API.length()),
                new StubbedResponse(
                    500, "{\"error\":\"no answer is set\"}", new CountDownLatch(0)));
        answer.latch.await();
        send(http, answer.status, "application/json", answer.json.getBytes(StandardCharsets.UTF_8));
      } else {
        file(http, path.startsWith("/assets/") ? path : "/index.html");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void feed(HttpExchange http) throws IOException, InterruptedException {
    http.getResponseHeaders().set("Content-Type", "text/event-stream");
    http.sendResponseHeaders(200, 0);
    http.getResponseBody().write(firstOfFeed.getBytes(StandardCharsets.UTF_8));
    http.getResponseBody().flush();
    ended.await();
  }

  private static void file(HttpExchange http, String path) throws IOException {
    if (path.equals("/assets/" + LoopTypesScript.FILE)) {
      send(http, 200, TYPES.get("js"), LoopTypesScript.TEXT.getBytes(StandardCharsets.UTF_8));
      return;
    }
    try (InputStream in = FakeApi.class.getResourceAsStream("/console" + path)) {
      if (in == null) {
        send(http, 404, "text/plain", new byte[0]);
      } else {
        send(http, 200, TYPES.get(path.substring(path.lastIndexOf('.') + 1)), in.readAllBytes());
      }
    }
  }

  private static void send(HttpExchange http, int status, String type, byte[] body)
      throws IOException {
    http.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    http.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    http.getResponseBody().write(body);
  }

  @Override
  public void close() {
    ended.countDown();
    answers.values().forEach(answer -> answer.latch.countDown());
    server.stop(0);
    threads.shutdownNow();
  }
}
