package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
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

  @Test
  void knownPageIsFound() throws Exception {
    assertThat(get("/gates", BROWSER).statusCode()).isEqualTo(200);
  }
}
