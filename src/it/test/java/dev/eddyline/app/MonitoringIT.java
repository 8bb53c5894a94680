package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.WebServer;
import dev.eddyline.console.pages.StatusPages;
import dev.eddyline.engine.CanaryTasks;
import dev.eddyline.gateway.MapperApplication;
import dev.eddyline.hooks.HookMetrics;
import dev.eddyline.metrics.KafkaMeters;
import dev.eddyline.metrics.NotifierMetrics;
import dev.eddyline.metrics.OtlpReceiver;
import dev.eddyline.metrics.PromQueries;
import dev.eddyline.notifier.Notifier;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.TaskQueries;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Monitoring of a running processor: metrics, status, canaries, spans. */
@Tag(TestTags.SERVERS)
class MonitoringIT {

  private static final String PREFIX = "observed-";
  private static final int PARTITIONS = 4;

  private static OtlpReceiver receiver;
  private static OtlpReceiver hook;
  private static Application application;
  private static MapperApplication mapper;
  private static final PrometheusMeterRegistry NOTIFIER_METERS = KafkaMeters.registry();
  private static Notifier notifier;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static WebServer server;
  private static WebServer health;
  private static EventFeed feed;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
    receiver = new OtlpReceiver();
    hook = new OtlpReceiver();
    Path targets =
        Files.writeString(
            folder.resolve("targets.yaml"),
            """
            targets:
              - name: hook
                url: %s/hook
                key: whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=
            """
                .formatted(hook.endpoint()));
    Settings settings =
        cluster.settings(
            PREFIX,
            Map.of(
                Setting.CANARY_EVERY.key(),
                "1",
                Setting.OTEL_EXPORTER_OTLP_ENDPOINT.key(),
                receiver.endpoint(),
                "application.server",
                "127.0.0.1:8090",
                "notifier.targets",
                targets.toString(),
                "notifier.networks",
                "127.0.0.1"));
    application = Application.start(settings);
    mapper = MapperApplication.start(settings, application.metrics());
    notifier = Notifier.start(settings, new NotifierMetrics(NOTIFIER_METERS));
    server = new WebServer("127.0.0.1", 0, List.of(new StatusPages(application)));
    health = WebServer.health(settings, application);
    new HookMetrics(application.meters()); // as the console does
    await().until(() -> application.readiness().isReady());
    live();
  }

  @AfterAll
  static void stop() throws Exception {
    for (AutoCloseable each :
        new AutoCloseable[] {server, health, notifier, mapper, application, feed, receiver, hook}) {
      if (each != null) {
        each.close();
      }
    }
  }

  /** Mixed load: loops, gates, a decision, a success, a misrouted and a rejected record. */
  private static void live() {
    for (String task : List.of("watched-1", "watched-2", "watched-3")) {
      for (int i = 0; i < 3; i++) {
        AgentEvent failure = JsonEvents.failure(task, "TypeError: the same");
        failure.setTokens(100L);
        feed.send(failure);
      }
    }
    await().until(() -> feed.gates().size() >= 3);
    feed.decide("watched-1", JsonEvents.approval("watched-1", feed.newestGateIdOf("watched-1")));
    feed.send(JsonEvents.success("watched-2"));
    String misroutedTaskId = "observed-stray";
    int home = TaskQueries.homePartition(misroutedTaskId, PARTITIONS);
    feed.send(
        TopicRole.AGENT_EVENTS,
        (home + 1) % PARTITIONS,
        misroutedTaskId,
        JsonEvents.failure(misroutedTaskId, "else"));
    feed.publishBytes(TopicRole.AGENT_EVENTS, null, new byte[] {'x'}, new byte[] {1, 2, 3});
    for (int i = 0; i < 3; i++) {
      feed.send(
          JsonEvents.json(
              "{\"taskId\":\"observed-tried\",\"type\":\"task_attempted\",\"status\":\"in_progress\"}"));
    }
    await()
        .until(
            () ->
                feed.gates().stream().filter(gate -> gate.getState() == GateState.CLOSED).count()
                    == 2);
    await().until(() -> feed.deadLetters().size() == 1);
    await().until(() -> value("eddyline_strays_total") == 1);
  }

  private static HttpResponse<String> get(String path) {
    try {
      WebServer pageServer = path.equals("/status") ? server : health;
      URI page = URI.create(pageServer.address() + path);
      return CLIENT.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString());
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static List<String> samples() {
    String scraped = get("/metrics").body() + NOTIFIER_METERS.scrape();
    return scraped.lines().filter(line -> !line.startsWith("#")).toList();
  }

  /** Sum of the samples with this prefix. */
  private static double value(String beginning) {
    return samples().stream()
        .filter(line -> line.startsWith(beginning))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static JsonNode status() throws Exception {
    return new ObjectMapper().readTree(get("/status").body());
  }

  @Test
  void everyMetricOfDashboardsAndAlertsExists() {
    // Kafka's own metrics are rebound once a minute
    await()
        .atMost(Duration.ofMinutes(3))
        .untilAsserted(
            () -> {
              Set<String> shown =
                  samples().stream()
                      .map(line -> line.split("[{ ]", 2)[0])
                      .collect(Collectors.toCollection(TreeSet::new));
              PromQueries.all()
                  .forEach((asker, names) -> assertThat(shown).as(asker).containsAll(names));
            });
  }

  @Test
  void onlySelectedKafkaMetricsExist_andNoLabelContainsATaskId() {
    List<String> samples = samples();

    assertThat(samples).hasSizeLessThan(1_500);
    assertThat(samples).noneMatch(line -> line.contains("watched-1") || line.contains("canary-"));
    assertThat(samples).noneMatch(line -> line.contains("restore-consumer"));
  }

  @Test
  void metricsMatchTheProcessedEvents() {
    await().untilAsserted(MonitoringIT::assertMetricsMatchTheProcessedEvents);
  }

  private static void assertMetricsMatchTheProcessedEvents() {
    assertThat(value("eddyline_gates_open{")).isEqualTo(1);
    assertThat(value("eddyline_gates_total{loop_type=\"identical_failure\",state=\"opened\"}"))
        .isEqualTo(3);
    assertThat(value("eddyline_decisions_total{decision=\"approve\"")).isEqualTo(1);
    assertThat(value("eddyline_gate_resolution_seconds_count{decision=\"completed\"}"))
        .isEqualTo(1);
    assertThat(value("eddyline_agent_loops_total{agent=\"agent1\"")).isEqualTo(6);
    assertThat(value("eddyline_tasks_looped_total")).isEqualTo(3);
    assertThat(value("eddyline_tasks_begun_total")).isEqualTo(5);
    assertThat(value("eddyline_tasks_now ")).isEqualTo(5);
    assertThat(value("eddyline_loop_cost_tokens_total")).isPositive();
    assertThat(value("eddyline_dead_letters_total")).isEqualTo(1);
    assertThat(value("eddyline_state{state=\"running\"}")).isEqualTo(1);
    assertThat(value("eddyline_rocksdb_memory_bytes{what=\"used\"}")).isPositive();
  }

  @Test
  void eachPartitionHasACanary_thatIsHiddenFromUsers() {
    await()
        .until(
            () ->
                feed.verdicts().stream()
                        .map(LoopVerdict::getTaskId)
                        .filter(CanaryTasks::isCanary)
                        .distinct()
                        .count()
                    == PARTITIONS);
    await()
        .untilAsserted(
            () ->
                assertThat(samples())
                    .filteredOn(line -> line.startsWith("eddyline_canary_age_seconds"))
                    .hasSize(PARTITIONS));
    assertThat(feed.verdicts())
        .filteredOn(verdict -> CanaryTasks.isCanary(verdict.getTaskId()))
        .allMatch(verdict -> verdict.getLoopType() == LoopType.OK);
    assertThat(feed.gates()).noneMatch(gate -> CanaryTasks.isCanary(gate.getRootTaskId()));
    assertThat(feed.resets()).noneMatch(reset -> CanaryTasks.isCanary(reset.getTaskId()));
  }

  @Test
  void theStatusPageShowsTaskAttemptsAndPartitions() {
    await().untilAsserted(() -> assertStatusShowsTaskAttemptsAndPartitions(status()));
  }

  private static void assertStatusShowsTaskAttemptsAndPartitions(JsonNode status) {
    assertThat(status.at("/loopDetection/observed-tried/attemptCount").asInt()).isEqualTo(3);
    assertThat(status.at("/loopDetection/observed-tried/lastAttempt").asLong()).isPositive();
    assertThat(status.at("/tasks/attemptedOften").asInt()).isEqualTo(1);
    assertThat(status.at("/tasks/now").asInt()).isEqualTo(5);
    assertThat(status.get("state").asText()).isEqualTo("running");
    assertThat(status.get("ready").asBoolean()).isTrue();
    assertThat(status.at("/partitions/total").asInt()).isEqualTo(PARTITIONS);
    assertThat(status.at("/partitions/active")).hasSize(PARTITIONS);
    assertThat(status.at("/instances/0/address").asText()).isEqualTo("127.0.0.1:8090");
    assertThat(status.at("/instances/0/active")).hasSize(PARTITIONS);
    assertThat(status.at("/restore/remaining").asInt()).isZero();
    assertThat(status.at("/versions/kafka").asText()).isEqualTo(AppInfoParser.getVersion());
    assertThat(status.at("/versions/policies/default").asText()).isNotEmpty();
    assertThat(status.get("lag")).isNotEmpty();
    assertThat(status.get("canary")).hasSize(PARTITIONS);
  }

  @Test
  void healthPagesReportLiveAndReady() {
    assertThat(get("/health/live").statusCode()).isEqualTo(200);
    assertThat(get("/health/ready").body()).isEqualTo("{\"ok\":true,\"obstacles\":[]}");
  }

  @Test
  void spansOfVerdictsAndGatesAreExported() {
    await().until(() -> receiver.received("eddyline.gate") > 0);
    await().until(() -> receiver.received("eddyline.verdict") > 0);
    assertThat(receiver.received("TypeError")).isZero();
    assertThat(receiver.received(CanaryTasks.PREFIX)).isZero();
  }
}
