package dev.eddyline.schema;

import static org.apache.avro.SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE;
import static org.apache.avro.SchemaCompatibility.SchemaCompatibilityType.INCOMPATIBLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was written with an earlier version of a schema can still be read. */
@ExtendWith(TrustedClasses.class)
class SchemaEvolutionTest {
  private static final int RECORDS = 50;
  private static final long SEED = 7;

  static List<Schema> storedSchemas() {
    return SchemaFiles.KEPT;
  }

  @ParameterizedTest
  @MethodSource("storedSchemas")
  void currentSchemaReadsVersion1(Schema current) throws IOException {
    // Given
    Schema version1 = SchemaFiles.frozen(current.getName());

    // When
    var answer = SchemaCompatibility.checkReaderWriterCompatibility(current, version1);

    // Then
    assertThat(answer.getType()).as(answer.getDescription()).isEqualTo(COMPATIBLE);
  }

  @ParameterizedTest
  @MethodSource("storedSchemas")
  void recordsOfVersion1DecodeWithTheirValues(Schema current) throws IOException {
    // Given
    Schema version1 = SchemaFiles.frozen(current.getName());
    for (Object old : new RandomData(version1, RECORDS, SEED)) {
      byte[] bytes = encode((IndexedRecord) old, version1);

      // When
      Object typed = decode(bytes, new SpecificDatumReader<>(version1, current, model()));
      IndexedRecord plain = decode(bytes, version1, current);

      // Then
      assertThat(typed.getClass().getSimpleName()).isEqualTo(current.getName());
      assertUnchangedFieldsAreEqual((IndexedRecord) old, plain);
    }
  }

  @ParameterizedTest
  @MethodSource("storedSchemas")
  void oldDataIsReadableAfterAddingAFieldWithDefaultAndRemovingAnother(Schema current)
      throws IOException {
    // Given
    Schema next = next(current, new Schema.Field("added", Schema.create(Schema.Type.INT), "", 42));
    for (Object old : new RandomData(current, RECORDS, SEED)) {
      byte[] bytes = encode((IndexedRecord) old, current);

      // When
      IndexedRecord read = decode(bytes, current, next);

      // Then
      assertThat(read.get(next.getField("added").pos())).isEqualTo(42);
      assertUnchangedFieldsAreEqual((IndexedRecord) old, read);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"WaitingStarted", "WaitingEnded"})
  void waitEventKeepsItsTypeToAndFromVersion1(String kind) throws IOException {
    // Given
    Schema current = AgentEvent.getClassSchema();
    Schema version1 = SchemaFiles.frozen(current.getName());
    byte[] before = encode(wait(version1, kind), version1);
    byte[] today = encode(wait(current, kind), current);

    // When
    AgentEvent event =
        (AgentEvent) decode(before, new SpecificDatumReader<>(version1, current, model()));
    IndexedRecord old = decode(today, current, version1);

    // Then
    assertThat(event.getBody().getClass().getSimpleName()).isEqualTo(kind);
    assertThat(event.getBody()).hasFieldOrPropertyWithValue("reason", "ci");
    IndexedRecord oldBody = (IndexedRecord) old.get(version1.getField("body").pos());
    assertThat(oldBody.getSchema().getName()).isEqualTo(kind);
    assertThat(oldBody.get(0)).hasToString("ci");
  }

  private static GenericRecord wait(Schema schema, String kind) {
    Schema body =
        schema.getField("body").schema().getTypes().stream()
            .filter(record -> record.getName().equals(kind))
            .findFirst()
            .orElseThrow();
    return new GenericRecordBuilder(schema)
        .set("eventId", "e1")
        .set("taskId", "T1")
        .set("occurredAt", 1_700_000_000_000L)
        .set("body", new GenericRecordBuilder(body).set("reason", "ci").build())
        .build();
  }

  @Test
  void aFieldAddedWithoutADefaultIsFoundOut() {
    // Given
    Schema current = LoopReset.getClassSchema();
    Schema next = next(current, new Schema.Field("added", Schema.create(Schema.Type.INT)));

    // When
    var answer = SchemaCompatibility.checkReaderWriterCompatibility(next, current);

    // Then
    assertThat(answer.getType()).isEqualTo(INCOMPATIBLE);
  }

  private static SpecificData model() {
    SpecificData model = new SpecificData();
    model.addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
    return model;
  }

  /** The schema without its first field and with one more. */
  private static Schema next(Schema schema, Schema.Field added) {
    List<Schema.Field> fields = new ArrayList<>();
    for (Schema.Field field : schema.getFields().subList(1, schema.getFields().size())) {
      fields.add(new Schema.Field(field, field.schema()));
    }
    fields.add(added);
    return Schema.createRecord(
        schema.getName(), schema.getDoc(), schema.getNamespace(), false, fields);
  }

  private static void assertUnchangedFieldsAreEqual(IndexedRecord old, IndexedRecord read) {
    for (Schema.Field field : read.getSchema().getFields()) {
      Schema.Field before = old.getSchema().getField(field.name());
      if (before != null && before.schema().equals(field.schema())) {
        assertThat(String.valueOf(read.get(field.pos())))
            .as(field.name())
            .isEqualTo(String.valueOf(old.get(before.pos())));
      }
    }
  }

  private static byte[] encode(IndexedRecord record, Schema schema) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<>(schema).write(record, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static IndexedRecord decode(byte[] bytes, Schema writer, Schema reader)
      throws IOException {
    return (IndexedRecord)
        decode(bytes, new GenericDatumReader<>(writer, reader, new GenericData()));
  }

  private static Object decode(byte[] bytes, DatumReader<Object> reader) throws IOException {
    return reader.read(null, DecoderFactory.get().binaryDecoder(bytes, null));
  }
}
