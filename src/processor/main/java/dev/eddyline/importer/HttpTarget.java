package dev.eddyline.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.config.InvalidSettingException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Posts events to Eddyline's HTTP API, in requests of 500 events or 500 kB at most. While the
 * server is unavailable or limits the rate, a request is repeated with growing pauses.
 */
public final class HttpTarget implements EventTarget {

  /** Environment variable with the token of the HTTP API. */
  public static final String TOKEN = "EDDYLINE_TOKEN";

  private static final String PATH = "/api/v1/events";
  private static final int MAX_EVENTS = 500;
  private static final int MAX_BYTES = 500_000;
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final URI uri;
  private final Optional<String> token;
  private final Duration timeout;

  /**
   * A target at this address.
   *
   * @param address for example {@code http://127.0.0.1:8090}
   * @param token token of the HTTP API, if it requires one
   * @param timeout how long a request is repeated
   * @throws InvalidSettingException when the address is not one
   */
  public HttpTarget(String address, Optional<String> token, Duration timeout) {
    this.uri = uri(address);
    this.token = token.filter(it -> !it.isBlank());
    this.timeout = timeout;
  }

  private static URI uri(String address) {
    try {
      URI uri = URI.create(address.replaceFirst("/+$", ""));
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean isPlain =
          uri.getUserInfo() == null && uri.getQuery() == null && uri.getFragment() == null;
      if (isHttp && isPlain && uri.getHost() != null) {
        return URI.create(uri + PATH);
      }
    } catch (IllegalArgumentException malformed) {
      // the same message
    }
    throw new InvalidSettingException(
        "--to: must be http://HOST:PORT or https://HOST:PORT, without user and query");
  }

  @Override
  public List<ImportedEvent.Refusal> publish(List<ImportedEvent> events) {
    List<ImportedEvent.Refusal> refused = new ArrayList<>();
    List<ImportedEvent> request = new ArrayList<>();
    int bytes = 0;
    for (ImportedEvent event : events) {
      int length = event.json().getBytes(StandardCharsets.UTF_8).length + 1;
      if (request.size() == MAX_EVENTS || !request.isEmpty() && bytes + length > MAX_BYTES) {
        refused.addAll(post(request));
        request.clear();
        bytes = 0;
      }
      request.add(event);
      bytes += length;
    }
    if (!request.isEmpty()) {
      refused.addAll(post(request));
    }
    return refused;
  }

  /** Posts one request; without the refused events it is posted again. */
  private List<ImportedEvent.Refusal> post(List<ImportedEvent> events) {
    List<ImportedEvent.Refusal> refused = new ArrayList<>();
    List<ImportedEvent> remaining = List.copyOf(events);
    while (!remaining.isEmpty()) {
      HttpResponse<String> response = sendUntilAnswered(remaining);
      int status = response.statusCode();
      if (status == 200 || status == 202) {
        return refused;
      }
      if (status == 400 || status == 413) {
        if (remaining.size() > 1 && refusedLines(response.body()).isEmpty()) {
          int half = remaining.size() / 2;
          refused.addAll(post(remaining.subList(0, half)));
          refused.addAll(post(remaining.subList(half, remaining.size())));
          return refused;
        }
        remaining = withoutRefused(remaining, response, refused);
      } else {
        throw new InvalidSettingException(problem(status));
      }
    }
    return refused;
  }

  private String problem(int status) {
    return status == 401 || status == 403
        ? "%s: the server answered %d: a token that may publish events is required"
            .formatted(TOKEN, status)
        : "--to: the server answered %d: is this the address of Eddyline's HTTP API?"
            .formatted(status);
  }

  private static List<ImportedEvent> withoutRefused(
      List<ImportedEvent> events,
      HttpResponse<String> response,
      List<ImportedEvent.Refusal> refused) {
    Map<Integer, String> lines = refusedLines(response.body());
    if (lines.isEmpty()) {
      lines.put(1, "the server answered " + response.statusCode());
    }
    List<ImportedEvent> accepted = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      String reason = lines.get(i + 1);
      if (reason == null) {
        accepted.add(events.get(i));
      } else {
        refused.add(events.get(i).refuse(reason));
      }
    }
    return accepted;
  }

  /** The reason for each refused line of a request, from 1. */
  private static Map<Integer, String> refusedLines(String body) {
    Map<Integer, String> reasons = new TreeMap<>();
    try {
      for (JsonNode refused : JSON.readTree(body).path("refused")) {
        reasons.put(refused.path("line").asInt(), refused.path("error").asText(""));
      }
    } catch (JsonProcessingException notJson) {
      reasons.clear();
    }
    return reasons;
  }

  private HttpResponse<String> sendUntilAnswered(List<ImportedEvent> events) {
    StringBuilder body = new StringBuilder();
    events.forEach(event -> body.append(event.json()).append('\n'));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(REQUEST_TIMEOUT)
            .header("Content-Type", "application/x-ndjson")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
    token.ifPresent(it -> request.header("Authorization", "Bearer " + it));
    long deadline = System.nanoTime() + timeout.toNanos();
    Duration pause = FIRST_PAUSE;
    while (true) {
      String problem;
      Duration wait = pause;
      try {
        HttpResponse<String> response =
            client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 429 && response.statusCode() < 500) {
          return response;
        }
        problem = "it answered " + response.statusCode();
        wait = retryAfter(response).orElse(pause);
      } catch (IOException unavailable) {
        problem = unavailable.toString();
      } catch (InterruptedException stopped) {
        throw stopped(stopped);
      }
      if (System.nanoTime() + wait.toNanos() > deadline) {
        throw new ClusterUnreachableException(
            "%s is unavailable: %s".formatted(uri, problem), null);
      }
      sleep(wait);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
  }

  /** The pause that the server asks for, if it is a number of seconds. */
  private static Optional<Duration> retryAfter(HttpResponse<String> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(seconds -> seconds.matches("\\d{1,4}"))
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
  }

  private static void sleep(Duration pause) {
    try {
      TimeUnit.MILLISECONDS.sleep(pause.toMillis());
    } catch (InterruptedException stopped) {
      throw stopped(stopped);
    }
  }

  private static ImportStoppedException stopped(InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    return new ImportStoppedException(interrupted);
  }

  @Override
  public void close() {
    // the client ends with its last request
  }
}
