package dev.eddyline.console.edge;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Remedies come from tasks of any workflow: who may see them depends on the tenant. */
class TenantRemediesTest extends TenantFixture {

  @Test
  void remediesAreShownToCallersWhoseScopeCoversTheTenant() {
    // Given
    tenants.tasks().loops("ci-4", "\"workflow\":\"build\",");
    tenants.tasks().loops("ci-5", "\"workflow\":\"build\",\"tenant\":\"ci-\",");
    tenants.tasks().loops("ci-6", "\"workflow\":\"build\",\"tenant\":\"vault-\",");

    // When
    String byPrefix = everyPage(PREFIX);
    String byWorkflow = everyPage(BUILD);
    String all = everyPage(ALL);

    // Then
    assertThat(byPrefix)
        .contains("remedy at ci-5")
        .doesNotContain("remedy at ci-4", "remedy at ci-6");
    assertThat(byWorkflow).contains("reason of ci-5").doesNotContain("remedy at");
    assertThat(all).contains("remedy at ci-4", "remedy at ci-5", "remedy at ci-6");
  }

  /** All answers about tasks and gates that may show remedies. */
  private String everyPage(String token) {
    Stream<String> paths =
        Stream.of("ci-4", "ci-5", "ci-6")
            .flatMap(
                task ->
                    Stream.of(
                        "/api/v1/task?taskId=" + task,
                        "/api/v1/gate?gateId=" + tenants.tasks().gateOf(task)));
    return Stream.concat(TenantMatrixTest.items().map(route -> route.paths().get(0)), paths)
        .map(path -> tenants.browser(token).get(path).http().body())
        .collect(joining("\n"));
  }

  @Test
  void feedShowsRemediesToCallersWhoseScopeCoversTheTenant() throws Exception {
    // Given
    HttpResponse<InputStream> feed =
        HttpClient.newHttpClient()
            .send(
                tenants.browser(PREFIX).request("/api/v1/feed").build(),
                HttpResponse.BodyHandlers.ofInputStream());
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(feed.body(), StandardCharsets.UTF_8))) {
      // When
      tenants.tasks().loops("ci-7", "\"workflow\":\"build\",\"tenant\":\"ci-\",");
      tenants.tasks().loops("ci-8", "\"workflow\":\"build\",");
      List<String> gates =
          in.lines().filter(line -> line.contains("\"kind\":\"gate\"")).limit(2).toList();

      // Then
      assertThat(gates.get(0)).contains("reason of ci-7");
      assertThat(gates.get(1)).contains("reason of ci-8");
      assertThat(gates.get(0)).contains("remedy at ci-7");
      assertThat(gates.get(1)).doesNotContain("remedy at");
    }
  }
}
