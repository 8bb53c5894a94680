package dev.eddyline.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Apache's Avro for Python picks a record of a union by its fields. Every body of an event is
 * written as what it is, or not at all.
 */
@Tag(TestTags.CLIENTS)
class PythonAvroTest {

  private static final Path CURRENT = Path.of("schemas", "AgentEvent.avsc");
  private static final Path VERSION_1 = SchemaFiles.FROZEN.resolve("AgentEvent.avsc");
  private static final Path SCRIPT = Path.of("src", "it", "clients", "avro_union.py");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What a run of the script left. */
  private record Ended(int status, String out, String errors) {}

  @BeforeAll
  static void needsPythonsAvro() throws Exception {
    assumeThat(python().status()).as("python3-avro is not installed").isZero();
  }

  @Test
  void everyBodyIsWrittenAsItself() throws Exception {
    // When
    Ended examples = python("examples", CURRENT.toString());

    // Then
    assertThat(examples.status()).as(examples.errors()).isZero();
    List<String> expectedBodyNames = new ArrayList<>();
    List<String> written = new ArrayList<>();
    for (String line : examples.out().lines().toList()) {
      String[] words = line.split(" ");
      expectedBodyNames.add(words[0]);
      written.add(body(HexFormat.of().parseHex(words[1])).getSchema().getName());
    }
    assertThat(written).isEqualTo(expectedBodyNames);
    assertThat(expectedBodyNames)
        .containsAll(
            AgentEvent.getClassSchema().getField("body").schema().getTypes().stream()
                .map(Schema::getName)
                .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"reason\": \"ci\"}", "{\"reason\": \"ci\", \"until\": null}"})
  void aWaitEventWithoutStartOrEndIsRejectedByTheSchema(String wait) throws Exception {
    // When
    Ended refused = python("write", CURRENT.toString(), wait);

    // Then
    assertThat(refused.status()).isNotZero();
    assertThat(refused.errors()).contains("AvroTypeException");
    assertThat(refused.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"WaitingStarted, started, ended", "WaitingEnded, ended, started"})
  void aWaitOfVersion1KeepsItsKind(String kind, String mark, String other) throws Exception {
    // Given
    String event = HexFormat.of().formatHex(waitOfVersion1(kind));

    // When
    Ended asWritten = python("read", VERSION_1.toString(), VERSION_1.toString(), event);
    Ended asToday = python("read", VERSION_1.toString(), CURRENT.toString(), event);

    // Then
    assertThat(asWritten.status()).as(asWritten.errors()).isZero();
    assertThat(JSON.readTree(asWritten.out()).get("reason").asText()).isEqualTo("ci");
    assertThat(asToday.status()).as(asToday.errors()).isZero();
    JsonNode today = JSON.readTree(asToday.out());
    assertThat(today.get("reason").asText()).isEqualTo("ci");
    assertThat(today.get(mark).asBoolean()).isTrue();
    assertThat(today.has(other)).isFalse();
  }

  private static byte[] waitOfVersion1(String kind) throws IOException {
    Schema schema = SchemaFiles.frozen("AgentEvent");
    Schema union = schema.getField("body").schema();
    Schema body = union.getTypes().get(union.getIndexNamed(schema.getNamespace() + "." + kind));
    GenericRecord wait = new GenericRecordBuilder(body).set("reason", "ci").build();
    GenericRecord event =
        new GenericRecordBuilder(schema)
            .set("eventId", "e1")
            .set("taskId", "T1")
            .set("occurredAt", 1_700_000_000_000L)
            .set("body", wait)
            .build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(event, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static GenericRecord body(byte[] event) throws IOException {
    Schema schema = AgentEvent.getClassSchema();
    return (GenericRecord)
        new GenericDatumReader<GenericRecord>(schema, schema, new GenericData())
            .read(null, DecoderFactory.get().binaryDecoder(event, null))
            .get("body");
  }

  private static Ended python(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("/usr/bin/python3", SCRIPT.toString()));
    command.addAll(List.of(arguments));
    Process process;
    try {
      process = new ProcessBuilder(command).start();
    } catch (IOException absent) {
      return new Ended(-1, "", absent.getMessage());
    }
    // the outputs are short: neither fills its pipe while the other is read
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), out, errors);
  }
}
