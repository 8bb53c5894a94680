package dev.eddyline.console.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.otlp.OtlpEncoding;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class OtlpPublisherTest {

  private static final OtlpPublisher.Batch BATCH =
      new OtlpPublisher.Batch(
          OtlpSignal.TRACES,
          OtlpEncoding.PROTOBUF,
          Collections.nCopies(20, new OtlpPublisher.Batch.Body(null, new byte[] {1})),
          0,
          "");

  private final AtomicLong nanos = new AtomicLong();

  /** A producer whose sends wait, and then fail or not. */
  private final class BlockingProducer extends MockProducer<byte[], byte[]> {

    private final Duration wait;
    private final boolean fails;
    private int sends;

    private BlockingProducer(Duration wait, boolean fails) {
      super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
      this.wait = wait;
      this.fails = fails;
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<byte[], byte[]> record, Callback callback) {
      sends++;
      nanos.addAndGet(wait.toNanos());
      if (fails) {
        TimeoutException late = new TimeoutException("no metadata");
        callback.onCompletion(null, late);
        return CompletableFuture.failedFuture(late);
      }
      return super.send(record, callback);
    }
  }

  private CompletableFuture<Void> publish(BlockingProducer producer) {
    try (OtlpPublisher publisher =
        new OtlpPublisher(TopicCatalogue.load(""), producer, nanos::get)) {
      return publisher.publish(BATCH);
    }
  }

  @Test
  void batchFailsAtItsFirstBodyWithoutBroker() {
    // Given
    BlockingProducer producer = new BlockingProducer(OtlpPublisher.BLOCK, true);

    // When
    CompletableFuture<Void> published = publish(producer);

    // Then
    assertThat(published).isCompletedExceptionally();
    assertThat(producer.sends).isOne();
  }

  @Test
  void batchFailsOnceItsSendsWaitedTooLong() {
    // Given
    BlockingProducer producer = new BlockingProducer(OtlpPublisher.BLOCK.dividedBy(2), false);

    // When
    CompletableFuture<Void> published = publish(producer);

    // Then: two sends wait as long as one may, the third longer
    assertThat(published).isCompletedExceptionally();
    assertThat(producer.sends).isEqualTo(3);
  }
}
