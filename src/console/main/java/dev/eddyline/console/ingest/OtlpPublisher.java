package dev.eddyline.console.ingest;

import dev.eddyline.config.Settings;
import dev.eddyline.otlp.OtlpBody;
import dev.eddyline.otlp.OtlpEncoding;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.OtlpWriter;
import dev.eddyline.otlp.TelemetryRecord;
import dev.eddyline.otlp.TraceBodies;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.PublisherSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes OTLP bodies to their topics. */
public final class OtlpPublisher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OtlpPublisher.class);
  private static final String CONTENT_TYPE = "content-type";
  private static final Duration PUBLISH_TIMEOUT = Duration.ofSeconds(8);

  /** Longest wait of one send, and of the sends of a batch before its last one. */
  static final Duration BLOCK = Duration.ofSeconds(2);

  /** Longest record of several spans, in bytes; a longer body is split. */
  private static final int MAX_RECORD_BYTES = 4 << 20;

  /** Longest span or log record: with the headers of a batch it still fits its topic. */
  private static final int MAX_SPAN_BYTES = 9 << 20;

  private static final String TOO_LONG =
      "a record must have at most %d bytes".formatted(MAX_SPAN_BYTES);

  private final TopicCatalogue topics;
  private final Producer<byte[], byte[]> producer;
  private final LongSupplier nanos;

  /** A publisher to the configured cluster. */
  public OtlpPublisher(Settings settings, TopicCatalogue topics) {
    this(
        topics,
        new KafkaProducer<>(
            PublisherSettings.of(settings, BLOCK, PUBLISH_TIMEOUT),
            new ByteArraySerializer(),
            new ByteArraySerializer()),
        System::nanoTime);
  }

  /**
   * A publisher with this producer, which it closes.
   *
   * @param nanos a clock, nanoseconds
   */
  OtlpPublisher(TopicCatalogue topics, Producer<byte[], byte[]> producer, LongSupplier nanos) {
    this.topics = topics;
    this.producer = producer;
    this.nanos = nanos;
  }

  /**
   * What is written for one request.
   *
   * @param signal the signal
   * @param encoding encoding of the bodies
   * @param bodies the bodies; empty for a request without readable records
   * @param rejected number of rejected spans or log records
   * @param problem why the first one was rejected
   */
  record Batch(
      OtlpSignal signal, OtlpEncoding encoding, List<Body> bodies, int rejected, String problem) {

    /** A body with its key, the trace; null without one. */
    @SuppressWarnings("ArrayRecordComponent") // sent once, never compared
    record Body(String key, byte[] bytes) {}

    /**
     * The body as it came; a long one, or one with several traces, is split. A trace on its own
     * partition is mapped in the order of its bodies, also after an outage of the mapper.
     */
    static Batch of(OtlpSignal signal, OtlpEncoding encoding, byte[] bytes) {
      TraceBodies traces = TraceBodies.split(signal, encoding, bytes);
      boolean isShort =
          traces.byTrace().values().stream().allMatch(it -> it.length <= MAX_RECORD_BYTES);
      List<Body> bodies = new ArrayList<>();
      if (isShort) {
        traces.byTrace().forEach((trace, body) -> bodies.add(new Body(key(trace), body)));
        return new Batch(signal, traces.encoding(), bodies, traces.rejected(), traces.problem());
      }
      int rejected = 0;
      for (byte[] body : traces.byTrace().values()) {
        rejected += split(signal, OtlpBody.read(signal, traces.encoding(), body).records(), bodies);
      }
      String problem = rejected == 0 ? traces.problem() : TOO_LONG;
      return new Batch(
          signal, OtlpEncoding.PROTOBUF, bodies, traces.rejected() + rejected, problem);
    }

    /** Adds the bodies of some records of a trace; returns the number of too long records. */
    private static int split(OtlpSignal signal, List<TelemetryRecord> records, List<Body> bodies) {
      byte[] encoded = OtlpWriter.write(signal, records);
      boolean isSingle = records.size() == 1;
      if (encoded.length <= (isSingle ? MAX_SPAN_BYTES : MAX_RECORD_BYTES)) {
        bodies.add(new Body(key(records.get(0).traceId()), encoded));
        return 0;
      }
      if (isSingle) {
        return 1;
      }
      int half = records.size() / 2;
      return split(signal, records.subList(0, half), bodies)
          + split(signal, records.subList(half, records.size()), bodies);
    }

    private static String key(String trace) {
      return trace.isEmpty() ? null : trace;
    }
  }

  /**
   * Publishes a batch; completes once Kafka has all of it, exceptionally otherwise. The caller
   * waits where the producer's memory is full, for two blocks at most: the rest of the batch then
   * fails, as it is repeated as a whole.
   */
  CompletableFuture<Void> publish(Batch batch) {
    TopicRole topic =
        batch.signal() == OtlpSignal.TRACES ? TopicRole.OTLP_SPANS : TopicRole.OTLP_LOGS;
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    long start = nanos.getAsLong();
    for (Batch.Body body : batch.bodies()) {
      if (nanos.getAsLong() - start > BLOCK.toNanos()) {
        return CompletableFuture.failedFuture(
            new TimeoutException("the producer's memory is full"));
      }
      CompletableFuture<Void> acknowledged = send(topics.name(topic), body, batch.encoding());
      if (acknowledged.isCompletedExceptionally()) {
        return acknowledged;
      }
      sent.add(acknowledged);
    }
    return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback has the result
  private CompletableFuture<Void> send(String topic, Batch.Body body, OtlpEncoding encoding) {
    byte[] key = body.key() == null ? null : body.key().getBytes(StandardCharsets.UTF_8);
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, key, body.bytes());
    record.headers().add(CONTENT_TYPE, encoding.contentType().getBytes(StandardCharsets.UTF_8));
    CompletableFuture<Void> acknowledged = new CompletableFuture<>();
    try {
      producer.send(
          record,
          (metadata, failed) -> {
            if (failed == null) {
              acknowledged.complete(null);
            } else {
              fail(acknowledged, failed);
            }
          });
    } catch (RuntimeException failed) {
      fail(acknowledged, failed);
    }
    return acknowledged;
  }

  private static void fail(CompletableFuture<Void> acknowledged, Exception failed) {
    LOG.atWarn().addKeyValue("reason", failed.toString()).log("publish failed");
    acknowledged.completeExceptionally(failed);
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }
}
