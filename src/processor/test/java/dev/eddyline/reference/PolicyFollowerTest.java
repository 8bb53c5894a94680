package dev.eddyline.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.metrics.Metrics;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.topics.TopicRole;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The follower of policies, with a mock broker. */
class PolicyFollowerTest {

  private final PolicyTopic topic = new PolicyTopic();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<MockConsumer<byte[], byte[]>> consumers = new CopyOnWriteArrayList<>();
  private final List<MockProducer<byte[], byte[]>> producers = new CopyOnWriteArrayList<>();
  private final List<String> texts = new CopyOnWriteArrayList<>();
  private final AtomicInteger read = new AtomicInteger();
  private volatile int consumersThatFail;
  private volatile int producersThatFail;
  private final PolicyFollower follower =
      new PolicyFollower(
          Policies.ofSinglePolicy(Policies.preset("default")),
          new PolicyRecords(topic.registry()),
          reader ->
              new ReferenceFollower(
                  PolicyFollower.TOPIC_KIND,
                  PolicyTopic.PARTITION,
                  reader,
                  this::consumer,
                  new DeadLetterPublisher(
                      "dead", PolicyTopic.PARTITION, "group", this::producer, () -> 0L),
                  ReferenceMeters.of(TopicRole.LOOP_POLICIES, new Metrics(meters))));

  @AfterEach
  void close() {
    follower.close();
    topic.registry().close();
  }

  /** A consumer with all current texts, each published for workflow build. */
  private synchronized Consumer<byte[], byte[]> consumer() {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    consumer.updateBeginningOffsets(Map.of(PolicyTopic.PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PolicyTopic.PARTITION, (long) texts.size()));
    if (consumersThatFail > 0) {
      consumersThatFail--;
      consumer.setOffsetsException(new TimeoutException("no broker"));
    }
    consumer.schedulePollTask(
        () -> {
          for (int offset = 0; offset < texts.size(); offset++) {
            add(consumer, offset);
          }
        });
    consumers.add(consumer);
    return consumer;
  }

  private void add(MockConsumer<byte[], byte[]> consumer, int offset) {
    String text = texts.get(offset);
    byte[] value = text.isEmpty() ? null : topic.value(text);
    consumer.addRecord(topic.record(offset, "build".getBytes(UTF_8), value));
  }

  private synchronized Producer<byte[], byte[]> producer() {
    if (producersThatFail > 0) {
      producersThatFail--;
      throw new KafkaException("no broker");
    }
    var producer =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    producers.add(producer);
    return producer;
  }

  /** Publishes a text while the newest consumer reads. */
  private void put(String text) {
    texts.add(text);
    MockConsumer<byte[], byte[]> consumer = consumers.get(consumers.size() - 1);
    consumer.schedulePollTask(() -> add(consumer, texts.size() - 1));
  }

  private void start() {
    follower.start(read::incrementAndGet);
  }

  private String policy() {
    return follower.current().effectivePolicies().policyForWorkflow("build").name();
  }

  private double count(String name, String tag, String value) {
    return meters.find(name).tag(tag, value).counters().stream().mapToDouble(Counter::count).sum();
  }

  private List<String> deadLetterOffsets() {
    return producers.stream()
        .flatMap(producer -> producer.history().stream())
        .map(PolicyFollowerTest::offset)
        .toList();
  }

  private static String offset(ProducerRecord<byte[], byte[]> letter) {
    return new String(letter.headers().lastHeader("__streams.errors.offset").value(), UTF_8);
  }

  @Test
  void existingRecordsAreReadBeforeCallback() {
    // Given
    texts.addAll(List.of("name: first", "name: second"));

    // When
    start();

    // Then
    await().until(() -> read.get() == 1);
    assertThat(policy()).isEqualTo("second");
  }

  @Test
  void emptyTopicTriggersCallbackImmediately() {
    // When
    start();

    // Then
    await().until(() -> read.get() == 1);
    assertThat(policy()).isEqualTo("default");
  }

  @Test
  void laterPoliciesAndTombstonesAreApplied() {
    // Given
    start();
    await().until(() -> read.get() == 1);

    // When // Then
    put("name: hot");
    await().until(() -> policy().equals("hot"));
    put("");
    await().until(() -> policy().equals("default"));
    assertThat(follower.current().newestPublishedOffset("build")).isEqualTo(1);
    assertThat(read).hasValue(1);
  }

  @Test
  void anInvalidPolicyIsDeadLetteredAndTheLastValidOneStays() {
    // Given
    texts.addAll(List.of("name: good", "name: ["));

    // When
    start();

    // Then
    await().until(() -> deadLetterOffsets().equals(List.of("1")));
    assertThat(policy()).isEqualTo("good");
    assertThat(count("eddyline.references", "outcome", "refused")).isEqualTo(1);
    put("name: better");
    await().until(() -> policy().equals("better"));
  }

  @Test
  void aFailedReadIsRetriedAndCounted_withoutDuplicates() {
    // Given
    texts.addAll(List.of("name: good", "name: ["));
    consumersThatFail = 1;

    // When
    start();
    await().until(() -> read.get() == 1);
    consumers.get(1).setPollException(new KafkaException("the connection is lost"));

    // Then
    await().until(() -> consumers.size() == 3);
    put("name: better");
    await().until(() -> policy().equals("better"));
    assertThat(count("eddyline.references.failures", "of", "read")).isEqualTo(2);
    assertThat(count("eddyline.references", "outcome", "taken")).isEqualTo(2);
    assertThat(deadLetterOffsets()).containsExactly("1");
    assertThat(read).hasValue(1);
    assertThat(consumers.subList(0, 2)).allMatch(MockConsumer::closed);
  }

  @Test
  void aFailedDeadLetterDelaysNoValidPolicy_andIsSentLater() {
    // Given
    texts.addAll(List.of("name: [", "name: good"));
    producersThatFail = 2;

    // When
    start();

    // Then
    await().until(() -> deadLetterOffsets().equals(List.of("0")));
    assertThat(policy()).isEqualTo("good");
    assertThat(count("eddyline.references.failures", "of", "tell")).isEqualTo(2);
  }

  @Test
  void closeClosesTheConsumer_andTheSnapshotStays() {
    // Given
    texts.add("name: good");
    start();
    await().until(() -> read.get() == 1);

    // When
    follower.close();

    // Then
    assertThat(consumers).allMatch(MockConsumer::closed);
    assertThat(follower.current().effectivePolicies().policyForWorkflow("build"))
        .extracting(Policy::name)
        .isEqualTo("good");
  }
}
