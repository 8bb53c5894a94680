package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.Role;
import dev.eddyline.console.LoopbackServer;
import dev.eddyline.console.PagesWithoutKafka;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.WebServer;
import dev.eddyline.console.web.Pages;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers to paths that the console does not have, and to the one without a file. */
class UnknownPageTest {

  private static final String BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static PagesWithoutKafka pages;
  private static WebServer server;

  @BeforeAll
  static void serve() {
    pages = new PagesWithoutKafka();
    server = LoopbackServer.start(pages.all());
  }

  @AfterAll
  static void end() {
    server.close();
    pages.close();
  }

  private static HttpResponse<String> get(String path, String accept)
      throws IOException, InterruptedException {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(server.address() + path))
            .header("Accept", accept)
            .build(),
        BodyHandlers.ofString());
  }

  private static String type(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElse("");
  }

  @Test
  void scriptOfLoopTypesIsServedLikeFile() throws Exception {
    // When
    HttpResponse<String> answer = get("/assets/loop-types.js", "*/*");

    // Then
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(type(answer)).startsWith("text/javascript");
    assertThat(answer.body())
        .startsWith("export const LOOP_TYPES = [\"external_fault\", \"identical_failure\", ")
        .endsWith("\"custom\"];\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/foo", "/tasks/17", "/foo/bar.html", "/apis"})
  void browserGetsPage(String path) throws Exception {
    // When
    HttpResponse<String> answer = get(path, BROWSER);

    // Then
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(type(answer)).startsWith("text/html");
    assertThat(answer.body()).contains("/assets/app.js");
    assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "/foo, application/json",
    "/foo, */*",
    "/api/v1/foo, 'text/html,*/*'",
    "/v1/foo, 'text/html,*/*'",
    "/assets/foo.js, 'text/html,*/*'",
    "/assets/a/b/c/d/e/f.js, 'text/html,*/*'",
  })
  void programGetsJson(String path, String accept) throws Exception {
    // When
    HttpResponse<String> answer = get(path, accept);

    // Then
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(type(answer)).startsWith("application/json");
    assertThat(answer.body()).startsWith("{\"error\":\"no such ").doesNotContain(path);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/events, POST",
    "HEAD, /api/v1/events, POST",
    "GET, /api/v1/hooks/codex, POST",
    "GET, /v1/traces, POST",
    "DELETE, /api/v1/gates, 'GET, HEAD'",
    "PUT, /api/v1/session, 'DELETE, GET, HEAD, POST'",
    "OPTIONS, /, 'GET, HEAD'",
  })
  void wrongMethodIsAnsweredWithTheAllowedOnes(String method, String path, String allowed)
      throws Exception {
    try (GuardedServer guarded = guarded()) {
      // When
      HttpResponse<String> answer = send(guarded.port(), method, path, "right");

      // Then
      assertThat(answer.statusCode()).isEqualTo(405);
      assertThat(answer.headers().firstValue("Allow")).contains(allowed);
      assertThat(type(answer)).startsWith("application/json");
      assertThat(answer.body())
          .isEqualTo(
              method.equals("HEAD")
                  ? ""
                  : "{\"error\":\"this path allows %s\",\"field\":null,\"allowed\":[\"%s\"]}"
                      .formatted(allowed, allowed.replace(", ", "\",\"")));
    }
  }

  @ParameterizedTest
  @CsvSource({"GET, /v1/traces", "GET, /api/v1/events", "POST, /api/v1/gates"})
  void strangersDoNotLearnWhichPathsExist(String method, String path) throws Exception {
    try (GuardedServer guarded = guarded()) {
      // When
      HttpResponse<String> known = send(guarded.port(), method, path, null);
      HttpResponse<String> unknown = send(guarded.port(), method, path + "/unknown", null);

      // Then
      assertThat(known.statusCode()).isEqualTo(404);
      assertThat(known.body()).isEqualTo(unknown.body());
      assertThat(known.headers().map().keySet()).isEqualTo(unknown.headers().map().keySet());
    }
  }

  /** A server of all pages and of traces that requires a token. */
  private static GuardedServer guarded() {
    Pages traces = config -> Route.OTLP_TRACES.serve(config, http -> http.result(""));
    List<Pages> all = new ArrayList<>(pages.all());
    all.removeIf(AccessGuard.class::isInstance);
    all.removeIf(SessionPages.class::isInstance);
    all.add(traces);
    return new GuardedServer(
        List.of(TestAccessTokens.namedToken("right", Role.VIEW)), all.toArray(Pages[]::new));
  }

  private static HttpResponse<String> send(int port, String method, String path, String token)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void knownPageIsFound() throws Exception {
    assertThat(get("/gates", BROWSER).statusCode()).isEqualTo(200);
  }
}
