package dev.eddyline.erasure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.GenericRecordCodec;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.Source;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Instant;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dead letters are deleted, receipts are retained without names and texts. */
class RecordErasersTest {

  /** A registry with one schema. */
  private static final SchemaRegistry REGISTRY =
      new SchemaRegistry() {
        @Override
        public int idOf(String subject, Schema schema) {
          return 1;
        }

        @Override
        public Schema schemaOf(int id) {
          return DecisionReceipt.getClassSchema();
        }

        @Override
        public void close() {
          // nothing to close
        }
      };

  private static ConsumerRecord<byte[], byte[]> record(byte[] key, byte[] value) {
    return new ConsumerRecord<>("topic", 0, 7, key, value);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static ErasureSubject person(String name) {
    return new ErasureSubject(ErasureSubject.SubjectKind.PERSON, name);
  }

  private static byte[] receipt(String by, String origin) {
    return new AvroSerializer<>(DecisionReceipt.class, REGISTRY)
        .serialize(
            "topic",
            DecisionReceipt.newBuilder()
                .setReceiptId("r-1")
                .setOutcome(DecisionOutcome.ACCEPTED)
                .setEventId("decision-ann-1")
                .setTaskId("T")
                .setRootTaskId("R")
                .setGateId("g-1")
                .setDecision(Decision.APPROVE)
                .setBy(by)
                .setVerified(true)
                .setAgentId("console")
                .setOrigin(origin)
                .setSource(new Source("gate-decisions", 0, 7L, 0))
                .setOccurredAt(Instant.EPOCH)
                .setDecidedAt(Instant.EPOCH)
                .build());
  }

  private static GenericRecord erasedReceipt(ErasureSubject subject, byte[] receipt) {
    ErasureAction outcome =
        new ReceiptEraser(subject, REGISTRY).actionFor(record(bytes("R"), receipt));
    assertThat(outcome).isInstanceOf(ErasureAction.ReplaceRecord.class);
    return new GenericRecordCodec(REGISTRY)
        .read("topic", ((ErasureAction.ReplaceRecord) outcome).value());
  }

  @Test
  void deadLetterIsDeletedIfKeyValueOrHeaderHasTheName() {
    // Given
    RecordEraser rule =
        new DeadLetterEraser(new ErasureSubject(ErasureSubject.SubjectKind.TASK, "T1"));
    ConsumerRecord<byte[], byte[]> byHeader = record(null, null);
    byHeader.headers().add("traceparent", bytes("of T1"));
    ConsumerRecord<byte[], byte[]> byPlace = record(bytes("T2"), bytes("{\"taskId\":\"T2\"}"));
    byPlace.headers().add("__streams.errors.topic", bytes("T1"));

    // When / Then
    assertThat(rule.actionFor(record(bytes("T1"), null))).isEqualTo(ErasureAction.DELETE);
    assertThat(rule.actionFor(record(null, bytes("{\"taskId\":\"T1\""))))
        .isEqualTo(ErasureAction.DELETE);
    assertThat(rule.actionFor(byHeader)).isEqualTo(ErasureAction.DELETE);
    assertThat(rule.actionFor(byPlace)).isEqualTo(ErasureAction.RETAIN);
    assertThat(rule.actionFor(record(null, null))).isEqualTo(ErasureAction.RETAIN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{\"taskId\":\"T\\u0031\"}                        | true",
        "{\"x\":[{\"T\\u0031\":0}]                       | true",
        "{\"data_base64\":\"eyJ0YXNrSWQiOiJUMSJ9\"}       | true",
        "{\"data_base64\":\"eyJ0IjoiVFx1MDAzMSJ9\"}       | true",
        "{\"data\":\"eyJ0YXNrSWQiOiJUMSJ9\"}              | false",
        "{\"data_base64\":\"?\",\"taskId\":\"T\\u0032\"}  | false",
      })
  void nameInJsonIsFoundDespiteEscapesAndBase64(String value, boolean deleted) {
    // Given
    RecordEraser rule =
        new DeadLetterEraser(new ErasureSubject(ErasureSubject.SubjectKind.TASK, "T1"));

    // When / Then
    assertThat(rule.actionFor(record(bytes("T2"), bytes(value))))
        .isEqualTo(deleted ? ErasureAction.DELETE : ErasureAction.RETAIN);
  }

  @Test
  void receiptOfAPersonLosesOnlyTheName() {
    // When
    GenericRecord after = erasedReceipt(person("ann"), receipt("ann", "ann 192.0.2.7"));

    // Then
    assertThat(after.get("by")).hasToString("erased");
    assertThat(after.get("origin")).hasToString("erased 192.0.2.7");
    assertThat(after.get("eventId")).hasToString("decision-ann-1");
    assertThat(after.get("taskId")).hasToString("T");
    assertThat(after.get("outcome")).hasToString("ACCEPTED");
  }

  @ParameterizedTest
  @CsvSource({"PERSON, bob", "TASK, T", "TASK, R", "SESSION, T"})
  void receiptOfATaskOrSessionIsRetained(ErasureSubject.SubjectKind kind, String id) {
    // Given
    byte[] receipt = receipt("ann", "look");

    // When
    ErasureAction outcome =
        new ReceiptEraser(new ErasureSubject(kind, id), REGISTRY)
            .actionFor(record(bytes("R"), receipt));

    // Then
    assertThat(outcome).isEqualTo(ErasureAction.RETAIN);
  }

  @Test
  void erasureIsIdempotent() {
    // Given
    RecordEraser rule = new ReceiptEraser(person("bob"), REGISTRY);

    // When
    ErasureAction again = rule.actionFor(record(bytes("R"), receipt("erased", "erased")));

    // Then
    assertThat(again).isEqualTo(ErasureAction.RETAIN);
  }

  @Test
  void headerWithTheNameIsRemoved() {
    // Given
    ConsumerRecord<byte[], byte[]> receipt = record(bytes("R"), receipt("lead", "192.0.2.7"));
    receipt.headers().add("user", bytes("ann")).add("ticket", bytes("4711"));

    // When
    ErasureAction outcome = new ReceiptEraser(person("ann"), REGISTRY).actionFor(receipt);

    // Then
    assertThat(((ErasureAction.ReplaceRecord) outcome).headers())
        .extracting(header -> header.key())
        .containsExactly("ticket");
  }

  @Test
  void unreadableReceiptIsDeletedOnlyIfItHasTheName() {
    // Given
    RecordEraser rule = new ReceiptEraser(person("ann"), REGISTRY);

    // When / Then
    assertThat(rule.actionFor(record(null, bytes("by ann")))).isEqualTo(ErasureAction.DELETE);
    assertThat(rule.actionFor(record(null, bytes("by bob")))).isEqualTo(ErasureAction.RETAIN);
    assertThat(rule.actionFor(record(null, null))).isEqualTo(ErasureAction.RETAIN);
  }

  @Test
  void deadLetterTopicIsErasable_sharedTopicsAreNot() {
    assertThat(ErasableTopics.isErasable(TopicRole.AGENT_EVENTS_DLQ)).isTrue();
    assertThat(ErasableTopics.isErasable(TopicRole.AGENT_EVENTS)).isFalse();
    assertThat(ErasableTopics.erasersByTopic(TopicCatalogue.load(""), person("ann"), REGISTRY))
        .containsKey(TopicCatalogue.load("").topic(TopicRole.AGENT_EVENTS_DLQ));
  }
}
