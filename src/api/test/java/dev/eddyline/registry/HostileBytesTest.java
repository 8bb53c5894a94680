package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.eddyline.schema.AgentEvent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostileBytesTest {

  private static final String TOPIC = "agent-events";

  private final ConfluentSchemaRegistry registry = RegistrySamples.mockRegistry();
  private final int id = registry.idOf(TOPIC + "-value", AgentEvent.getClassSchema());
  private final AvroSerde<AgentEvent> events = AvroSerde.of(AgentEvent.class, registry);

  @AfterEach
  void close() {
    registry.close();
  }

  @Test
  void jsonIsRecognised() {
    // Given
    byte[] json = "{\"taskId\":\"secret\"}".getBytes(StandardCharsets.UTF_8);

    // When
    Throwable refused = catchThrowable(() -> read(json));

    // Then
    assertThat(refused)
        .isInstanceOf(SerializationException.class)
        .hasMessageContainingAll("agent-events: ", "0x7b", "0x00", "JSON");
  }

  @Test
  void anotherMagicByteIsShown() {
    assertRejected(new byte[] {(byte) 0xff, 0, 0, 0, 1}, "magic byte is 0xff");
  }

  @Test
  void aValueWithoutAWholeHeaderIsMeasured() {
    assertRejected(new byte[0], "value is 0 bytes long, must be at least 5");
    assertRejected(new byte[4], "value is 4 bytes long, must be at least 5");
  }

  @Test
  void anIdThatTheRegistryDoesNotKnowIsNamed() {
    // When
    Throwable refused = catchThrowable(() -> read(RegistrySamples.frame(4711)));

    // Then
    assertThat(refused)
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("agent-events: schema id 4711: not known to the registry")
        .hasCauseInstanceOf(UnknownSchemaException.class);
  }

  @Test
  void negativeSchemaIdIsRejectedWithoutARequest() {
    assertRejected(RegistrySamples.frame(-5), "schema id is -5");
  }

  @Test
  void everyTruncationIsRefused() {
    // Given
    byte[] whole = events.serializer().serialize(TOPIC, RegistrySamples.failure());

    // When
    List<Throwable> outcomes =
        IntStream.range(0, whole.length)
            .mapToObj(length -> catchThrowable(() -> read(Arrays.copyOf(whole, length))))
            .toList();

    // Then
    assertThat(outcomes).allSatisfy(HostileBytesTest::assertSerializationException);
  }

  @Test
  void bytesBehindTheRecordAreRefused() {
    // Given
    byte[] whole = events.serializer().serialize(TOPIC, RegistrySamples.failure());

    // When, Then
    assertRejected(Arrays.copyOf(whole, whole.length + 3), "3 bytes are left after the record");
  }

  @Test
  void textWithExcessiveLengthIsRejected() {
    // Given: eventId of 2^31 - 9 bytes
    byte[] claim = RegistrySamples.frame(id, varint(2L * (Integer.MAX_VALUE - 8)));

    // When, Then
    assertRejected(claim, "says it is 2147483639 bytes long");
  }

  @Test
  void arrayWithExcessiveElementCountIsRejected() {
    // Given
    Schema list = list("{\"type\":\"string\"}");

    // When, Then
    assertRejected(framed(list, varint(2L * 2_000_000_000)), "says it has 2000000000 elements");
  }

  @Test
  void elementsThatTakeNoBytesAreCountedToo() {
    // Given: blocks of 100 elements of an empty record each, over and over
    Schema list = list("{\"type\":\"record\",\"name\":\"Empty\",\"fields\":[]}");
    byte[] body = new byte[400];
    for (int i = 0; i + 1 < body.length; i += 2) {
      body[i] = (byte) 0xc8;
      body[i + 1] = 1;
    }

    // When, Then
    assertRejected(framed(list, body), "says it has 100 elements");
  }

  @Test
  void deepNestingDoesNotKillTheThread() {
    // Given: a first field that holds an event again, 2 million levels deep
    Schema nested = firstField("[\"null\",\"dev.eddyline.schema.AgentEvent\"]");
    byte[] deep = new byte[2_000_000];
    Arrays.fill(deep, (byte) 2);

    // When, Then
    assertRejected(framed(nested, deep), "StackOverflowError");
    assertThat(read(events.serializer().serialize(TOPIC, RegistrySamples.attempt())))
        .isEqualTo(RegistrySamples.attempt());
  }

  @Test
  void aBranchThatDoesNotExistIsRefused() {
    // Given: eventId and taskId empty, then branch 60 of rootTaskId
    assertRejected(RegistrySamples.frame(id, (byte) 0, (byte) 0, (byte) 120), "received 60");
    assertRejected(RegistrySamples.frame(id, (byte) 0, (byte) 0, (byte) 1), "received -1");
  }

  private AgentEvent read(byte[] bytes) {
    return events.deserializer().deserialize(TOPIC, bytes);
  }

  private void assertRejected(byte[] bytes, String why) {
    assertThatThrownBy(() -> read(bytes))
        .satisfies(HostileBytesTest::assertSerializationException)
        .hasMessageStartingWith("agent-events: ")
        .hasMessageContaining(why);
  }

  static void assertSerializationException(Throwable refused) {
    assertThat(refused).isInstanceOf(SerializationException.class);
    assertThat(refused.getMessage())
        .doesNotContain("boom", "auth.ts", "quota", "secret")
        .hasSizeLessThan(600);
  }

  private static Schema list(String element) {
    return firstField("{\"type\":\"array\",\"items\":%s}".formatted(element));
  }

  /** A writer's schema that begins with a field of this type, unknown to us. */
  private static Schema firstField(String type) {
    return RegistrySamples.changed(
        AgentEvent.getClassSchema(),
        tree -> {
          ArrayNode ours = tree.withArray("fields").deepCopy();
          tree.withArray("fields").removeAll();
          RegistrySamples.addField(tree, "{\"name\":\"first\",\"type\":%s}".formatted(type));
          tree.withArray("fields").addAll(ours);
        });
  }

  private byte[] framed(Schema writer, byte[] body) {
    return RegistrySamples.frame(registry.idOf("other-value", writer), body);
  }

  private static byte[] varint(long zigzag) {
    byte[] bytes = new byte[10];
    int length = 0;
    for (long rest = zigzag; ; rest >>>= 7) {
      if (rest < 0x80) {
        bytes[length++] = (byte) rest;
        return Arrays.copyOf(bytes, length);
      }
      bytes[length++] = (byte) (rest & 0x7f | 0x80);
    }
  }
}
