package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.app.Application;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.LookupFailure;
import dev.eddyline.app.TaskLookup;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.gate.RootResets;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.CommittedOffsets;
import dev.eddyline.verify.Recomputation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code eddyline forget} with a real broker and a running processor. */
class ForgetIT {

  private static final int PARTITIONS = 3;
  private static final String PREFIX = "forget-";

  /** The topics' retention would delete records of a fixed time. */
  private static final long SENT_AT = System.currentTimeMillis();

  private final TestCluster cluster = TestCluster.shared();
  private final StringWriter out = new StringWriter();

  private int forget(Settings settings, String... args) {
    return runForgetWithTopicPrefix(PREFIX, settings, args);
  }

  private int runForgetWithTopicPrefix(String prefix, Settings settings, String... args) {
    CommandLine commandLine = Eddyline.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    return commandLine.execute(
        Stream.concat(
                Stream.of(
                    "forget",
                    "--bootstrap",
                    cluster.bootstrap(),
                    "--registry",
                    cluster.registryUrl(),
                    "--set",
                    "topic.prefix=" + prefix,
                    "--set",
                    "application.id=" + settings.get(Setting.APPLICATION_ID)),
                Stream.of(args))
            .toArray(String[]::new));
  }

  @Test
  void erasedTaskHasNoStateAndNoGate_andOutputsCanBeRecomputed() throws Exception {
    // Given
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    Settings settings = cluster.settings(PREFIX, Map.of());
    try (Application running = Application.start(settings);
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        CommittedOffsets taken =
            new CommittedOffsets(
                cluster.bootstrap(), settings.get(Setting.APPLICATION_ID), feed.committed())) {
      feed.send(
          JsonEvents.json(
              """
              {"taskId":"T.1","rootTaskId":"T","type":"task_started","goal":"x"}"""));
      for (int failure = 1; failure <= 3; failure++) {
        feed.send(JsonEvents.failure("T", "TypeError: x is undefined"));
      }
      await().until(() -> feed.gatesOf("T").size() == 1);
      assertThat(forget(settings, "T", "--dry-run")).isEqualTo(ExitCode.OK);
      assertThat(feed.gatesOf("T")).hasSize(1);

      // When
      int code = forget(settings, "T", "--yes");

      // Then
      assertThat(code).isEqualTo(ExitCode.OK);
      assertThat(out.toString())
          .contains(
              "would be erased  the state of all 3 partitions", "\nerased  the state of all 3")
          .contains(
              "retained  forget-agent-events: 7 days", "retained  forget-loop-verdicts: 30 days")
          .contains("retained  forget-gate-decisions: 90 days")
          .contains("retained  forget-decision-receipts: 90 days")
          .contains("\nerased  its verdicts, gates and timeline in consoles and their API")
          .doesNotContain("retained  forget-agent-events-dlq", "retained  forget-loop-policies");
      await().until(() -> feed.gatesOf("T").size() == 2);
      assertThat(feed.gatesOf("T"))
          .extracting(GateTrigger::getState)
          .containsExactly(GateState.OPENED, GateState.CLOSED);
      assertThat(running.tasks().findTask("T"))
          .isEqualTo(new TaskLookup.LookupResult.TaskNotFound(new LookupFailure.UnknownTask("T")));
      feed.send(JsonEvents.failure("T", "TypeError: x is undefined"));
      await().until(taken::isIdle);
      assertThat(feed.verdictsOf("T")).hasSize(2);
      assertThat(
              Recomputation.discrepancies(
                  feed.committed().read(PARTITIONS),
                  Policies.ofSinglePolicy(Policies.preset("default"))))
          .isEmpty();
    }
  }

  @Test
  void personIsErasedFromDeadLetters_othersAreRetained() throws Exception {
    // Given
    String prefix = "forget-person-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    Settings settings = cluster.settings(prefix, Map.of());
    String dead = topics.name(TopicRole.AGENT_EVENTS_DLQ);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", cluster.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      for (String letter : List.of("{\"by\":\"bob\"}", "{\"by\":\"ann\"}", "approved by ann")) {
        ProducerRecord<byte[], byte[]> record =
            new ProducerRecord<>(dead, 0, SENT_AT, bytes("T1"), bytes(letter));
        record.headers().add("__streams.errors.message", bytes("by is a claim"));
        producer.send(record).get();
      }
      assertThat(runForgetWithTopicPrefix(prefix, settings, "--person", "ann", "--dry-run"))
          .isEqualTo(ExitCode.OK);
      assertThat(feed.deadLetters()).hasSize(3);

      // When
      int code = runForgetWithTopicPrefix(prefix, settings, "--person", "ann", "--yes");

      // Then
      assertThat(code).isEqualTo(ExitCode.OK);
      assertThat(out.toString())
          .contains("would be erased  2 of 3 records of " + dead)
          .contains("\nerased  2 of 3 records of " + dead)
          .doesNotContain("keep under this key");
      assertThat(feed.deadLetters())
          .singleElement()
          .satisfies(
              letter -> {
                assertThat(new String(letter.value(), StandardCharsets.UTF_8)).contains("bob");
                assertThat(letter.timestamp()).isEqualTo(SENT_AT);
                assertThat(letter.headers().lastHeader("__streams.errors.message")).isNotNull();
              });
    }
  }

  @Test
  void exactlyOneNonBlankErasureTargetIsRequired() {
    // Given
    Settings settings = cluster.settings("forget-none-", Map.of());

    // When / Then
    assertThat(forget(settings, "--yes")).isEqualTo(ExitCode.USAGE);
    assertThat(forget(settings, "T", "--person", "ann", "--yes")).isEqualTo(ExitCode.USAGE);
    assertThat(forget(settings, "--session", " ", "--yes")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void eitherDryRunOrConfirmationIsRequired() {
    // Given
    Settings settings = cluster.settings("forget-none-", Map.of());

    // When / Then
    assertThat(forget(settings, "T")).isEqualTo(ExitCode.USAGE);
    assertThat(forget(settings, "T", "--yes", "--dry-run")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void unknownSubjectIsReportedAsNotThere() throws Exception {
    // Given
    String prefix = "forget-nothing-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    Settings settings = cluster.settings(prefix, Map.of());
    try (Application running = Application.start(settings);
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        CommittedOffsets taken =
            new CommittedOffsets(
                cluster.bootstrap(), settings.get(Setting.APPLICATION_ID), feed.committed())) {
      feed.send(JsonEvents.failure("T", "TypeError: x is undefined"));
      await().until(taken::areAllInputsProcessed);
      assertThat(running.failed()).isFalse();

      // When / Then
      assertThat(runForgetWithTopicPrefix(prefix, settings, "nope", "--yes")).isZero();
      assertThat(out.toString()).contains("nothing was there: no state");
      out.getBuffer().setLength(0);
      assertThat(runForgetWithTopicPrefix(prefix, settings, "T", "--yes")).isZero();
      assertThat(out.toString()).doesNotContain("nothing was there");
      // one partition publishes the erasure
      await().until(() -> feed.gatesOf("T").size() == 1);
      assertThat(feed.gatesOf("T")).allMatch(RootResets::isErasureWithoutGate);
      assertThat(runForgetWithTopicPrefix(prefix, settings, "T", "--yes")).isZero();
      assertThat(out.toString()).contains("nothing was there: no state");
      out.getBuffer().setLength(0);
      assertThat(runForgetWithTopicPrefix(prefix, settings, "--person", "eve", "--yes")).isZero();
      assertThat(out.toString()).contains("nothing was there: the name");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
