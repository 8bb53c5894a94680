package dev.eddyline.attack;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.TestCluster;
import dev.eddyline.topics.TopicCatalogue;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Denial-of-service attacks on a running processor. It keeps working within the memory of its
 * container, and answers its probes within a second.
 */
@Tag(TestTags.ATTACKS)
class AttacksIT {

  private static final String PREFIX = "attacks-";
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofSeconds(10);

  /** The container's memory: heap, RocksDB, and the rest of the JVM. */
  private static final long MAX_RESIDENT_MIB = 1_536;

  /**
   * By how much verdicts may become rarer or later under attack; other work on the machine adds.
   */
  private static final double MAX_SLOWDOWN = 10;

  /** Status codes of rejected requests. */
  private static final Set<Integer> REJECTION_STATUSES = Set.of(400, 408, 429, 503);

  private static AttackedRun run;
  private static VerdictFlow flow;

  @BeforeAll
  static void start() {
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, 4);
    run = new AttackedRun(cluster, PREFIX);
    flow = new VerdictFlow(cluster, topics);
    await().atMost(START).until(() -> flow.take().getTotalCount() > 10);
    // warm up probes and rejections, so that JIT compilation is not measured
    try (HealthProbe probes = new HealthProbe(run.healthAddress())) {
      sendAll(MalformedRequests.requests(), System.nanoTime() + QUIET.toNanos());
      await().atMost(START).until(() -> probes.answers() > 10);
    }
  }

  @AfterAll
  static void end() {
    if (flow != null) {
      flow.close();
    }
    if (run != null) {
      run.close();
    }
  }

  /** An attack's name and its work. */
  private void assertServerRespondsDuringAttack(String attack, Runnable work) throws IOException {
    flow.take();
    LockSupport.parkNanos(QUIET.toNanos());
    Histogram quiet = flow.take();
    int logged = run.log().size();

    HealthProbe health = new HealthProbe(run.healthAddress());
    long start = System.nanoTime();
    try (health) {
      work.run();
    }
    Duration attackLength = Duration.ofNanos(System.nanoTime() - start);
    Histogram attacked = flow.take();

    System.out.printf(
        "%s: p99 of verdicts %d ms quiet, %d ms attacked (%d, %d verdicts); health ≤ %d ms of %d;"
            + " resident %d MiB%n",
        attack,
        quiet.getValueAtPercentile(99),
        attacked.getValueAtPercentile(99),
        quiet.getTotalCount(),
        attacked.getTotalCount(),
        health.longestMillis(),
        health.answers(),
        run.residentMib());
    assertThat(run.isAlive()).isTrue();
    assertThat(health.failures()).as("probes without an answer within 1 s").isZero();
    assertThat(health.answers()).isPositive();
    assertThat(rate(attacked, attackLength)).isGreaterThan(rate(quiet, QUIET) / MAX_SLOWDOWN);
    assertThat((double) attacked.getValueAtPercentile(99))
        .isLessThan(MAX_SLOWDOWN * quiet.getValueAtPercentile(99));
    assertThat(run.residentMib()).isLessThan(MAX_RESIDENT_MIB);
    assertThat(run.log().subList(logged, run.log().size()))
        .as("logged")
        .noneMatch(AttacksIT::isOfAnAttack);
  }

  /** Kafka's clients also log slow brokers when other processes use the CPUs. */
  private static boolean isOfAnAttack(String line) {
    return !line.matches(
        ".* (INFO|WARN)"
            + " +(Sender|NetworkClient|FetchSessionHandler|KafkaProducer|ConsumerCoordinator|TransactionManager|StreamThread)"
            + " .*");
  }

  /** Verdicts a second. */
  private static double rate(Histogram verdicts, Duration time) {
    return verdicts.getTotalCount() * 1_000.0 / time.toMillis();
  }

  private static void inParallel(int count, Consumer<Long> work) {
    long end = System.nanoTime() + SHORT.toNanos();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Thread thread = new Thread(() -> work.accept(end), AttackThreadPriority.NAME);
      thread.start();
      threads.add(thread);
    }
    AttackThreadPriority.lowerPriorityOfAttackingThreads();
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static String jsonOf(int bytes) {
    return "{\"token\":[" + "{},".repeat(bytes / 3 - 10) + "{}]}";
  }

  @Test
  void servesDuringLargeBodies() throws IOException {
    // Given
    byte[] body = jsonOf(999_014).getBytes(StandardCharsets.US_ASCII);
    Attackers one = new Attackers(1);
    Attackers many = new Attackers(Attackers.MANY);

    // When, Then
    assertServerRespondsDuringAttack(
        "200 × 1 MB",
        () ->
            inParallel(
                200, end -> postCompleteBodiesUntil(one, header("session", body), body, end)));
    assertServerRespondsDuringAttack(
        "200 × 1 MB of events, 8 addresses",
        () ->
            inParallel(
                200, end -> postCompleteBodiesUntil(many, header("events", body), body, end)));
  }

  private static String header(String route, byte[] body) {
    return "POST /api/v1/%s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
        .formatted(route, body.length);
  }

  private static void postCompleteBodiesUntil(
      Attackers attackers, String header, byte[] body, long end) {
    while (System.nanoTime() < end) {
      try (Socket socket = attackers.connect(run.port())) {
        socket.getOutputStream().write(header.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(body, 0, body.length - 1);
        LockSupport.parkNanos(1_000_000_000);
        socket.getOutputStream().write(body, body.length - 1, 1);
      } catch (IOException refused) {
        LockSupport.parkNanos(10_000_000);
      }
    }
  }

  @Test
  void servesDuringSlowBodies() throws IOException {
    String opening =
        "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n";

    assertServerRespondsDuringAttack(
        "300 trickling",
        () -> {
          try (SocketPool slow = new SocketPool(run.port(), new Attackers(1), 300, opening)) {
            slow.sendSlowly("x", Duration.ofSeconds(30));
          }
        });
  }

  @Test
  void servesDuringEndlessHeaders() throws IOException {
    String opening = "GET / HTTP/1.1\r\nHost: localhost\r\n";

    assertServerRespondsDuringAttack(
        "1,000 half-sent headers",
        () -> {
          try (SocketPool slow =
              new SocketPool(run.port(), new Attackers(Attackers.MANY), 1_000, opening)) {
            slow.sendSlowly("X-Slow: 1\r\n", Duration.ofSeconds(20));
          }
        });
  }

  @Test
  void servesDuringRequestsWhoseResponsesWouldGrow() throws IOException {
    // Given
    String fields =
        IntStream.range(0, 60_000).mapToObj(i -> "\"f%d\":[]".formatted(i)).collect(joining(","));
    List<byte[]> bodies =
        Stream.of(
                "[" + "1,".repeat(499_000) + "1]",
                "{}\n".repeat(330_000),
                "[" + "{\"a\":1},".repeat(999) + "{}]",
                "{" + fields + "}")
            .map(body -> body.getBytes(StandardCharsets.US_ASCII))
            .toList();
    Queue<HttpResponse<String>> answers = new ConcurrentLinkedQueue<>();

    // When
    assertServerRespondsDuringAttack(
        "24 amplifying",
        () ->
            inParallel(
                24,
                end -> {
                  while (System.nanoTime() < end) {
                    bodies.forEach(body -> post(body, answers));
                  }
                }));

    // Then
    Map<Integer, Long> statuses =
        answers.stream().collect(groupingBy(HttpResponse::statusCode, counting()));
    assertThat(statuses)
        .containsKey(400)
        .as("%s", statuses)
        .satisfies(counted -> assertThat(REJECTION_STATUSES).containsAll(counted.keySet()));
    System.out.printf("answers: %s%n", statuses);
    assertThat(answers).allMatch(answer -> answer.body().length() < 100_000);
  }

  private static void post(byte[] body, Collection<HttpResponse<String>> answers) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(run.address() + "/api/v1/events"))
            .header("Authorization", "Bearer " + AttackedRun.TOKEN)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    try {
      answers.add(CLIENT.send(request, HttpResponse.BodyHandlers.ofString()));
    } catch (IOException refused) {
      LockSupport.parkNanos(10_000_000);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void servesDuringManyFeeds() throws IOException {
    // Given
    String follow =
        "GET /api/v1/feed HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer %s\r\n\r\n"
            .formatted(AttackedRun.TOKEN);

    // When, Then
    assertServerRespondsDuringAttack(
        "1,000 event streams",
        () -> {
          try (SocketPool streams = new SocketPool(run.port(), new Attackers(1), 1_000, follow)) {
            await()
                .atMost(SHORT)
                .untilAsserted(
                    () ->
                        assertThat(streams.open(Duration.ofMillis(20)))
                            .isPositive()
                            .isLessThanOrEqualTo(20));
          }
        });
  }

  private static void sendAll(List<String> requests, long end) {
    while (System.nanoTime() < end) {
      requests.forEach(request -> MalformedRequests.send(run.port(), request));
    }
  }

  @Test
  void servesDuringMalformedRequests() throws IOException {
    List<String> requests = MalformedRequests.requests();

    assertServerRespondsDuringAttack(
        "malformed", () -> inParallel(1, end -> sendAll(requests, end)));
  }
}
