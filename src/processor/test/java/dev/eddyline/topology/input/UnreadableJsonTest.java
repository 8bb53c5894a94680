package dev.eddyline.topology.input;

import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreContents;
import dev.eddyline.topology.TopologyRig;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid JSON and CloudEvents are dead-lettered unchanged, with a reason that quotes nothing. */
class UnreadableJsonTest {

  private static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);
  private static final String DECISIONS = TOPICS.name(TopicRole.GATE_DECISIONS);

  /** A word that no reason may contain. */
  private static final String SECRET = "sesame42";

  private static final String FAILURE =
      "'type':'failure_reported','message':'TypeError: x is undefined'";
  private static final String ATTRIBUTES =
      "'specversion':'1.0','id':'1','source':'/a','type':'io.eddyline.event.failure_reported'";

  private final TopologyRig rig = new TopologyRig();

  static Stream<Arguments> bad() {
    return Stream.of(
        json("{}", "type is required"),
        json("{" + FAILURE, "not valid JSON at column"),
        json("{'taskId':'T1'} {}", "more than one JSON value"),
        json(" [{" + FAILURE + "}]", "value is a JSON array, must be one JSON object"),
        json(SECRET, "magic byte is 0x73, must be 0x00 (Confluent wire format) or { (JSON"),
        json("{'resourceSpans':[]}", "this is OTLP JSON, which is not read here; send it to"),
        json("{'tokens':NaN," + FAILURE + "}", "not valid JSON at column 14: Non-standard token"),
        json("{'taskId':'T2'," + FAILURE + "}", "key must equal taskId"),
        json("{'taskId':7," + FAILURE + "}", "taskId must be a string, was 7"),
        json("{'type':'" + SECRET + "'}", "type is unknown; known: task_started"),
        json("{'type':'failure_reported'}", "failure_reported.message is required"),
        json(
            "{'type':'task_attempted','status':'" + SECRET + "'}",
            "task_attempted.status is unknown; allowed: pending"),
        json("{'" + SECRET + "':1,'" + SECRET + "':2}", "field appears twice"),
        json("{'occurredAt':'" + SECRET + "'," + FAILURE + "}", "occurredAt must be epoch"),
        json("{'occurredAt':1700000000," + FAILURE + "}", "it looks like seconds"),
        json("{'event_id':'e'," + FAILURE + "}", "event_id is not a field: write eventId"),
        json("{'eventId':''," + FAILURE + "}", "eventId must not be empty"),
        json("{'agentId':'" + "x".repeat(1025) + "'," + FAILURE + "}", "was 1025"),
        json("{'tokens':-1," + FAILURE + "}", "tokens must be 0 to 1000000000000"),
        json("{'tokens':1e999999," + FAILURE + "}", "tokens must be a whole number"),
        json("{'tokens':" + "9".repeat(5_000) + "," + FAILURE + "}", "Number value length"),
        json("{'x':" + "[".repeat(100_000) + "," + FAILURE, "nesting depth"),
        json("{'x':[" + "1,".repeat(200_000) + "1]," + FAILURE + "}", "Token count"),
        json("{'specversion':'0.3','id':'1','source':'/a','type':'t','data':{}}", "allowed: 1.0"),
        json("{'specversion':1,'id':'1','source':'/a','type':'t','data':{}}", "specversion must"),
        json("{'specversion':'1.0','source':'/a','type':'t','data':{}}", "id is required"),
        json("{'specversion':'1.0','id':'','source':'/a','type':'t','data':{}}", "id must be"),
        json("{'specversion':'1.0','id':'1','type':'t','data':{}}", "source is required"),
        json("{'specversion':'1.0','id':'1','source':'/a','data':{}}", "type is required"),
        json("{'specversion':'1.0'}", "id is required; source is required; type is required"),
        json("{" + ATTRIBUTES + "}", "one of data and data_base64"),
        json("{" + ATTRIBUTES + ",'data':{},'data_base64':''}", "one of data and data_base64"),
        json("{" + ATTRIBUTES + ",'data':'" + SECRET + "'}", "data must be a JSON object"),
        json("{" + ATTRIBUTES + ",'data_base64':'?'}", "data_base64 must be a string in Base64"),
        json("{" + ATTRIBUTES + ",'data_base64':'e30'}", "failure_reported.message is required"),
        json("{" + ATTRIBUTES + ",'time':'" + SECRET + "','data':{}}", "time must be ISO-8601"),
        json("{'specversion':'1.0','id':'1','source':'/a','type':'t','data':{}}", "in data, or as"),
        json(
            "{'specversion':'1.0','id':'1','source':'/a','type':'io.eddyline.event."
                + SECRET
                + ".v1','data':{}}",
            "type is unknown; known: task_started"),
        json(
            "{" + ATTRIBUTES + ",'datacontenttype':'application/json','data_base64':'AAAAAAE='}",
            "data_base64 is Avro (magic byte is 0x00), but its content type is JSON"),
        json(
            "{" + ATTRIBUTES + ",'datacontenttype':'application/protobuf','data_base64':'CgM='}",
            "data_base64 is in no format that is read: magic byte is 0x0a"),
        withType(
            "application/json",
            "\0\0\0\0\1",
            "value is Avro (magic byte is 0x00), but its content type is JSON"),
        withType(
            "application/cloudevents+json",
            "\0\0\0\0\1",
            "value is Avro (magic byte is 0x00), but its content type is JSON"),
        withType(
            "application/avro", "{" + FAILURE + "}", "value is JSON, but its content type is Avro"),
        withType("application/x-protobuf", "\n\3" + SECRET, "value is in no format that is read"),
        withType("application/json", "[{" + FAILURE + "}]", "value is a JSON array"),
        withType("application/cloudevents+json", "{" + FAILURE + "}", "specversion is required"),
        withType(
            "application/cloudevents-batch+json", "[]", "allowed: application/cloudevents+json"),
        withType("application/cloudevents+avro", "\0", "allowed: application/cloudevents+json"));
  }

  private static Arguments json(String value, String reason) {
    return withType(null, value, reason);
  }

  private static Arguments withType(String contentType, String value, String reason) {
    return Arguments.of(contentType, value.replace('\'', '"'), reason);
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private static String reason(TestRecord<byte[], byte[]> letter) {
    byte[] message = letter.headers().lastHeader("__streams.errors.message").value();
    return new String(message, StandardCharsets.UTF_8);
  }

  private static RecordHeaders headers(String contentType) {
    RecordHeaders headers = new RecordHeaders();
    if (contentType != null) {
      headers.add("content-type", bytes(contentType));
    }
    return headers;
  }

  @ParameterizedTest
  @MethodSource("bad")
  void anInvalidRecordIsDeadLetteredAndOthersAreProcessed(
      String contentType, String value, String reason) {
    // Given
    rig.pipe(failure("T1", "e-1", seconds(1)));
    var before = StoreContents.all(rig.driver());

    // When
    rig.pipe(EVENTS, bytes("T1"), bytes(value), headers(contentType), seconds(2));

    // Then
    assertThat(StoreContents.all(rig.driver())).isEqualTo(before);
    assertThat(rig.deadLetters())
        .singleElement()
        .satisfies(
            letter -> {
              assertThat(letter.value()).isEqualTo(bytes(value));
              assertThat(reason(letter)).contains(reason).doesNotContain(SECRET, "TypeError");
              assertThat(reason(letter).length()).isLessThan(600);
            });
    rig.pipe(failure("T1", "e-2", seconds(3)));
    assertThat(rig.verdicts()).extracting(LoopVerdict::getAttempts).containsExactly(2);
  }

  @Test
  void bytesThatAreNotUtf8AreDeadLettered() {
    // Given
    byte[] value = bytes("{\"text\":\"ä\"}");

    // When: half a letter
    rig.pipe(EVENTS, bytes("T1"), withoutByte(value, 9), new RecordHeaders(), seconds(2));

    // Then
    assertThat(rig.deadLetters())
        .singleElement()
        .extracting(UnreadableJsonTest::reason)
        .asString()
        .contains("must be UTF-8");
  }

  private static byte[] withoutByte(byte[] value, int index) {
    byte[] shorter = Arrays.copyOf(value, value.length - 1);
    System.arraycopy(value, index + 1, shorter, index, shorter.length - index);
    return shorter;
  }

  @Test
  void binaryModeNeedsItsAttributesAsHeaders() {
    // Given
    RecordHeaders headers = headers("application/json");
    headers.add("ce_specversion", bytes("1.0")).add("ce_id", bytes("1"));

    // When
    rig.pipe(EVENTS, bytes("T1"), bytes("{}"), headers, seconds(2));

    // Then
    assertThat(rig.deadLetters())
        .singleElement()
        .extracting(UnreadableJsonTest::reason)
        .asString()
        .contains("ce_source is required");
  }

  @Test
  void binaryModeNeedsItsVersion_soThatNoIdIsLost() {
    // Given
    RecordHeaders headers = headers(null);
    headers.add("ce_id", bytes("1")).add("ce_source", bytes("/a")).add("ce_type", bytes("t"));

    // When
    rig.pipe(
        EVENTS, bytes("T1"), bytes("{" + FAILURE.replace('\'', '"') + "}"), headers, seconds(2));

    // Then
    assertThat(rig.deadLetters())
        .singleElement()
        .extracting(UnreadableJsonTest::reason)
        .asString()
        .contains("ce_specversion is required");
  }

  @Test
  void utf16IsDeadLettered() {
    // When
    rig.pipe(
        EVENTS,
        bytes("T1"),
        "{}".getBytes(StandardCharsets.UTF_16),
        headers("application/json; charset=utf-16"),
        seconds(2));

    // Then
    assertThat(rig.deadLetters())
        .singleElement()
        .extracting(UnreadableJsonTest::reason)
        .asString()
        .contains("must be UTF-8");
  }

  @Test
  void aRefusedDecisionInJsonIsJournaled_andHasNoReceipt() {
    // When
    rig.pipe(DECISIONS, bytes("T1"), bytes("{\"by\":7}"), new RecordHeaders(), seconds(2));

    // Then
    assertThat(rig.deadLetters()).hasSize(1);
    assertThat(rig.journal()).extracting(entry -> entry.getTopic()).containsExactly(DECISIONS);
    assertThat(rig.receipts()).isEmpty();
  }
}
