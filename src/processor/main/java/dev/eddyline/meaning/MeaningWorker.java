package dev.eddyline.meaning;

import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.metrics.MeaningMeters;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.MeaningAnswers;
import dev.eddyline.topology.TraceHeaders;
import dev.eddyline.work.RestartingThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that answers the detectors' requests for sentence vectors, over the topic of signals. It
 * commits a batch after all its answers are acknowledged. After a crash answers are repeated, which
 * has no effect.
 */
final class MeaningWorker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(MeaningWorker.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration CLEAN_CLOSE = Duration.ofSeconds(2);
  private static final Duration FORCED_CLOSE = Duration.ofSeconds(1);

  private final String topic;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final AvroDeserializer<Signal> reader;
  private final AvroSerializer<Signal> writer;
  private final MeaningAnswers answers;
  private final MeaningMeters meters;
  private final RestartingThread thread;
  private volatile long lag;

  /**
   * Creates a worker, not started.
   *
   * @param topic the topic of signals
   * @param registry not closed by the worker
   * @param number its number within the instance
   */
  MeaningWorker(
      String topic,
      Supplier<Consumer<byte[], byte[]>> consumers,
      Supplier<Producer<byte[], byte[]>> producers,
      SchemaRegistry registry,
      SentenceEncoder model,
      MeaningMeters meters,
      int number) {
    this.topic = topic;
    this.consumers = consumers;
    this.producers = producers;
    this.meters = meters;
    reader = new AvroDeserializer<>(Signal.class, registry);
    writer = new AvroSerializer<>(Signal.class, registry);
    thread =
        new RestartingThread(
            "meaning-" + number,
            it -> run(),
            this::recordFailureBeforeRetry,
            CLEAN_CLOSE,
            FORCED_CLOSE);
    answers =
        new MeaningAnswers(
            MeasuredModel.faultTolerant(model, meters, thread::pause),
            meters.textsWithCachedVector::increment);
  }

  /**
   * Starts the worker.
   *
   * @param onError called if an error ends the worker
   */
  MeaningWorker start(java.util.function.Consumer<Throwable> onError) {
    thread.withUncaughtErrorListener(onError).start();
    return this;
  }

  /** Its consumer lag, in records. */
  long lag() {
    return lag;
  }

  private void run() {
    Consumer<byte[], byte[]> consumer = null;
    try (Producer<byte[], byte[]> producer = producers.get()) {
      consumer = consumers.get();
      consumer.subscribe(List.of(topic));
      answerQuestionsUntilClosed(consumer, producer);
    } finally {
      if (consumer != null) {
        consumer.close(CloseOptions.timeout(CLEAN_CLOSE));
      }
    }
  }

  private void answerQuestionsUntilClosed(
      Consumer<byte[], byte[]> consumer, Producer<byte[], byte[]> producer) {
    thread.repeatUntilClosed(() -> pollAndAnswerQuestions(consumer, producer));
  }

  private void recordFailureBeforeRetry(RuntimeException reason, long retryMillis) {
    meters.failedKafkaBatches.increment();
    LOG.atWarn()
        .addKeyValue("topic", topic)
        .addKeyValue("retry_ms", retryMillis)
        .setCause(reason instanceof KafkaException ? null : reason)
        .addKeyValue("reason", reason.toString())
        .log("sentence model requests delayed: Kafka failed, retrying");
  }

  private void pollAndAnswerQuestions(
      Consumer<byte[], byte[]> consumer, Producer<byte[], byte[]> producer) {
    ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
    List<Future<?>> sent = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : batch) {
      if (thread.isClosed()) {
        return;
      }
      answer(record, producer, sent);
    }
    if (!batch.isEmpty()) {
      producer.flush();
      sent.forEach(MeaningWorker::awaitBrokerAcknowledgement);
      consumer.commitSync();
      thread.resetRetryBackoff();
    }
    long totalLag = 0;
    for (TopicPartition partition : consumer.assignment()) {
      OptionalLong partitionLag = consumer.currentLag(partition);
      totalLag += partitionLag.orElse(0);
    }
    lag = totalLag;
  }

  private void answer(
      ConsumerRecord<byte[], byte[]> record,
      Producer<byte[], byte[]> producer,
      List<Future<?>> sent) {
    Signal signal;
    try {
      signal = reader.deserialize(topic, record.value());
    } catch (SerializationException unreadable) {
      return; // the processor dead-letters it
    }
    if (signal == null) {
      return;
    }
    answers
        .vectorReplyTo(signal)
        .ifPresent(
            answer ->
                sent.add(
                    producer.send(
                        new ProducerRecord<>(
                            topic,
                            record.partition(),
                            null,
                            record.key(),
                            writer.serialize(topic, answer),
                            TraceHeaders.copyTraceContext(record.headers())))));
  }

  private static void awaitBrokerAcknowledgement(Future<?> sent) {
    try {
      sent.get();
    } catch (ExecutionException failed) {
      throw new KafkaException("an answer could not be published", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted while an answer was published", interrupted);
    }
  }

  /** Stops the worker; another instance or the next start answers the rest. */
  @Override
  public void close() {
    thread.close();
  }
}
