package dev.eddyline.erasure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.GenericValues;
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
class RulesTest {

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

  private static Subject person(String name) {
    return new Subject(Subject.Kind.PERSON, name);
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
  void ofAPersonAReceiptKeepsAllButTheName() {
    // When
    GenericRecord after = after(person("ann"), receipt("ann", "ann 192.0.2.7"));

    // Then
    assertThat(after.get("by")).hasToString("erased");
    assertThat(after.get("origin")).hasToString("erased 192.0.2.7");
    assertThat(after.get("eventId")).hasToString("decision-ann-1");
    assertThat(after.get("taskId")).hasToString("T");
    assertThat(after.get("outcome")).hasToString("ACCEPTED");
  }

  @ParameterizedTest
  @CsvSource({"PERSON, bob", "TASK, T", "TASK, R", "SESSION, T"})
  void ofOthersAReceiptStaysAsItIs(Subject.Kind kind, String id) {
    // Given
    byte[] receipt = receipt("ann", "look");

    // When
    Outcome outcome =
        new ReceiptRule(new Subject(kind, id), REGISTRY).of(record(bytes("R"), receipt));

    // Then
    assertThat(outcome).isEqualTo(Outcome.KEPT);
  }

  @Test
  void whatWasErasedIsNotErasedAgain() {
    // Given
    RecordRule rule = new ReceiptRule(person("bob"), REGISTRY);

    // When
    Outcome again = rule.of(record(bytes("R"), receipt("erased", "erased")));

    // Then
    assertThat(again).isEqualTo(Outcome.KEPT);
  }

  @Test
  void aHeaderThatNamesThePersonGoes_theOthersStay() {
    // Given
    ConsumerRecord<byte[], byte[]> receipt = record(bytes("R"), receipt("lead", "192.0.2.7"));
    receipt.headers().add("user", bytes("ann")).add("ticket", bytes("4711"));

    // When
    Outcome outcome = new ReceiptRule(person("ann"), REGISTRY).of(receipt);

    // Then
    assertThat(((Outcome.Replaced) outcome).headers())
        .extracting(header -> header.key())
        .containsExactly("ticket");
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
