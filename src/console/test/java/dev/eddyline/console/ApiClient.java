package dev.eddyline.console;

import static dev.eddyline.app.RepeatedRequest.untilAvailable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.console.edge.SignInCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A client of a console's API. */
public final class ApiClient {

  /** Header in which a browser repeats the token of its session. */
  public static final String CSRF_HEADER = "X-Csrf-Token";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Shared by all clients, as connections per address are limited. */
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final String address;
  private final String token;
  private final Optional<SignInCode> code;
  private volatile String cookie;

  /** A client with this token; null for none. */
  public ApiClient(int port, String token) {
    this(port, token, Optional.empty());
  }

  /** The same, which signs in with the code of a console without tokens before it writes. */
  public ApiClient(int port, String token, Optional<SignInCode> code) {
    this.token = token;
    this.code = code;
    address = "http://127.0.0.1:" + port;
  }

  /** An answer: its status and, where it is JSON, its body. */
  public record ApiResponse(int status, JsonNode json, HttpResponse<String> http) {}

  public ApiResponse get(String path, String... headers) {
    HttpRequest.Builder request = request(path, headers);
    if (cookie != null && !Arrays.asList(headers).contains("Cookie")) {
      request.header("Cookie", cookie);
    }
    return send(request.GET());
  }

  /** The answer of a path with an id; requires status 200. */
  public JsonNode getJsonById(String path, String id) {
    return get(path + encoded(id)).json();
  }

  static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8);
  }

  /** A write with CSRF token, like the page's; on an open console, events come from a program. */
  public ApiResponse post(String path, String body) {
    if (code.isPresent() && path.startsWith("/api/v1/events")) {
      return post(path, body, "Content-Type", "application/json");
    }
    signIn();
    String csrf = get("/api/v1/session", "Cookie", cookie).json().path("csrf").asText("none");
    return post(path, body, CSRF_HEADER, csrf, "Cookie", cookie);
  }

  /** The cookie of its session. */
  public String cookie() {
    return cookie;
  }

  /** Signs in, if it has a code. */
  public synchronized ApiClient signIn() {
    if (cookie == null) {
      cookie = code.map(this::beginSession).orElse("none=x");
    }
    return this;
  }

  /** The cookie of a session that the code began. */
  private String beginSession(SignInCode signInCode) {
    AtomicReference<String> current = new AtomicReference<>();
    signInCode.announceTo(current::set);
    String csrf = get("/api/v1/session").json().path("csrf").asText();
    String body = JSON.valueToTree(Map.of("token", current.get())).toString();
    ApiResponse begun = post("/api/v1/session", body, CSRF_HEADER, csrf);
    return begun.http().headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
  }

  public ApiResponse post(String path, String body, String... headers) {
    return send(request(path, headers).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  public ApiResponse delete(String path, String... headers) {
    return send(request(path, headers).DELETE());
  }

  public ApiResponse decide(String gateId, String decision) {
    return post(
        "/api/v1/gate/decision?gateId=" + gateId,
        JSON.valueToTree(Map.of("decision", decision, "by", "lead", "guidance", "go on"))
            .toString());
  }

  /** The same, repeated while the decision cannot be published. */
  ApiResponse decideOnceAvailable(String gateId, String decision) {
    return untilAvailable(() -> decide(gateId, decision), ApiResponse::status);
  }

  public HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
    boolean authorized = Arrays.asList(headers).contains("Authorization");
    if (token != null && !authorized) {
      request.header("Authorization", "Bearer " + token);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request;
  }

  private ApiResponse send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer =
          CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
      boolean isJson =
          answer.headers().firstValue("Content-Type").orElse("").startsWith("application/json");
      return new ApiResponse(
          answer.statusCode(), isJson ? JSON.readTree(answer.body()) : null, answer);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
