package dev.eddyline.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.app.Events;
import dev.eddyline.app.Feed;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The processor with TLS, SASL/SCRAM and exactly the rights of deploy/acls.txt; and nothing secret
 * of its settings, or of the events, in what it says and writes.
 */
class SecretsIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** What events hold, in forms that are known for secrets. */
  private static final List<String> IN_EVENTS =
      List.of("Planted5e1d", "ghp_Planted6f2eAbCdEfGh", "planted@example.org");

  private static final String MESSAGE =
      "login failed: password=Planted5e1d token ghp_Planted6f2eAbCdEfGh of planted@example.org";

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
  void withTheListedRightsItDoesAllItsWork_andTellsNoSecret() throws Exception {
    // Given
    Feed feed = cluster.feed();
    cluster.allow("guarded", RightsFile.rights());
    try (SecureRun run = SecureRun.withFile(folder, cluster.settings("guarded"))) {

      // When
      for (int i = 0; i < 3; i++) {
        feed.send(Events.failure("leaking", MESSAGE));
      }
      byte[] whole = feed.encode(TopicRole.AGENT_EVENTS, Events.failure("leaking", MESSAGE));
      byte[] key = "leaking".getBytes(StandardCharsets.UTF_8);
      feed.raw(TopicRole.AGENT_EVENTS, null, key, Arrays.copyOf(whole, whole.length - 3));
      feed.raw(TopicRole.AGENT_EVENTS, null, key, MESSAGE.getBytes(StandardCharsets.UTF_8));
      feed.put("build", "name: [" + MESSAGE + "]");

      // Then
      await().atMost(LIMIT).until(() -> !run.isAlive() || feed.deadLetters().size() == 3);
      await().atMost(LIMIT).until(() -> !run.isAlive() || !feed.gatesOf("leaking").isEmpty());
      List<String> pages = List.of(run.page("/health/live"), run.page("/health/ready"));
      String figures = run.page("/metrics") + run.page("/status");
      String console =
          run.page("/api/v1/overview")
              + run.page("/api/v1/session")
              + run.page("/api/v1/task?id=leaking")
              + run.page("/api/v1/policies");
      run.stop();
      assertThat(run.exitCode()).as(run.said()).isEqualTo(143);
      assertThat(pages).allMatch(page -> page.contains("\"ok\":true"));
      assertThat(feed.verdictsOf("leaking").toString()).contains("<redacted>");
      assertTellsNothing(run.said());
      assertTellsNothing(String.join("\n", pages));
      assertThat(figures).contains("eddyline_gates_open", "\"state\":\"running\"");
      assertTellsNothing(figures);
      assertThat(console).contains("\"openGate\":{");
      assertTellsNothing(console);
      assertTellsNothing(topics(feed));
    }
  }

  @Test
  void anAddressWithAPasswordIsToldWithoutIt_whenTheRegistryIsAway() throws Exception {
    // Given
    cluster.allow("lonely", RightsFile.rights());
    Map<String, String> settings = cluster.settings("lonely");
    settings.put(
        "schema.registry.url",
        "http://me:%s@127.0.0.1:1".formatted(SecureCluster.REGISTRY_PASSWORD));
    settings.put("basic.auth.credentials.source", "URL");
    settings.remove("basic.auth.user.info");

    // When
    try (SecureRun run = SecureRun.withFile(folder, settings)) {
      await()
          .atMost(LIMIT)
          .until(() -> !run.isAlive() || run.page("/health/ready").contains("schema registry"));

      // Then
      assertThat(run.page("/health/ready")).contains("schema registry");
      assertTellsNothing(run.said() + run.page("/health/ready") + run.page("/health/live"));
    }
  }

  @Test
  void aWrongPasswordIsRefusedWithoutBeingTold() throws Exception {
    // Given
    Map<String, String> settings = cluster.settings("nobody");

    // When
    try (SecureRun run = SecureRun.withFile(folder, settings)) {
      int exitCode = run.exitCode();

      // Then
      assertThat(exitCode).as(run.said()).isEqualTo(ExitCode.CLUSTER);
      assertThat(run.said()).contains("security.*, sasl.* and ssl.*");
      assertTellsNothing(run.said());
    }
  }

  @Test
  void theHelpDoesNotTellTheEnvironment() throws Exception {
    // Given
    Map<String, String> settings = cluster.settings("helped");

    // When
    try (SecureRun run = SecureRun.withEnvironment(folder, settings, "run", "--help")) {
      int exitCode = run.exitCode();

      // Then
      assertThat(exitCode).isZero();
      assertThat(run.said()).contains("EDDYLINE_BOOTSTRAP_SERVERS");
      assertTellsNothing(run.said());
    }
  }

  private static void assertTellsNothing(String text) {
    assertThat(text).isNotEmpty().doesNotContain(SecureCluster.SECRETS).doesNotContain(IN_EVENTS);
  }

  /**
   * All that the processor has published, the values of dead letters left out: those are as they
   * came.
   */
  private static String topics(Feed feed) {
    Stream<ConsumerRecord<byte[], byte[]>> outputs =
        Stream.of(
                TopicRole.LOOP_VERDICTS,
                TopicRole.GATE_TRIGGERS,
                TopicRole.LOOP_RESETS,
                TopicRole.EDDYLINE_SIGNALS,
                TopicRole.EDDYLINE_JOURNAL)
            .flatMap(topic -> feed.records(topic).stream());
    List<String> texts = new ArrayList<>();
    outputs.forEach(
        record -> {
          texts.add(text(record.key()));
          texts.add(text(record.value()));
          record.headers().forEach(header -> texts.add(text(header.value())));
        });
    feed.deadLetters()
        .forEach(letter -> letter.headers().forEach(header -> texts.add(text(header.value()))));
    return String.join("\n", texts);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }
}
