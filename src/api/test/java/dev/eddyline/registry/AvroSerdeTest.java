package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.JournalEntry;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AvroSerdeTest {

  private final ConfluentSchemaRegistry registry = RegistrySamples.mockRegistry();
  private final AvroSerde<AgentEvent> events = AvroSerde.of(AgentEvent.class, registry);
  private final AvroSerde<JournalEntry> journal = AvroSerde.of(JournalEntry.class, registry);

  @AfterEach
  void close() {
    registry.close();
  }

  static List<AgentEvent> samples() {
    return List.of(RegistrySamples.failure(), RegistrySamples.attempt(), RegistrySamples.waiting());
  }

  @Test
  void framesAValueWithAZeroTheBigEndianIdAndPlainAvro() {
    // Given
    int id = registry.idOf("journal-value", JournalEntry.getClassSchema());

    // When
    byte[] bytes = journal.serializer().serialize("journal", RegistrySamples.journalEntry());

    // Then
    assertThat(id).isEqualTo(1);
    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo("00" + "00000001" + "06" + "0274" + "0e" + "01" + "d00f" + "02" + "00000000");
  }

  @Test
  void readsTheGoldenFrame() {
    // Given
    registry.idOf("journal-value", JournalEntry.getClassSchema());

    // When
    JournalEntry entry =
        journal
            .deserializer()
            .deserialize(
                "journal", HexFormat.of().parseHex("0000000001" + "0602740e01d00f0200000000"));

    // Then
    assertThat(entry).isEqualTo(RegistrySamples.journalEntry());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void roundTripPreservesTheRecord(AgentEvent event) {
    // When
    byte[] bytes = events.serializer().serialize("agent-events", event);
    AgentEvent read = events.deserializer().deserialize("agent-events", bytes);

    // Then
    assertThat(read).isEqualTo(event);
    assertThat(read.getBody()).hasSameClassAs(event.getBody());
  }

  @Test
  void nullStaysNull() {
    // When
    byte[] bytes = events.serializer().serialize("agent-events", null);
    AgentEvent event = events.deserializer().deserialize("agent-events", null);

    // Then
    assertThat(bytes).isNull();
    assertThat(event).isNull();
  }

  @Test
  void missingFieldIsNamedAndDoesNotAffectTheNextRecord() {
    // Given
    FailureReported incomplete = new FailureReported(null, null, null, null, null);
    AgentEvent broken = RegistrySamples.failure();
    broken.setBody(incomplete);

    // When
    assertThatThrownBy(() -> events.serializer().serialize("agent-events", broken))
        // Then
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("agent-events")
        .hasMessageContaining("message");
    assertThat(roundTrip(RegistrySamples.failure())).isEqualTo(RegistrySamples.failure());
  }

  @Test
  void aWrongBodyIsRejectedWithoutQuotingIt() {
    // Given
    AgentEvent broken = RegistrySamples.failure();
    broken.setBody("secret words");

    // When
    assertThatThrownBy(() -> events.serializer().serialize("agent-events", broken))
        // Then
        .isInstanceOf(SerializationException.class)
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }

  @Test
  void oneSerdeServesManyThreads() throws Exception {
    // Given
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      // When
      List<Future<AgentEvent>> read =
          IntStream.range(0, 2000)
              .mapToObj(i -> samples().get(i % 3))
              .map(event -> threads.submit(() -> roundTrip(event)))
              .toList();

      // Then
      for (int i = 0; i < read.size(); i++) {
        assertThat(read.get(i).get()).isEqualTo(samples().get(i % 3));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private AgentEvent roundTrip(AgentEvent event) {
    byte[] bytes = events.serializer().serialize("agent-events", event);
    return events.deserializer().deserialize("agent-events", bytes);
  }
}
