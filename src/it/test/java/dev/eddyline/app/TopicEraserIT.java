package dev.eddyline.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.erasure.ErasureAction;
import dev.eddyline.erasure.RecordEraser;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Single records are erased from a topic of a real broker, and no other is lost. */
class TopicEraserIT {

  private static final RecordEraser RULE =
      record ->
          switch (text(record)) {
            case "secret" -> ErasureAction.DELETE;
            case "named" ->
                new ErasureAction.ReplaceRecord("unnamed".getBytes(UTF_8), record.headers());
            default -> ErasureAction.RETAIN;
          };

  /** Milliseconds; not in the past, where the topic's retention would delete the records. */
  private static final long SENT_AT = System.currentTimeMillis();

  private final TestCluster cluster = TestCluster.shared();
  private final String prefix = "erase-" + UUID.randomUUID() + "-";
  private final TopicSpec topic = topic();
  private final TopicEraser eraser = new TopicEraser(cluster.settings(prefix, Map.of()));
  private KafkaProducer<byte[], byte[]> producer;

  private TopicSpec topic() {
    TopicCatalogue topics = cluster.createTopics(prefix, 2);
    return topics.topic(TopicRole.AGENT_EVENTS_DLQ);
  }

  @BeforeEach
  void openProducer() {
    producer = producer(Map.of());
  }

  private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("bootstrap.servers", cluster.bootstrap());
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @AfterEach
  void close() {
    producer.close();
    eraser.close();
  }

  private void send(int partition, String... values) throws Exception {
    for (String value : values) {
      producer.send(letter(partition, value)).get();
    }
  }

  private ProducerRecord<byte[], byte[]> letter(int partition, String value) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("__streams.errors.message", ("why " + value).getBytes(UTF_8));
    headers.add("twice", "1".getBytes(UTF_8));
    headers.add("twice", "2".getBytes(UTF_8));
    return new ProducerRecord<>(
        topic.name(),
        partition,
        SENT_AT + value.length(),
        ("key of " + value).getBytes(UTF_8),
        value.getBytes(UTF_8),
        headers);
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.value(), UTF_8);
  }

  /** The records of a partition. */
  private List<ConsumerRecord<byte[], byte[]>> records(int partition) {
    List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
    eraser.previewErasure(
        topic,
        record -> {
          if (record.partition() == partition) {
            found.add(record);
          }
          return ErasureAction.RETAIN;
        });
    return found;
  }

  private List<String> values(int partition) {
    return records(partition).stream().map(TopicEraserIT::text).toList();
  }

  private void erase() {
    eraser.erase(topic, eraser.previewErasure(topic, RULE), RULE);
  }

  @Test
  void erasedRecordsAreDeleted_andOthersRepublishedUnchanged() throws Exception {
    // Given
    send(0, "a", "secret", "named", "b", "secret", "c", "d");
    send(1, "e", "f");
    List<TopicEraser.PartitionErasure> parts = eraser.previewErasure(topic, RULE);

    // When
    eraser.erase(topic, parts, RULE);

    // Then
    assertThat(parts)
        .extracting(
            TopicEraser.PartitionErasure::erased,
            TopicEraser.PartitionErasure::replaced,
            TopicEraser.PartitionErasure::read)
        .containsExactlyInAnyOrder(tuple(2L, 1L, 7L), tuple(0L, 0L, 2L));
    assertThat(values(0)).containsExactly("c", "d", "a", "unnamed", "b");
    assertThat(values(1)).containsExactly("e", "f");
    ConsumerRecord<byte[], byte[]> again = records(0).get(2);
    ProducerRecord<byte[], byte[]> before = letter(0, "a");
    assertThat(again.key()).isEqualTo(before.key());
    assertThat(again.timestamp()).isEqualTo(before.timestamp());
    assertThat(again.headers().toArray()).containsExactly(before.headers().toArray());
  }

  @Test
  void nothingIsRepublishedWhenNoRecordIsErased() throws Exception {
    // Given
    send(0, "a", "b");

    // When
    erase();

    // Then
    assertThat(records(0)).extracting(ConsumerRecord::offset).containsExactly(0L, 1L);
  }

  @Test
  @Tag(TestTags.ALONE)
  void interruptedErasureLosesNoRecords_andRetryCompletesIt() throws Exception {
    // Given
    send(0, "a", "b", "secret", "c");
    List<TopicEraser.PartitionErasure> parts = eraser.previewErasure(topic, RULE);
    RecordEraser interrupted =
        record -> {
          if (text(record).equals("secret")) {
            throw new IllegalStateException("interrupted");
          }
          return ErasureAction.RETAIN;
        };
    assertThatIllegalStateException()
        .isThrownBy(() -> eraser.erase(topic, parts, interrupted))
        .withMessage("interrupted");
    producer.flush();
    assertThat(values(0)).startsWith("a", "b", "secret", "c");

    // When
    erase();

    // Then
    assertThat(values(0)).contains("a", "b", "c").doesNotContain("secret");
  }

  @Test
  void recordsOfAnOpenTransactionAreNotErased() throws Exception {
    // Given
    send(0, "a", "secret", "b");
    try (KafkaProducer<byte[], byte[]> open =
        producer(Map.of("transactional.id", "open-" + prefix))) {
      open.initTransactions();
      open.beginTransaction();
      open.send(letter(0, "late")).get();
      send(0, "secret", "behind");

      // When
      erase();
      open.commitTransaction();
    }

    // Waits: the broker writes a transaction's end marker only after it has confirmed the commit.
    await()
        .untilAsserted(
            () -> assertThat(values(0)).containsExactly("b", "late", "secret", "behind", "a"));
    erase();
    assertThat(values(0)).containsExactlyInAnyOrder("b", "late", "behind", "a");
  }

  @Test
  void largeRecordsAreCopiedInSmallBatches() throws Exception {
    // Given
    for (int number = 0; number < 60; number++) {
      producer.send(new ProducerRecord<>(topic.name(), 0, null, new byte[900_000])).get();
    }
    send(0, "secret");

    // When
    erase();

    // Then
    long[] count = new long[1];
    eraser.previewErasure(
        topic,
        record -> {
          assertThat(record.value()).hasSize(900_000);
          count[0]++;
          return ErasureAction.RETAIN;
        });
    assertThat(count[0]).isEqualTo(60);
  }

  @Test
  void anEmptyPartitionStaysEmpty() {
    // When
    erase();

    // Then
    assertThat(eraser.previewErasure(topic, RULE))
        .extracting(TopicEraser.PartitionErasure::partition)
        .containsExactlyInAnyOrder(
            new TopicPartition(topic.name(), 0), new TopicPartition(topic.name(), 1));
    assertThat(values(0)).isEmpty();
  }
}
