package dev.eddyline.evaluator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.eddyline.judgement.EvaluationRequests;
import dev.eddyline.judgement.Evaluator;
import dev.eddyline.judgement.Judgement;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The thread that has requests judged, with a broker of the mind. */
class EvaluationWorkerTest {

  private static final TopicCatalogue TOPICS = TopicCatalogue.load("");
  private static final TopicPartition REQUESTS =
      new TopicPartition(TOPICS.name(TopicRole.PROGRESS_EVALUATION_REQUESTS), 0);
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final SchemaRegistry registry =
      new ConfluentSchemaRegistry(
          Map.of("schema.registry.url", "mock://" + UUID.randomUUID()), AvailabilityListener.NONE);
  private final MockProducer<String, byte[]> producer =
      new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
  private EvaluationWorker worker;

  @AfterEach
  void close() {
    worker.close();
  }

  private MockConsumer<String, byte[]> consumer() {
    MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest");
    consumer.updateBeginningOffsets(Map.of(REQUESTS, 0L));
    consumer.schedulePollTask(
        () -> {
          consumer.rebalance(List.of(REQUESTS));
          consumer.addRecord(request());
        });
    return consumer;
  }

  private ConsumerRecord<String, byte[]> request() {
    byte[] value =
        new AvroSerializer<>(ProgressEvaluationRequest.class, registry)
            .serialize(
                REQUESTS.topic(),
                EvaluationRequests.requestAboutFailures("Make it work", "Error A", "Error B"));
    RecordHeaders headers = new RecordHeaders();
    headers.add("traceparent", PARENT.getBytes(UTF_8));
    headers.add("authorization", "secret".getBytes(UTF_8));
    return new ConsumerRecord<>(
        REQUESTS.topic(),
        0,
        0,
        0,
        TimestampType.CREATE_TIME,
        4,
        value.length,
        "T1",
        value,
        headers,
        Optional.empty());
  }

  private void judgedBy(Evaluator evaluator) {
    worker =
        new EvaluationWorker(this::consumer, () -> producer, registry, TOPICS, evaluator).start();
  }

  @Test
  void theAnswerBearsTheTraceOfItsRequest_andNoOtherHeader() {
    // When
    judgedBy(request -> new Judgement(EvaluationVerdict.REASONING, "so", "me"));

    // Then
    await().until(() -> !producer.history().isEmpty());
    ProducerRecord<String, byte[]> answer = producer.history().get(0);
    assertThat(answer.topic()).isEqualTo(TOPICS.name(TopicRole.PROGRESS_EVALUATIONS));
    assertThat(answer.key()).isEqualTo("T1");
    assertThat(answer.headers())
        .extracting(header -> header.key() + "=" + new String(header.value(), UTF_8))
        .containsExactly("traceparent=" + PARENT);
  }

  @Test
  void errorEndsTheWorkerAndIsThrownToTheWaitingCaller() {
    // When
    judgedBy(
        request -> {
          throw new OutOfMemoryError("of the test");
        });

    // Then
    assertThatThrownBy(() -> worker.awaitEnd())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("evaluator ended unexpectedly");
  }
}
