package dev.eddyline.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.config.Settings;
import dev.eddyline.evaluator.EvaluationWorker;
import dev.eddyline.evaluator.Evaluators;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FlowFormat;
import dev.eddyline.schema.FlowGraph;
import dev.eddyline.security.AclFile.AclRule;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The processor and its evaluator with TLS, SASL/SCRAM and exactly the ACLs of the files in deploy.
 * No secret of their settings or events appears in their output and topics.
 */
class SecretsIT {

  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final String TASK_PAGE = "/api/v1/task?taskId=leaking";

  /** Secrets in events, in known formats. */
  private static final List<String> IN_EVENTS =
      List.of("Planted5e1d", "ghp_Planted6f2eAbCdEfGh", "planted@example.org");

  private static final String PLANTED =
      "password=Planted5e1d token ghp_Planted6f2eAbCdEfGh of planted@example.org";

  private static final String MESSAGE = "login failed: " + PLANTED;

  private static final String TOOL_SPAN =
      """
      {"resourceSpans": [{"scopeSpans": [{"spans": [{
        "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "b7ad6b7169203331",
        "name": "execute_tool login",
        "startTimeUnixNano": "1790000000000000000", "endTimeUnixNano": "1790000001000000000",
        "attributes": [
          {"key": "gen_ai.operation.name", "value": {"stringValue": "execute_tool"}},
          {"key": "gen_ai.tool.name", "value": {"stringValue": "login"}},
          {"key": "gen_ai.tool.call.arguments", "value": {"stringValue": "%s"}}]}]}]}]}
      """
          .formatted(MESSAGE);

  private static final String LOG_RECORD =
      """
      {"resourceLogs": [{"scopeLogs": [{"logRecords": [{"body": {"stringValue": "%s"}}]}]}]}
      """
          .formatted(MESSAGE);

  /** Topics that others write. */
  private static final Set<TopicRole> TOPICS_WRITTEN_BY_OTHERS =
      EnumSet.of(
          TopicRole.AGENT_EVENTS,
          TopicRole.GATE_DECISIONS,
          TopicRole.LOOP_POLICIES,
          TopicRole.WORKFLOW_GRAPHS,
          TopicRole.NOTIFICATIONS_DLQ);

  /** Topics that events with secrets reach, which must contain none. */
  private static final Set<TopicRole> REDACTED =
      EnumSet.of(
          TopicRole.LOOP_VERDICTS,
          TopicRole.GATE_TRIGGERS,
          TopicRole.LOOP_MEMORY,
          TopicRole.PROGRESS_EVALUATION_REQUESTS,
          TopicRole.OTLP_EVENTS,
          TopicRole.EDDYLINE_SIGNALS);

  /** Topics whose values are what senders sent, unchanged. */
  private static final Set<TopicRole> UNCHANGED =
      EnumSet.of(TopicRole.AGENT_EVENTS_DLQ, TopicRole.OTLP_SPANS, TopicRole.OTLP_LOGS);

  @TempDir private static Path folder;
  private static SecureCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new SecureCluster(folder);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void runsWithListedAclsAndLeaksNoSecret() throws Exception {
    // Given
    EventFeed feed = cluster.feed();
    List<AclRule> rights = new ArrayList<>(AclFile.rights());
    rights.addAll(AclFile.evaluator());
    rights.addAll(AclFile.gateway());
    cluster.allow("guarded", rights);
    Map<String, String> settings = cluster.settings("guarded");
    settings.put("otlp.port", "0");
    try (SecureRun run = SecureRun.withFile(folder, settings);
        EvaluationWorker evaluator = evaluator(settings)) {

      // When
      for (int i = 0; i < 3; i++) {
        feed.send(JsonEvents.failure("leaking", MESSAGE));
      }
      byte[] whole = feed.encode(TopicRole.AGENT_EVENTS, JsonEvents.failure("leaking", MESSAGE));
      byte[] key = "leaking".getBytes(StandardCharsets.UTF_8);
      feed.publishBytes(TopicRole.AGENT_EVENTS, null, key, Arrays.copyOf(whole, whole.length - 3));
      feed.publishBytes(
          TopicRole.AGENT_EVENTS, null, key, MESSAGE.getBytes(StandardCharsets.UTF_8));
      feed.put("build", "name: [" + MESSAGE + "]");
      endlessGraph(feed);
      aboutTheSameRequests(feed);
      feed.put("judged", "name: judged\nextends: default\nevaluation: {enabled: true}\n");
      await().atMost(START_LIMIT).until(() -> !run.isAlive() || run.isStarted());
      differingFailures(feed);
      assertThat(run.postTelemetry("/v1/traces", TOOL_SPAN)).as(run.log()).isEqualTo(200);
      assertThat(run.postTelemetry("/v1/logs", LOG_RECORD)).as(run.log()).isEqualTo(200);

      // Then
      await().until(() -> !run.isAlive() || feed.deadLetters().size() == 3);
      await().until(() -> !run.isAlive() || !feed.gatesOf("leaking").isEmpty());
      String gate = feed.gatesOf("leaking").get(0).getGateId();
      await().until(() -> run.page(TASK_PAGE).contains("\"openGate\":{"));
      String console =
          run.page("/api/v1/overview")
              + run.page("/api/v1/session")
              + run.page(TASK_PAGE)
              + run.page("/api/v1/policies");
      feed.decide("leaking", guidance(gate));
      for (TopicRole topic : topicsWrittenByEddyline()) {
        await(topic.key()).until(() -> !run.isAlive() || !feed.records(topic).isEmpty());
      }
      List<String> pages = List.of(run.page("/health/live"), run.page("/health/ready"));
      String figures = run.page("/metrics") + run.page("/status");
      run.stop();
      assertThat(run.exitCode()).as(run.log()).isEqualTo(143);
      assertThat(pages).allMatch(page -> page.contains("\"ok\":true"));
      assertThat(feed.verdictsOf("leaking").toString()).contains("<redacted>");
      for (TopicRole topic : REDACTED) {
        assertThat(texts(feed.records(topic))).as(topic.key()).contains("<redacted>");
      }
      assertNoSecret(run.log());
      assertNoSecret(String.join("\n", pages));
      assertThat(figures).contains("eddyline_gates_open", "\"state\":\"running\"");
      assertNoSecret(figures);
      assertNoSecret(console);
      assertNoSecret(topics(feed));
    }
  }

  @Test
  @Tag(TestTags.SECURITY)
  void redactsPasswordInRegistryUrl() throws Exception {
    // Given
    cluster.allow("lonely", AclFile.rights());
    Map<String, String> settings = cluster.settings("lonely");
    settings.put(
        "schema.registry.url",
        "http://me:%s@127.0.0.1:1".formatted(SecureCluster.REGISTRY_PASSWORD));
    settings.put("basic.auth.credentials.source", "URL");
    settings.remove("basic.auth.user.info");

    // When
    try (SecureRun run = SecureRun.withFile(folder, settings)) {
      await().until(() -> !run.isAlive() || run.page("/health/ready").contains("schema registry"));

      // Then
      assertThat(run.page("/health/ready")).contains("schema registry");
      assertNoSecret(run.log() + run.page("/health/ready") + run.page("/health/live"));
    }
  }

  @Test
  @Tag(TestTags.SECURITY)
  void redactsWrongPassword() throws Exception {
    // Given
    Map<String, String> settings = cluster.settings("nobody");

    // When
    try (SecureRun run = SecureRun.withFile(folder, settings)) {
      int exitCode = run.exitCode();

      // Then
      assertThat(exitCode).as(run.log()).isEqualTo(ExitCode.CLUSTER);
      assertThat(run.log()).contains("security.*, sasl.* and ssl.*");
      assertNoSecret(run.log());
    }
  }

  @Test
  @Tag(TestTags.SECURITY)
  void helpDoesNotPrintEnvironment() throws Exception {
    // Given
    Map<String, String> settings = cluster.settings("helped");

    // When
    try (SecureRun run = SecureRun.withEnvironment(folder, settings, "run", "--help")) {
      int exitCode = run.exitCode();

      // Then
      assertThat(exitCode).isZero();
      assertThat(run.log()).contains("EDDYLINE_BOOTSTRAP_SERVERS");
      assertNoSecret(run.log());
    }
  }

  private static void assertNoSecret(String text) {
    assertThat(text).isNotEmpty().doesNotContain(SecureCluster.SECRETS).doesNotContain(IN_EVENTS);
  }

  /** The bundled rules, as {@code eddyline evaluator} runs them. */
  private static EvaluationWorker evaluator(Map<String, String> settings) {
    Settings its = Settings.mergeLayers(null, Map.of(), settings);
    return EvaluationWorker.start(its, Evaluators.of(its));
  }

  /** Publishes a graph with a secret in a comment, and with a finding. */
  private static void endlessGraph(EventFeed feed) {
    String endless =
        "# %s%nname: endless%nnodes: [a, b]%nedges: [{from: a, to: b}, {from: b, to: a}]%n"
            .formatted(MESSAGE);
    FlowGraph graph = new FlowGraph(FlowFormat.YAML, endless, null, "test", null);
    feed.put(TopicRole.WORKFLOW_GRAPHS, "endless", FlowGraph.class, graph);
  }

  /** Publishes failures that need the evaluator, as policy {@code judged} has it enabled. */
  private static void differingFailures(EventFeed feed) {
    AtomicInteger failures = new AtomicInteger();
    await()
        .until(
            () -> {
              int number = failures.getAndIncrement();
              String what = (char) ('A' + number % 26) + "ab".repeat(number / 26) + " is wrong: ";
              AgentEvent event = JsonEvents.failure("judged", what + PLANTED);
              event.setWorkflow("judged");
              feed.send(event);
              return !feed.records(TopicRole.PROGRESS_EVALUATION_REQUESTS).isEmpty();
            });
  }

  /** Publishes similar requests that need the sentence model. */
  private static void aboutTheSameRequests(EventFeed feed) {
    for (String words :
        List.of(
            "Write tests for it", "Write thorough, readable, complete and short tests for it")) {
      feed.send(
          JsonEvents.json(
              ("{\"taskId\":\"asking\",\"type\":\"collaboration_requested\",\"toAgent\":\"b\","
                      + "\"request\":\"%s, %s\"}")
                  .formatted(words, MESSAGE)));
    }
  }

  private static AgentEvent guidance(String gateId) {
    return JsonEvents.json(
        ("{\"taskId\":\"leaking\",\"gateId\":\"%s\",\"type\":\"human_intervened\","
                + "\"decision\":\"approve\",\"guidance\":\"%s\",\"by\":\"lead\"}")
            .formatted(gateId, MESSAGE));
  }

  /**
   * All topics that the processor, its mapper and the evaluator write to. The others contain the
   * records of this test and of users, unchanged.
   */
  private static List<TopicRole> topicsWrittenByEddyline() {
    return Arrays.stream(TopicRole.values())
        .filter(topic -> !TOPICS_WRITTEN_BY_OTHERS.contains(topic))
        .toList();
  }

  /** All records that they have written, without values that are unchanged. */
  private static String topics(EventFeed feed) {
    return topicsWrittenByEddyline().stream()
        .map(topic -> texts(feed.records(topic), !UNCHANGED.contains(topic)))
        .collect(Collectors.joining("\n"));
  }

  private static String texts(List<ConsumerRecord<byte[], byte[]>> records) {
    return texts(records, true);
  }

  private static String texts(List<ConsumerRecord<byte[], byte[]>> records, boolean withValues) {
    List<String> texts = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      texts.add(text(record.key()));
      texts.add(withValues ? text(record.value()) : "");
      record.headers().forEach(header -> texts.add(text(header.value())));
    }
    return String.join("\n", texts);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }
}
