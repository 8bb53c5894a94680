package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.eddyline.TestTags;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Many open gates among many tasks. It prints when the overview is first painted and complete, and
 * the times of replies with and without readers of the console: {@code -Dconsole.gates=10000
 * -Dconsole.tasks=100000 -Dconsole.replies=500}.
 */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class ManyGatesIT {

  private static final String PREFIX = "many-gates-";
  private static final int GATES = Integer.getInteger("console.gates", 500);
  private static final int TASKS = Integer.getInteger("console.tasks", 2_000);
  private static final int REPLIES = Integer.getInteger("console.replies", 20);
  private static final int ROUNDS = 4;
  private static final int CAUSES = 20;
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration READ_EVERY = Duration.ofMillis(200);
  private static final List<String> READS =
      List.of("overview", "tasks", "gates", "gates/causes", "input-problems/causes");
  private static final JsonMapper JSON = new JsonMapper();

  @RegisterExtension static final RunningConsole CONSOLE = new RunningConsole(PREFIX, Map.of());

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void overviewAndRepliesWithManyGates() throws Exception {
    // Given
    publish();
    await().atMost(LIMIT).until(() -> get("gates?limit=1").get("total").intValue() == GATES);
    // the newest events of all partitions
    for (int number = TASKS - 20; number < TASKS; number++) {
      String path = "task?taskId=" + taskId(number);
      await().atMost(LIMIT).until(() -> get(path).has("taskId"));
    }

    // When
    try (Browser browser = new Browser(CONSOLE)) {
      for (int turn = 0; turn < 3; turn++) {
        browser.open("/");
        browser.until("the figures", () -> browser.text(".figures").contains("Blocked by a gate"));
        print(
            "overview: first contentful paint %.0f ms, figures after %.0f ms",
            browser.script(
                "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"),
            browser.script(
                "return performance.getEntriesByType('resource').filter((one) =>"
                    + " one.name.endsWith('/overview'))[0].responseEnd"));
      }
      browser.open("/gates");
      browser.until("all causes", () -> browser.all("details.gate").size() == CAUSES);

      // Then
      assertThat((Long) browser.script("return document.querySelectorAll('*').length"))
          .as("elements of a page, independent of the number of gates")
          .isLessThan(6_000);
      assertThat(browser.title()).startsWith("(" + GATES + ")");
      assertThat(browser.consoleErrors()).isEmpty();
    }
    compareReplies();
  }

  private void compareReplies() throws Exception {
    List<Double> without = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    timeReplies("warm-up", new ArrayList<>());
    for (int round = 0; round < ROUNDS; round++) {
      timeReplies("without-" + round, without);
      ScheduledExecutorService reader = Executors.newSingleThreadScheduledExecutor();
      try {
        int[] turn = new int[1];
        Future<?> reading =
            reader.scheduleAtFixedRate(
                () -> get(READS.get(turn[0]++ % READS.size())),
                0,
                READ_EVERY.toMillis(),
                TimeUnit.MILLISECONDS);
        timeReplies("with-" + round, with);
        assertThat(reading.isDone()).as("a read failed").isFalse();
      } finally {
        reader.shutdownNow();
        assertThat(reader.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      }
    }
    print(
        "replies, p50 and p99: %.1f and %.1f ms without readers, %.1f and %.1f ms with 5 reads a"
            + " second: p99 %.2f ×",
        quantile(without, 0.5),
        quantile(without, 0.99),
        quantile(with, 0.5),
        quantile(with, 0.99),
        quantile(with, 0.99) / quantile(without, 0.99));
  }

  /** Adds the time of each reply; a request without a reply in time is repeated under its key. */
  private void timeReplies(String task, List<Double> millis) {
    String csrf = get("session").get("csrf").textValue();
    for (int i = 0; i < REPLIES; i++) {
      String event =
          "{\"taskId\":\"%s-%d\",\"type\":\"failure_reported\",\"message\":\"m\",\"replyRequested\":true}"
              .formatted(task, i);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(CONSOLE.address() + "/api/v1/events"))
              .header("X-Csrf-Token", csrf)
              .header("Idempotency-Key", task + "-" + i)
              .POST(BodyPublishers.ofString(event))
              .build();
      await()
          .atMost(LIMIT)
          .pollDelay(Duration.ZERO)
          .untilAsserted(
              () -> {
                long begin = System.nanoTime();
                HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
                millis.add((System.nanoTime() - begin) / 1e6);
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
              });
    }
  }

  private static double quantile(List<Double> values, double share) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get((int) Math.min(sorted.size() - 1L, Math.round(sorted.size() * share)));
  }

  private JsonNode get(String path) {
    try {
      URI address = URI.create(CONSOLE.address() + "/api/v1/" + path);
      return JSON.readTree(
          client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body());
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  @SuppressWarnings("SystemOut") // figures for a person
  private static void print(String text, Object... values) {
    System.out.printf(Locale.ROOT, text + "%n", toDoubles(values));
  }

  private static Object[] toDoubles(Object... values) {
    Object[] doubles = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      doubles[i] = ((Number) values[i]).doubleValue();
    }
    return doubles;
  }

  /**
   * Publishes three identical failures of each task with a gate, and an external fault of others.
   */
  private static void publish() {
    TopicCatalogue topics = TopicCatalogue.load(PREFIX);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestCluster.shared().bootstrap(), "linger.ms", "50"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int number = 0; number < TASKS; number++) {
        boolean opensGate = number < GATES;
        String message =
            opensGate
                ? "TypeError: member '%s' is undefined"
                    .formatted("abcdefghijklmnopqrst".charAt(number % CAUSES))
                : "429 Too Many Requests\",\"errorType\":\"rate_limit";
        for (int attempt = 0; attempt < (opensGate ? 3 : 1); attempt++) {
          send(producer, topics.name(TopicRole.AGENT_EVENTS), number, message);
        }
      }
    }
  }

  private static String taskId(int number) {
    return "task-%06d".formatted(number);
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer, String topic, int number, String message) {
    String task = taskId(number);
    byte[] event =
        CONSOLE
            .feed()
            .encode(
                TopicRole.AGENT_EVENTS,
                JsonEvents.json(
                    "{\"taskId\":\"%s\",\"agentId\":\"agent-%d\",\"type\":\"failure_reported\",\"message\":\"%s\"}"
                        .formatted(task, number % 25, message)));
    producer.send(new ProducerRecord<>(topic, task.getBytes(StandardCharsets.UTF_8), event));
  }
}
