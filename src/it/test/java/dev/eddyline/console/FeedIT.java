package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.TestCluster;
import dev.eddyline.console.pages.FeedLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The live feed of a running processor. */
@Tag(TestTags.CONSOLE)
class FeedIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @RegisterExtension
  static final ConsoleExtension CONSOLE = new ConsoleExtension("console-feed-", Map.of());

  private final ApiClient browser = CONSOLE.browser();

  private static void loop(String task, int failures) {
    CONSOLE.loop(task, failures);
  }

  @Test
  void feedResumesAfterLastEvent() throws Exception {
    // Given
    List<String> lines = new CopyOnWriteArrayList<>();
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest follow = browser.request("/api/v1/feed").build();
    HttpResponse<InputStream> first =
        client.send(follow, HttpResponse.BodyHandlers.ofInputStream());
    Thread reader = reading(first, lines);

    // When
    loop("followed", 4);
    await().until(() -> verdictIds(lines, "followed").size() >= 3);
    List<String> seen = verdictIds(lines, "followed");
    first.body().close();
    reader.join(LIMIT.toMillis());
    List<String> later = new CopyOnWriteArrayList<>();
    HttpResponse<InputStream> again =
        client.send(
            browser.request("/api/v1/feed", "Last-Event-ID", seen.get(0)).build(),
            HttpResponse.BodyHandlers.ofInputStream());
    reading(again, later);

    // Then
    await().until(() -> verdictIds(later, "followed").size() >= 2);
    assertThat(verdictIds(later, "followed")).isEqualTo(seen.subList(1, seen.size()));
    again.body().close();
  }

  private static Thread reading(HttpResponse<InputStream> response, List<String> lines) {
    Thread thread =
        new Thread(
            () -> {
              try (var in =
                  new BufferedReader(
                      new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
                in.lines().forEach(lines::add);
              } catch (IOException | UncheckedIOException closed) {
                // the test ends it
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static List<String> verdictIds(List<String> lines, String task) {
    return lines.stream()
        .filter(line -> line.startsWith("data: {\"kind\":\"verdict\""))
        .filter(line -> line.contains("\"taskId\":\"" + task + "\""))
        .map(line -> line.replaceAll(".*?\"verdictId\":\"([^\"]+)\".*", "$1"))
        .toList();
  }

  @Test
  void reconnectsLeakNoClients() throws Exception {
    // Given
    HttpClient client = HttpClient.newHttpClient();
    int threads = Thread.activeCount();

    // When
    for (int i = 0; i < 300; i++) {
      HttpResponse<InputStream> answer =
          client.send(
              browser.request("/api/v1/feed").build(), HttpResponse.BodyHandlers.ofInputStream());
      assertThat(answer.statusCode()).isEqualTo(200);
      answer.body().close();
    }

    // Then
    assertThat(CONSOLE.served().console().feedClientCount())
        .isLessThanOrEqualTo(FeedLimits.MAX_OPEN_FEEDS_PER_CALLER);
    await().until(() -> CONSOLE.served().console().feedClientCount() == 0);
    await().until(() -> Thread.activeCount() < threads + 50);
    assertThat(browser.get("/api/v1/overview").status()).isEqualTo(200);
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void shutdownClosesFeeds() throws Exception {
    // Given
    String prefix = "console-ending-";
    TestCluster.shared().createTopics(prefix, 1);
    InProcessConsole ending = new InProcessConsole(prefix, Map.of());
    HttpClient client = HttpClient.newHttpClient();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      readers.add(
          reading(
              client.send(
                  ending.browser().request("/api/v1/feed").build(),
                  HttpResponse.BodyHandlers.ofInputStream()),
              new CopyOnWriteArrayList<>()));
    }

    // When
    ending.close();

    // Then
    for (Thread reader : readers) {
      reader.join();
    }
    assertThat(ending.console().feedClientCount()).isZero();
  }
}
