package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyRig.TOPICS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.engine.InputValidator;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.topics.TopicRole;
import java.time.Instant;
import java.util.Collections;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.apache.avro.Schema.Type;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An output that is too large for its topic is cut until the topic accepts it. */
class BoundedSerializerTest {

  /** Three bytes each in UTF-8. */
  private static final String LONG_TEXT = "€".repeat(200_000);

  private static final String ID = "i".repeat(InputValidator.MAX_NAME_LENGTH);

  private final SchemaRegistry registry = TopologyRig.mockRegistry();

  private record Output(TopicRole topic, Class<? extends SpecificRecord> type) {}

  static Stream<Output> outputs() {
    return Stream.of(
        new Output(TopicRole.LOOP_VERDICTS, LoopVerdict.class),
        new Output(TopicRole.GATE_TRIGGERS, GateTrigger.class),
        new Output(TopicRole.LOOP_RESETS, LoopReset.class),
        new Output(TopicRole.DECISION_RECEIPTS, DecisionReceipt.class),
        new Output(TopicRole.LOOP_MEMORY, LoopMemory.class),
        new Output(TopicRole.EDDYLINE_JOURNAL, JournalEntry.class),
        new Output(TopicRole.PROGRESS_EVALUATION_REQUESTS, ProgressEvaluationRequest.class));
  }

  /** A record of the schema whose texts, except ids, and lists are as large as can be. */
  private static Object largest(Schema schema, String field) {
    return switch (schema.getType()) {
      case UNION ->
          schema.getTypes().stream()
              .filter(branch -> branch.getType() != Type.NULL)
              .map(branch -> largest(branch, field))
              .findFirst()
              .orElseThrow();
      case RECORD -> {
        IndexedRecord record = (IndexedRecord) SpecificData.get().newRecord(null, schema);
        for (Field child : schema.getFields()) {
          record.put(child.pos(), largest(child.schema(), child.name()));
        }
        yield record;
      }
      case ARRAY -> Collections.nCopies(200, largest(schema.getElementType(), field));
      case STRING ->
          field.endsWith("Id")
              ? ID
              : LONG_TEXT.substring(0, field.equals("what") ? 200_000 : 50_000);
      case ENUM -> SpecificData.get().createEnum(schema.getEnumSymbols().get(0), schema);
      case LONG -> schema.getLogicalType() == null ? (Object) Long.MAX_VALUE : Instant.EPOCH;
      case INT -> Integer.MAX_VALUE;
      case DOUBLE -> Double.MAX_VALUE;
      case BOOLEAN -> true;
      default -> throw new IllegalStateException("no value for " + schema);
    };
  }

  private <T extends SpecificRecord> byte[] bounded(Output output, Class<T> type, Object record) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("x", new byte[16_000]);
    int max = TOPICS.topic(output.topic()).maxMessageBytes();
    return new BoundedSerializer<>(AvroSerde.of(type, registry).serializer(), max)
        .serialize(TOPICS.name(output.topic()), headers, type.cast(record));
  }

  @ParameterizedTest
  @MethodSource("outputs")
  void theLargestOutputFitsItsTopicWithItsIdsWhole(Output output) {
    // Given
    Schema schema = SpecificData.get().getSchema(output.type());
    SpecificRecord largest = (SpecificRecord) largest(schema, "");

    // When
    byte[] bytes = bounded(output, output.type(), largest);

    // Then
    int room = TOPICS.topic(output.topic()).maxMessageBytes() - 16_000 - 3 * ID.length();
    assertThat(bytes).hasSizeLessThan(room);
    IndexedRecord read =
        AvroSerde.of(output.type(), registry)
            .deserializer()
            .deserialize(TOPICS.name(output.topic()), bytes);
    for (Field field : schema.getFields()) {
      if (field.name().endsWith("Id")) {
        assertThat(read.get(field.pos())).as(field.name()).isEqualTo(ID);
      }
    }
  }

  @Test
  void whatFitsStaysAsItIs() {
    // Given
    var output = new Output(TopicRole.LOOP_RESETS, LoopReset.class);
    LoopReset reset = (LoopReset) largest(LoopReset.SCHEMA$, "");
    reset.setReason(LONG_TEXT.substring(0, 100_000));

    // When
    byte[] bytes = bounded(output, LoopReset.class, reset);

    // Then
    assertThat(bytes)
        .isEqualTo(
            AvroSerde.of(LoopReset.class, registry)
                .serializer()
                .serialize(TOPICS.name(TopicRole.LOOP_RESETS), reset));
  }
}
