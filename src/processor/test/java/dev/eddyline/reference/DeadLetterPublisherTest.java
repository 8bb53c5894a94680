package dev.eddyline.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Rejected policies are dead-lettered once, with the offset in the same transaction. */
class DeadLetterPublisherTest {

  private final PolicyTopic topic = new PolicyTopic();
  private final List<MockProducer<byte[], byte[]>> producers = new ArrayList<>();
  private RuntimeException commitFails;
  private long committedOffset;
  private final DeadLetterPublisher letters =
      new DeadLetterPublisher(
          "dead", PolicyTopic.PARTITION, "group", this::producer, () -> committedOffset);

  private MockProducer<byte[], byte[]> producer() {
    var producer =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    producer.commitTransactionException = commitFails;
    producers.add(producer);
    return producer;
  }

  private RejectedRecord refused(long offset) {
    var record = topic.record(offset, "build".getBytes(UTF_8), "[".getBytes(UTF_8));
    record.headers().add("sender", "kcat".getBytes(UTF_8));
    record.headers().add("__streams.errors.message", "by the sender".getBytes(UTF_8));
    record.headers().add("__streams.errors.stacktrace", "by the sender".getBytes(UTF_8));
    return new RejectedRecord(record, new IllegalArgumentException("no policy"));
  }

  private static String header(ProducerRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), UTF_8);
  }

  @Test
  void aDeadLetterIsTheUnchangedRecordWithTheCommonHeaders() {
    // When
    letters.publishDeadLetters(List.of(refused(7)));

    // Then
    ProducerRecord<byte[], byte[]> letter = producers.get(0).history().get(0);
    assertThat(letter.topic()).isEqualTo("dead");
    assertThat(letter.key()).asString().isEqualTo("build");
    assertThat(letter.value()).asString().isEqualTo("[");
    assertThat(letter.timestamp()).isEqualTo(1_007);
    assertThat(header(letter, "sender")).isEqualTo("kcat");
    assertThat(header(letter, "__streams.errors.exception"))
        .isEqualTo("java.lang.IllegalArgumentException");
    assertThat(letter.headers().headers("__streams.errors.message"))
        .extracting(header -> new String(header.value(), UTF_8))
        .containsExactly("no policy");
    assertThat(letter.headers().lastHeader("__streams.errors.stacktrace")).isNull();
    assertThat(header(letter, "__streams.errors.topic")).isEqualTo("loop-policies");
    assertThat(header(letter, "__streams.errors.partition")).isEqualTo("0");
    assertThat(header(letter, "__streams.errors.offset")).isEqualTo("7");
  }

  @Test
  void theOffsetIsCommittedInTheSameTransaction() {
    // When
    letters.publishDeadLetters(List.of(refused(7), refused(9)));

    // Then
    MockProducer<byte[], byte[]> producer = producers.get(0);
    assertThat(producer.history()).hasSize(2);
    assertThat(producer.consumerGroupOffsetsHistory())
        .containsExactly(Map.of("group", Map.of(PolicyTopic.PARTITION, new OffsetAndMetadata(10))));
    assertThat(producer.transactionCommitted()).isTrue();
    assertThat(producer.closed()).isTrue();
  }

  @Test
  void publishedDeadLettersAreNotRepeated_andTheOffsetIsRecommitted() {
    // Given
    committedOffset = 8;

    // When
    letters.publishDeadLetters(List.of(refused(3), refused(7)));

    // Then
    assertThat(producers.get(0).history()).isEmpty();
    assertThat(producers.get(0).consumerGroupOffsetsHistory())
        .containsExactly(Map.of("group", Map.of(PolicyTopic.PARTITION, new OffsetAndMetadata(8))));
  }

  @Test
  void afterAFailedTransactionTheNextTryPublishesAll() {
    // Given
    commitFails = new ProducerFencedException("another instance publishes");

    // When
    assertThatThrownBy(() -> letters.publishDeadLetters(List.of(refused(7))))
        .isInstanceOf(KafkaException.class);
    commitFails = null;
    letters.publishDeadLetters(List.of(refused(7)));

    // Then
    assertThat(producers.get(0).history()).isEmpty();
    assertThat(producers.get(0).closed()).isTrue();
    assertThat(producers.get(1).history()).hasSize(1);
  }

  @Test
  void anExceptionWithoutAMessageIsNamedByItsClass() {
    // When
    letters.publishDeadLetters(
        List.of(new RejectedRecord(topic.record(1, null, null), new StackOverflowError())));

    // Then
    assertThat(header(producers.get(0).history().get(0), "__streams.errors.message"))
        .isEqualTo("java.lang.StackOverflowError");
  }
}
