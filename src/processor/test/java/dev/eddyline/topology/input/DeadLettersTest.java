package dev.eddyline.topology.input;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.event;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.step;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreContents;
import dev.eddyline.topology.TopologyRig;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid records are dead-lettered unchanged, with the reason, and have no other effect. */
class DeadLettersTest {

  private static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);
  private static final String DECISIONS = TOPICS.name(TopicRole.GATE_DECISIONS);
  private static final Instant TIME = seconds(2);

  private final TopologyRig rig = new TopologyRig();

  /** An invalid record, and the expected reason. */
  private record InvalidRecord(
      String name, String topic, byte[] key, Function<TopologyRig, byte[]> value, String reason) {

    /** A record whose value is an event. */
    static InvalidRecord of(
        String name, String topic, String key, AgentEvent event, String reason) {
      byte[] bytes = key == null ? null : bytes(key);
      return new InvalidRecord(name, topic, bytes, rig -> rig.bytes(topic, event), reason);
    }

    /** A record of T1 whose value is a corrupted valid event. */
    static InvalidRecord spoilt(String name, Function<byte[], byte[]> how, String reason) {
      AgentEvent good = failure("T1", "bad", TIME);
      return new InvalidRecord(
          name, EVENTS, bytes("T1"), rig -> how.apply(rig.bytes(EVENTS, good)), reason);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<InvalidRecord> bad() {
    AgentEvent good = failure("T1", "bad", TIME);
    AgentEvent attempt =
        event("T1", "bad", TIME, TaskAttempted.newBuilder().setStatus(TaskStatus.UNKNOWN).build());
    String long1025 = "x".repeat(1025);
    return Stream.of(
        InvalidRecord.of("null key", EVENTS, null, good, "key is required, was null"),
        InvalidRecord.spoilt("null value", value -> null, "value is required, was null"),
        InvalidRecord.of("another task's key", EVENTS, "T2", good, "key must equal taskId"),
        InvalidRecord.of(
            "empty task id", EVENTS, "", failure("", "bad", TIME), "taskId must not be empty"),
        InvalidRecord.of(
            "empty event id", EVENTS, "T1", failure("T1", "", TIME), "eventId must not be empty"),
        InvalidRecord.of(
            "endless task id", EVENTS, long1025, failure(long1025, "bad", TIME), "was 1025"),
        InvalidRecord.of(
            "unknown status", EVENTS, "T1", attempt, "task_attempted.status is unknown"),
        InvalidRecord.spoilt("JSON array", value -> bytes("[{}]"), "value is a JSON array"),
        InvalidRecord.spoilt("no bytes", value -> new byte[0], "value is 0 bytes long"),
        InvalidRecord.spoilt("only a header", value -> Arrays.copyOf(value, 5), "more is expected"),
        InvalidRecord.spoilt(
            "wrong magic byte", value -> withByteReplaced(value, 0, 1), "magic byte is 0x01"),
        InvalidRecord.spoilt(
            "unknown schema id",
            value -> withByteReplaced(value, 1, 99),
            "not known to the registry"),
        InvalidRecord.spoilt(
            "cut off", value -> Arrays.copyOf(value, value.length - 9), "cannot be read as"),
        InvalidRecord.spoilt("garbage", value -> appendGarbage(value), "cannot be read as"),
        InvalidRecord.spoilt(
            "too long", value -> Arrays.copyOf(value, value.length + 7), "7 bytes are left"),
        InvalidRecord.of(
            "a decision for an unknown gate",
            DECISIONS,
            "T1",
            decision("T1", "bad", TIME, Decision.APPROVE, "no-such-gate"),
            "that gate is not open for this root task"),
        InvalidRecord.of(
            "an unknown decision",
            DECISIONS,
            "T1",
            decision("T1", "bad", TIME, Decision.UNKNOWN, null),
            "human_intervened.decision is unknown; allowed: approve"),
        InvalidRecord.of(
            "no decision", DECISIONS, "T1", good, "other events count on agent-events"),
        new InvalidRecord(
            "no signal",
            TOPICS.name(TopicRole.EDDYLINE_SIGNALS),
            bytes("T1"),
            rig -> bytes("{}"),
            "magic byte"));
  }

  private static byte[] withByteReplaced(byte[] value, int index, int changed) {
    byte[] copy = value.clone();
    copy[index] = (byte) changed;
    return copy;
  }

  private static byte[] appendGarbage(byte[] value) {
    return ByteBuffer.allocate(64).put(value, 0, 5).putLong(-1).putLong(-1).array();
  }

  @AfterEach
  void close() {
    rig.close();
  }

  @ParameterizedTest
  @MethodSource("bad")
  void anInvalidRecordIsDeadLetteredUnchangedAndOthersAreProcessed(InvalidRecord bad) {
    // Given
    rig.pipe(step("other", "o-1", seconds(0)), failure("T1", "e-1", seconds(1)));
    Map<String, Object> before = StoreContents.all(rig.driver());
    byte[] value = bad.value().apply(rig);
    RecordHeaders headers = new RecordHeaders();
    headers.add("sender", bytes("kcat"));
    headers.add("__streams.errors.topic", bytes("another"));
    headers.add("__streams.errors.more", bytes("more"));

    // When
    rig.pipe(bad.topic(), bad.key(), value, headers, TIME);

    // Then
    assertThat(StoreContents.all(rig.driver())).isEqualTo(before);
    assertThat(rig.verdicts()).isEmpty();
    assertThat(rig.journal()).allMatch(entry -> entry.getTopic().equals(bad.topic()));
    rig.pipe(failure("T1", "e-2", seconds(3)));
    assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(2);
    var letters = rig.deadLetters();
    assertThat(letters).hasSize(1);
    assertThat(letters.get(0).key()).isEqualTo(bad.key());
    assertThat(letters.get(0).value()).isEqualTo(value);
    assertThat(header(letters.get(0), "message"))
        .contains(bad.reason())
        .doesNotContain("TypeError");
    assertThat(letters.get(0).headers().lastHeader("__streams.errors.stacktrace")).isNull();
    assertThat(header(letters.get(0), "exception")).endsWith("Exception");
    assertThat(letters.get(0).headers().headers("__streams.errors.topic")).hasSize(1);
    assertThat(letters.get(0).headers().headers("__streams.errors.more")).isEmpty();
    assertThat(header(letters.get(0), "topic")).isEqualTo(bad.topic());
    assertThat(header(letters.get(0), "partition")).isEqualTo("0");
    assertThat(header(letters.get(0), "offset")).isEqualTo(bad.topic().equals(EVENTS) ? "2" : "0");
  }

  private static String header(TestRecord<byte[], byte[]> letter, String name) {
    var header = letter.headers().lastHeader("__streams.errors." + name);
    return new String(header.value(), StandardCharsets.UTF_8);
  }

  @Test
  void aBodyWithoutARequiredFieldIsDeadLetteredNamingTheField() {
    // Given
    rig.pipe(failure("T1", "e-1", seconds(1)));

    // When
    rig.pipe(
        EVENTS,
        bytes("T1"),
        IncompatibleSchemaRecords.failureWithoutMessage(rig, "T1"),
        emptyHeaders(),
        TIME);
    rig.pipe(failure("T1", "e-2", seconds(3)));

    // Then
    assertThat(rig.deadLetters())
        .singleElement()
        .extracting(letter -> header(letter, "message"))
        .asString()
        .contains("missing required field message");
    assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(2);
  }

  private static RecordHeaders emptyHeaders() {
    return new RecordHeaders();
  }

  @Test
  void aDecisionForAClosedGateLeavesTheOpenGateUnchanged() {
    // Given
    for (int failure = 1; failure <= 3; failure++) {
      rig.pipe(failure("T1", "e-" + failure, seconds(failure)));
    }
    String gateId = rig.gates().get(0).getGateId();

    // When
    rig.pipe(decision("T1", "d-1", seconds(4), Decision.REJECT, "another-gate"));

    // Then
    assertThat(rig.gates()).isEmpty();
    assertThat(rig.deadLetters())
        .singleElement()
        .extracting(letter -> header(letter, "message"))
        .asString()
        .contains("the open one is " + gateId);
  }
}
