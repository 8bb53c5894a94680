package dev.eddyline.meaning;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.metrics.MeaningMeters;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.MeaningQuestions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The thread that asks the sentence model, with an in-memory broker; the model is a fake. */
class MeaningWorkerTest {

  private static final TopicPartition SIGNALS = new TopicPartition("eddyline-signals", 0);
  private static final String POISON = "a text that the model fails on";

  private final SchemaRegistry registry =
      new ConfluentSchemaRegistry(
          Map.of("schema.registry.url", "mock://" + UUID.randomUUID()), AvailabilityListener.NONE);
  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final MeaningMeters meters = new MeaningMeters(new SimpleMeterRegistry());
  private final AtomicReference<Throwable> ended = new AtomicReference<>();
  private MeaningWorker worker;

  @AfterEach
  void close() {
    worker.close();
    registry.close();
  }

  private void addQuestionsToTopic(Signal... questions) {
    AvroSerializer<Signal> writer = new AvroSerializer<>(Signal.class, registry);
    consumer.updateBeginningOffsets(Map.of(SIGNALS, 0L));
    consumer.schedulePollTask(
        () -> {
          consumer.rebalance(List.of(SIGNALS));
          for (int offset = 0; offset < questions.length; offset++) {
            consumer.addRecord(
                new ConsumerRecord<>(
                    SIGNALS.topic(),
                    0,
                    offset,
                    "T".getBytes(UTF_8),
                    writer.serialize(SIGNALS.topic(), questions[offset])));
          }
        });
  }

  private void answers(SentenceEncoder model) {
    worker =
        new MeaningWorker(
                SIGNALS.topic(), () -> consumer, () -> producer, registry, model, meters, 0)
            .start(ended::set);
  }

  private List<MeaningFound> answered() {
    AvroDeserializer<Signal> reader = new AvroDeserializer<>(Signal.class, registry);
    return producer.history().stream()
        .map(sent -> reader.deserialize(sent.topic(), sent.value()))
        .map(signal -> (MeaningFound) signal.getBody())
        .toList();
  }

  @Test
  void failingTextDoesNotBlockOthersAndGetsNoVector() {
    // Given
    addQuestionsToTopic(
        MeaningQuestions.questionAbout("one", POISON),
        MeaningQuestions.questionAbout("two", "three"),
        MeaningQuestions.questionAbout(POISON));

    // When
    answers(
        text -> {
          if (text.equals(POISON)) {
            throw new IllegalArgumentException("cannot be computed");
          }
          return Optional.of(SentenceVector.of(new float[] {text.length(), 1}));
        });

    // Then
    await().until(() -> consumer.committed(java.util.Set.of(SIGNALS)).get(SIGNALS) != null);
    assertThat(answered())
        .extracting(
            found ->
                found.getVectors().stream()
                    .map(requestVector -> requestVector.getVector().remaining())
                    .toList())
        .containsExactly(List.of(2, 0), List.of(2, 2), List.of(0));
    assertThat(meters.textsFailedByModel.count()).isEqualTo(1);
    assertThat(meters.failedKafkaBatches.count()).isZero();
  }

  @Test
  void anErrorEndsItVisibly() {
    // Given
    addQuestionsToTopic(MeaningQuestions.questionAbout("one"));

    // When
    answers(
        text -> {
          throw new OutOfMemoryError("of the test");
        });

    // Then
    await().until(() -> ended.get() instanceof OutOfMemoryError);
    assertThat(answered()).isEmpty();
  }
}
