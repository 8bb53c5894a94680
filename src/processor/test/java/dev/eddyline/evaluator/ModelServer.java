package dev.eddyline.evaluator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A loopback server with OpenAI's chat API and scripted replies, which records its requests. */
public final class ModelServer implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** One answer of the server. */
  private interface Answer {
    void give(HttpExchange exchange) throws IOException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Deque<Answer> answers = new ArrayDeque<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final List<String> authorizationHeaders = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);

  /** A server without replies. */
  public ModelServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException taken) {
      throw new UncheckedIOException(taken);
    }
    server.setExecutor(threads);
    server.createContext("/v1/chat/completions", this::handle);
    server.start();
  }

  /** The base address. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  private void handle(HttpExchange exchange) throws IOException {
    bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    authorizationHeaders.add(
        String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    Answer next;
    synchronized (answers) {
      next = answers.size() > 1 ? answers.remove() : answers.peek();
    }
    next.give(exchange);
  }

  private ModelServer enqueueReply(Answer answer) {
    synchronized (answers) {
      answers.add(answer);
    }
    return this;
  }

  /** The next reply, and all after it until another is added: this text. */
  public ModelServer repliesWithContent(String content) {
    return enqueueReply(exchange -> write(exchange, 200, completion(content, null, "stop")));
  }

  /** The next reply: a judgement. */
  public ModelServer repliesWithJudgement(String verdict, String reason) {
    return repliesWithContent(
        JSON.createObjectNode().put("verdict", verdict).put("reason", reason).toString());
  }

  /** The next reply: a refusal. */
  ModelServer repliesWithRefusal() {
    return enqueueReply(
        exchange -> write(exchange, 200, completion(null, "I cannot help with that", "stop")));
  }

  /** The next reply: an error with this status and an optional Retry-After header. */
  ModelServer repliesWithError(int status, String retryAfter) {
    return enqueueReply(
        exchange -> {
          if (retryAfter != null) {
            exchange.getResponseHeaders().add("Retry-After", retryAfter);
          }
          write(exchange, status, "{\"error\":{\"message\":\"not now\"}}");
        });
  }

  /** The next reply: this body. */
  ModelServer repliesWithBody(String body) {
    return enqueueReply(exchange -> write(exchange, 200, body));
  }

  /** The next reply never arrives. */
  public ModelServer neverReplies() {
    return enqueueReply(exchange -> awaitEnd());
  }

  /** The next reply starts and never ends. */
  ModelServer repliesWithEndlessBody() {
    return enqueueReply(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          OutputStream out = exchange.getResponseBody();
          out.write("{\"choices\":".getBytes(StandardCharsets.UTF_8));
          out.flush();
          awaitEnd();
        });
  }

  /** The next reply: a closed connection. */
  ModelServer closesConnection() {
    return enqueueReply(HttpExchange::close);
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static String completion(String content, String refusal, String finish) {
    var answer = JSON.createObjectNode();
    answer.put("id", "c-1").put("object", "chat.completion").put("model", "some-model");
    var choice = answer.putArray("choices").addObject();
    choice.put("index", 0).put("finish_reason", finish);
    choice
        .putObject("message")
        .put("role", "assistant")
        .put("content", content)
        .put("refusal", refusal);
    answer
        .putObject("usage")
        .put("prompt_tokens", 400)
        .put("completion_tokens", 30)
        .put("total_tokens", 430);
    return answer.toString();
  }

  private static void write(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  /** The request bodies, in order. */
  public List<JsonNode> requestBodies() {
    return bodies.stream().map(ModelServer::parsed).toList();
  }

  private static JsonNode parsed(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException wrong) {
      throw new UncheckedIOException(wrong);
    }
  }

  /** The header Authorization of each call. */
  List<String> authorizationHeaders() {
    return List.copyOf(authorizationHeaders);
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
