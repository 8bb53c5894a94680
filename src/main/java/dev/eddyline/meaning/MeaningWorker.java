package dev.eddyline.meaning;

import dev.eddyline.metrics.MeaningMeters;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.Backoff;
import dev.eddyline.schema.Signal;
import dev.eddyline.topology.TraceHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
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
 * A thread that answers what the rules ask about the meaning of texts, over the topic of signals.
 * It takes a few records at a time, and notes that it has read them only when every answer is
 * acknowledged: what dies in between is answered once more, which has no further effect.
 */
final class MeaningWorker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(MeaningWorker.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration CLEAN_CLOSE = Duration.ofSeconds(2);
  private static final Duration FORCED_CLOSE = Duration.ofSeconds(1);

  private final String topic;
  private final MeaningClients clients;
  private final AvroDeserializer<Signal> reader;
  private final AvroSerializer<Signal> writer;
  private final MeaningAnswers answers;
  private final MeaningMeters meters;
  private final Thread thread;
  private final CountDownLatch closed = new CountDownLatch(1);
  private Backoff backoff = newBackoff();
  private volatile long lag;

  MeaningWorker(
      String topic,
      MeaningClients clients,
      AvroDeserializer<Signal> reader,
      AvroSerializer<Signal> writer,
      Supplier<SentenceEncoder> model,
      MeaningMeters meters,
      int number) {
    this.topic = topic;
    this.clients = clients;
    this.reader = reader;
    this.writer = writer;
    this.meters = meters;
    answers = new MeaningAnswers(model, meters);
    thread = new Thread(this::run, "meaning-" + number);
    thread.setDaemon(true);
  }

  MeaningWorker start() {
    thread.start();
    return this;
  }

  /** Records that it has not looked at yet. */
  long lag() {
    return lag;
  }

  private void run() {
    while (!isClosed()) {
      Consumer<byte[], byte[]> consumer = null;
      try (Producer<byte[], byte[]> producer = clients.producer()) {
        consumer = clients.consumer();
        consumer.subscribe(List.of(topic));
        while (!isClosed()) {
          take(consumer, producer);
        }
      } catch (RuntimeException | LinkageError failed) {
        if (!isClosed()) {
          again(failed);
        }
      } finally {
        // of an interrupt only the end of waiting is wanted
        Thread.interrupted();
        if (consumer != null) {
          consumer.close(CloseOptions.timeout(CLEAN_CLOSE));
        }
      }
    }
  }

  private void again(Throwable failed) {
    boolean kafka = failed instanceof KafkaException;
    (kafka ? meters.kafkaFailed : meters.modelFailed).increment();
    long pause = backoff.nextMillis();
    LOG.atWarn()
        .addKeyValue("topic", topic)
        .addKeyValue("retry_ms", pause)
        .setCause(kafka ? null : failed)
        .addKeyValue("reason", failed.toString())
        .log("requests wait for their meaning; they are taken once more");
    pause(pause);
  }

  private void take(Consumer<byte[], byte[]> consumer, Producer<byte[], byte[]> producer) {
    ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
    List<Future<?>> sent = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : batch) {
      if (isClosed()) {
        return;
      }
      answer(record, producer, sent);
    }
    if (!batch.isEmpty()) {
      producer.flush();
      sent.forEach(MeaningWorker::require);
      consumer.commitSync();
      backoff = newBackoff();
    }
    long behind = 0;
    for (TopicPartition partition : consumer.assignment()) {
      OptionalLong here = consumer.currentLag(partition);
      behind += here.orElse(0);
    }
    lag = behind;
  }

  private void answer(
      ConsumerRecord<byte[], byte[]> record,
      Producer<byte[], byte[]> producer,
      List<Future<?>> sent) {
    Signal signal;
    try {
      signal = reader.deserialize(topic, record.value());
    } catch (SerializationException unreadable) {
      return; // the processor makes a dead letter of it
    }
    if (signal == null) {
      return;
    }
    answers
        .to(signal)
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
                            TraceHeaders.of(record.headers())))));
  }

  private static void require(Future<?> sent) {
    try {
      sent.get();
    } catch (ExecutionException failed) {
      throw new KafkaException("an answer could not be published", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted while an answer was published", interrupted);
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void pause(long millis) {
    try {
      closed.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException end) {
      // only close() interrupts
    }
  }

  private static Backoff newBackoff() {
    return new Backoff(ThreadLocalRandom.current());
  }

  /** Ends the work; what is not answered yet another instance, or the next start, answers. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(CLEAN_CLOSE.toMillis());
      // waits for a broker or the registry
      thread.interrupt();
      thread.join(FORCED_CLOSE.toMillis());
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
