package dev.eddyline.outputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.app.JsonEvents;
import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.outputs.DeadLetter.Format;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.task.BadInputException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dead letters as the console shows them: ids and names, no other text of the event. */
class DeadLetterReaderTest {

  private static final String TOPIC = "agent-events-dlq";

  private final SchemaRegistry registry =
      new ConfluentSchemaRegistry(
          Map.of("schema.registry.url", "mock://" + UUID.randomUUID()), AvailabilityListener.NONE);
  private final DeadLetterReader reader = new DeadLetterReader(registry);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private <T extends SpecificRecord> byte[] avro(Class<T> type, T record) {
    return AvroSerde.of(type, registry).serializer().serialize(TOPIC, record);
  }

  private DeadLetter read(byte[] key, byte[] value, Class<?> exception, String reason) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("__streams.errors.topic", bytes("agent-events"));
    headers.add("__streams.errors.partition", bytes("3"));
    headers.add("__streams.errors.offset", bytes("17"));
    headers.add("__streams.errors.exception", bytes(exception.getName()));
    headers.add("__streams.errors.message", bytes(reason));
    return reader.read(
        new ConsumerRecord<>(
            TOPIC,
            2,
            5,
            1_000,
            TimestampType.CREATE_TIME,
            1,
            value.length,
            key,
            value,
            headers,
            java.util.Optional.empty()));
  }

  private DeadLetter.Part part(byte[] value) {
    return read(bytes("T1"), value, BadInputException.class, "wrong").part();
  }

  @Test
  void hasCoordinatesKindAndReason() {
    // When
    DeadLetter letter =
        read(bytes("T1"), bytes("{"), SerializationException.class, "magic byte is 0x7b");

    // Then
    assertThat(letter)
        .isEqualTo(
            new DeadLetter(
                "2-5",
                1_000,
                "agent-events",
                3,
                17L,
                DeadLetterReason.UNREADABLE,
                "magic byte is 0x7b",
                "T1",
                1,
                DeadLetter.Part.of(Format.OTHER)));
  }

  @Test
  void unexpectedFailureIsNoFaultOfTheClient() {
    DeadLetter letter =
        read(
            bytes("T1"),
            bytes("x"),
            IllegalStateException.class,
            "unexpected NullPointerException");

    assertThat(letter.kind()).isEqualTo(DeadLetterReason.FAILED);
  }

  @Test
  void decodesIdsOfAvro_butNoMessage() {
    AgentEvent event = JsonEvents.failure("T1", "a secret of the event");

    DeadLetter letter =
        read(bytes("T1"), avro(AgentEvent.class, event), BadInputException.class, "wrong");

    assertThat(letter.kind()).isEqualTo(DeadLetterReason.REFUSED);
    assertThat(letter.part().format()).isEqualTo(Format.AVRO);
    assertThat(letter.part().taskId()).isEqualTo("T1");
    assertThat(letter.part().agentId()).isEqualTo(event.getAgentId());
    assertThat(letter.part().type()).isEqualTo("failure_reported");
    assertThat(letter.toString()).doesNotContain("secret of the event");
  }

  @Test
  void decodesTheEventOfAReroutedRecord() {
    Signal signal =
        new Signal(
            new StrayRecord(
                "agent-events", 1, 7L, Instant.EPOCH, JsonEvents.failure("T1", "m"), null));

    assertThat(part(avro(Signal.class, signal)).taskId()).isEqualTo("T1");
  }

  @Test
  void decodesIdsOfJsonAndCloudEvents() {
    assertThat(part(bytes("{\"taskId\":\"T1\",\"type\":\"tool_called\",\"agentId\":7}")))
        .isEqualTo(new DeadLetter.Part(Format.JSON, null, "T1", null, null, "tool_called", null));
    assertThat(part(bytes("{\"type\":\"x\",\"data\":{\"taskId\":\"T2\",\"workflow\":\"w\"}}")))
        .isEqualTo(new DeadLetter.Part(Format.JSON, null, "T2", null, "w", "x", null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[1]", "{", "\u0000\u0000", "\u0000\u0000\u0000\u0000\u0009abc", "text"})
  void whatCannotBeDecodedIsNotGuessed(String value) {
    DeadLetter.Part part = part(bytes(value));

    assertThat(part).isEqualTo(DeadLetter.Part.of(value.isEmpty() ? Format.EMPTY : Format.OTHER));
  }

  @Test
  void longTextsAreShortened_andBinaryKeysOmitted() {
    String longId = "x".repeat(1_000);

    DeadLetter letter =
        read(
            new byte[] {(byte) 0xff},
            bytes("{\"taskId\":\"" + longId + "\"}"),
            BadInputException.class,
            "r".repeat(10_000));

    assertThat(letter.key()).isNull();
    assertThat(letter.part().taskId()).hasSize(DeadLetterReader.MAX_TEXT_CHARS);
    assertThat(letter.reason()).hasSize(2_000);
  }
}
