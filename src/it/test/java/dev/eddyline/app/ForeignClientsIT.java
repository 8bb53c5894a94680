package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import dev.eddyline.schema.GateState;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kafka clients of other languages read and write the same records as a Java client. */
@Tag(TestTags.CLIENTS)
class ForeignClientsIT {

  private static final String PREFIX = "foreign-";

  /** Not ASCII, so that a wrong encoding shows. */
  private static final String TASK = "T7·Prüfung";

  /** Fields that every client prints alike: no times, no nullable fields. */
  private static final List<String> OF_VERDICTS =
      List.of(
          "/verdictId",
          "/taskId",
          "/loopType",
          "/action",
          "/reason",
          "/attempts",
          "/text",
          "/evidence/0/eventId",
          "/source/offset");

  private static final List<String> OF_GATES =
      List.of("/gateId", "/rootTaskId", "/state", "/loopType", "/reason", "/loopCount", "/text");

  private static final ObjectMapper JSON = new ObjectMapper();

  @RegisterExtension static final RunningApplication RUNNING = new RunningApplication(PREFIX);

  private final TestCluster cluster = TestCluster.shared();
  private final EventFeed feed = RUNNING.feed();

  @BeforeAll
  static void threeEqualFailuresOpenAGate() {
    for (int failure = 1; failure <= 3; failure++) {
      RUNNING.feed().send(JsonEvents.failure(TASK, "TypeError: ‘x’ is undefined"));
    }
    await().until(() -> !RUNNING.feed().gatesOf(TASK).isEmpty());
    // registers the schema of decisions, as a Java producer would
    RUNNING.feed().encode(TopicRole.GATE_DECISIONS, JsonEvents.approval(TASK, "none"));
  }

  @ParameterizedTest
  @EnumSource
  void readsVerdictsAndGates(ForeignClient client) throws Exception {
    // Given
    requireInstalled(client);
    List<List<String>> verdicts = fields(feed.verdicts(), OF_VERDICTS);
    List<List<String>> gates = fields(feed.gates(), OF_GATES);

    // When
    List<JsonNode> readVerdicts = client.read(cluster, topic("loop-verdicts"), verdicts.size());
    List<JsonNode> readGates = client.read(cluster, topic("gate-triggers"), gates.size());

    // Then
    assertThat(readVerdicts)
        .extracting(record -> fields(record.get("value"), OF_VERDICTS))
        .containsExactlyInAnyOrderElementsOf(verdicts);
    assertThat(readGates)
        .extracting(record -> fields(record.get("value"), OF_GATES))
        .containsExactlyInAnyOrderElementsOf(gates);
    assertThat(readGates).extracting(record -> record.get("key").asText()).contains(TASK);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOOP_VERDICTS", "GATE_TRIGGERS"})
  void kcatShowsKeysAndSizes(TopicRole role) throws Exception {
    // Given
    assumeThat(Kcat.isInstalled()).as("kcat is not installed").isTrue();
    List<String> records =
        feed.records(role).stream()
            .map(record -> keyAndSize(text(record.key()), record.value()))
            .toList();

    // When
    List<Kcat.KcatRecord> printed = new Kcat(cluster.bootstrap()).read(topic(role.key()));

    // Then
    assertThat(printed)
        .extracting(record -> keyAndSize(record.key(), record.value()))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(records);
  }

  @ParameterizedTest
  @EnumSource(names = {"KAFKAJS", "CONFLUENT_KAFKA"})
  void publishesEventsAndADecision(ForeignClient client) throws Exception {
    // Given
    requireInstalled(client);
    String task = "of " + client.library();
    for (int failure = 1; failure <= 3; failure++) {
      client.fail(cluster, topic("agent-events"), task, "TypeError: ‘x’ is undefined");
    }
    await().until(() -> !feed.gatesOf(task).isEmpty());

    // When
    client.approve(cluster, topic("gate-decisions"), task, feed.newestGateIdOf(task));

    // Then
    await()
        .until(() -> feed.resets().stream().anyMatch(reset -> reset.getRootTaskId().equals(task)));
    assertThat(feed.gatesOf(task))
        .last()
        .satisfies(gate -> assertThat(gate.getState()).isEqualTo(GateState.CLOSED));
    List<JsonNode> resets = client.read(cluster, topic("loop-resets"), feed.resets().size());
    assertThat(resets)
        .extracting(reset -> reset.get("key").asText() + ": " + reset.at("/value/reason").asText())
        .contains(task + ": Human intervention");
  }

  private static void requireInstalled(ForeignClient client) {
    assumeThat(client.isInstalled()).as("%s is not installed", client.library()).isTrue();
  }

  private static String topic(String name) {
    return PREFIX + name;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String keyAndSize(String key, byte[] value) {
    return key + ": " + value.length;
  }

  private static List<List<String>> fields(
      List<? extends SpecificRecord> records, List<String> pointers) throws Exception {
    assertThat(records).isNotEmpty();
    Stream.Builder<List<String>> all = Stream.builder();
    for (SpecificRecord record : records) {
      all.add(fields(json(record), pointers));
    }
    return all.build().toList();
  }

  private static List<String> fields(JsonNode value, List<String> pointers) {
    return pointers.stream().map(pointer -> value.at(pointer).asText()).toList();
  }

  private static JsonNode json(SpecificRecord record) throws JsonProcessingException {
    return JSON.readTree(record.toString());
  }
}
