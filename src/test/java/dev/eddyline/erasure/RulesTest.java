package dev.eddyline.erasure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.registry.GenericValues;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dead letters go, receipts stay without names and texts. */
class RulesTest {

  private static final Schema RECEIPT =
      SchemaBuilder.record("Receipt")
          .fields()
          .requiredString("eventId")
          .requiredString("taskId")
          .optionalString("rootTaskId")
          .requiredString("by")
          .optionalString("guidance")
          .requiredBoolean("accepted")
          .endRecord();

  /** It knows one schema. */
  private static final SchemaRegistry REGISTRY =
      new SchemaRegistry() {
        @Override
        public int idOf(String subject, Schema schema) {
          return 1;
        }

        @Override
        public Schema schemaOf(int id) {
          return RECEIPT;
        }

        @Override
        public void close() {
          // holds nothing
        }
      };

  private static ConsumerRecord<byte[], byte[]> record(byte[] key, byte[] value) {
    return new ConsumerRecord<>("topic", 0, 7, key, value);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static Subject person(String name) {
    return new Subject(Subject.Kind.PERSON, name);
  }

  private static byte[] receipt(String by, String guidance) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(ByteBuffer.allocate(5).putInt(1, 1).array());
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    GenericData.Record record =
        new GenericRecordBuilder(RECEIPT)
            .set("eventId", "decision-ann-1")
            .set("taskId", "T")
            .set("rootTaskId", "R")
            .set("by", by)
            .set("guidance", guidance)
            .set("accepted", true)
            .build();
    new GenericDatumWriter<GenericRecord>(RECEIPT).write(record, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static GenericRecord after(Subject subject, byte[] receipt) {
    Outcome outcome = new ReceiptRule(subject, REGISTRY).of(record(bytes("R"), receipt));
    assertThat(outcome).isInstanceOf(Outcome.Replaced.class);
    return new GenericValues(REGISTRY).read("topic", ((Outcome.Replaced) outcome).value());
  }

  @Test
  void aDeadLetterGoesForItsKey_itsValueOrAHeader() {
    // Given
    RecordRule rule = new LetterRule(new Subject(Subject.Kind.TASK, "T1"));
    ConsumerRecord<byte[], byte[]> byHeader = record(null, null);
    byHeader.headers().add("traceparent", bytes("of T1"));
    ConsumerRecord<byte[], byte[]> byPlace = record(bytes("T2"), bytes("{\"taskId\":\"T2\"}"));
    byPlace.headers().add("__streams.errors.topic", bytes("T1"));

    // When / Then
    assertThat(rule.of(record(bytes("T1"), null))).isEqualTo(Outcome.ERASED);
    assertThat(rule.of(record(null, bytes("{\"taskId\":\"T1\"")))).isEqualTo(Outcome.ERASED);
    assertThat(rule.of(byHeader)).isEqualTo(Outcome.ERASED);
    assertThat(rule.of(byPlace)).isEqualTo(Outcome.KEPT);
    assertThat(rule.of(record(null, null))).isEqualTo(Outcome.KEPT);
  }

  @Test
  void ofAPersonAReceiptKeepsAllButTheName() throws IOException {
    // When
    GenericRecord after = after(person("ann"), receipt("ann", "as ann said"));

    // Then
    assertThat(after.get("by")).hasToString("erased");
    assertThat(after.get("guidance")).hasToString("as erased said");
    assertThat(after.get("eventId")).hasToString("decision-ann-1");
    assertThat(after.get("taskId")).hasToString("T");
    assertThat(after.get("accepted")).isEqualTo(true);
  }

  @ParameterizedTest
  @CsvSource({"TASK, T", "TASK, R"})
  void ofATaskAReceiptKeepsWhoDecidedAndNotWhatWasSaid(Subject.Kind kind, String id)
      throws IOException {
    // When
    GenericRecord after = after(new Subject(kind, id), receipt("ann", "look at x"));

    // Then
    assertThat(after.get("by")).hasToString("ann");
    assertThat(after.get("guidance")).hasToString("erased");
  }

  @ParameterizedTest
  @CsvSource({"PERSON, bob", "TASK, X", "SESSION, T"})
  void ofOthersAReceiptStaysAsItIs(Subject.Kind kind, String id) throws IOException {
    // Given
    byte[] receipt = receipt("ann", "look");

    // When
    Outcome outcome =
        new ReceiptRule(new Subject(kind, id), REGISTRY).of(record(bytes("R"), receipt));

    // Then
    assertThat(outcome).isEqualTo(Outcome.KEPT);
  }

  @Test
  void whatWasErasedIsNotErasedAgain() throws IOException {
    // Given
    Subject task = new Subject(Subject.Kind.TASK, "T");

    // When
    Outcome again =
        new ReceiptRule(task, REGISTRY).of(record(bytes("R"), receipt("ann", "erased")));

    // Then
    assertThat(again).isEqualTo(Outcome.KEPT);
  }

  @Test
  void aReceiptThatCannotBeReadGoesOnlyIfItNamesThePerson() {
    // Given
    RecordRule rule = new ReceiptRule(person("ann"), REGISTRY);

    // When / Then
    assertThat(rule.of(record(null, bytes("by ann")))).isEqualTo(Outcome.ERASED);
    assertThat(rule.of(record(null, bytes("by bob")))).isEqualTo(Outcome.KEPT);
    assertThat(rule.of(record(null, null))).isEqualTo(Outcome.KEPT);
  }

  @Test
  void deadLettersAreErasable_whatOthersReadIsNot() {
    assertThat(ErasableTopics.isErasable(TopicRole.AGENT_EVENTS_DLQ)).isTrue();
    assertThat(ErasableTopics.isErasable(TopicRole.AGENT_EVENTS)).isFalse();
    assertThat(ErasableTopics.of(TopicCatalogue.load(""), person("ann"), REGISTRY))
        .containsKey(TopicCatalogue.load("").topic(TopicRole.AGENT_EVENTS_DLQ));
  }
}
