package dev.eddyline.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.memory.LoopQuery;
import dev.eddyline.memory.LoopSignature;
import dev.eddyline.memory.LoopSimilarity;
import dev.eddyline.memory.WordSimilarity;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.policy.MemorySharing;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.RemedyKind;
import dev.eddyline.topics.TopicRole;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The follower of loop-memory, with a mock broker. */
class MemoryFollowerTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  /** Key and value bytes of a record. */
  private record Bytes(byte[] key, byte[] value) {}

  private final PolicyTopic topic = new PolicyTopic();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<Bytes> log = new CopyOnWriteArrayList<>();
  private final List<ProducerRecord<byte[], byte[]>> letters = new CopyOnWriteArrayList<>();
  private final MemoryFollower follower =
      new MemoryFollower(
          new MemoryRecords(topic.registry()),
          new WordSimilarity(),
          System::nanoTime,
          this::reading);

  @AfterEach
  void close() {
    follower.close();
    topic.registry().close();
  }

  private ReferenceFollower reading(ReferenceFollower.RecordHandler reader) {
    return new ReferenceFollower(
        MemoryFollower.TOPIC_KIND,
        PolicyTopic.PARTITION,
        reader,
        this::consumer,
        new DeadLetterPublisher("dead", PolicyTopic.PARTITION, "group", this::producer, () -> 0L),
        ReferenceMeters.of(TopicRole.LOOP_MEMORY, new Metrics(meters)));
  }

  private Consumer<byte[], byte[]> consumer() {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    consumer.updateBeginningOffsets(Map.of(PolicyTopic.PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PolicyTopic.PARTITION, (long) log.size()));
    consumer.schedulePollTask(
        () -> {
          for (int offset = 0; offset < log.size(); offset++) {
            consumer.addRecord(
                topic.record(offset, log.get(offset).key(), log.get(offset).value()));
          }
        });
    return consumer;
  }

  private MockProducer<byte[], byte[]> producer() {
    return new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
      @Override
      public synchronized java.util.concurrent.Future<
              org.apache.kafka.clients.producer.RecordMetadata>
          send(ProducerRecord<byte[], byte[]> record) {
        letters.add(record);
        return super.send(record);
      }
    };
  }

  private static LoopMemory memory(String event, String remedy) {
    return new LoopMemory(
        "s",
        LoopType.IDENTICAL_FAILURE,
        null,
        null,
        null,
        "TypeError",
        RemedyKind.GUIDANCE,
        remedy,
        1,
        1,
        null,
        "g",
        "T1",
        "T1",
        event,
        NOW);
  }

  private void appendMemoryRecord(LoopMemory memory) {
    appendMemoryRecord(LoopSignature.loopMemoryRecordKey(memory), memory);
  }

  private void appendMemoryRecord(String key, LoopMemory memory) {
    log.add(
        new Bytes(key == null ? null : key.getBytes(UTF_8), topic.value(LoopMemory.class, memory)));
  }

  private List<String> rememberedCases() {
    return follower
        .get()
        .findRemedyTexts(
            new LoopQuery(
                "s",
                LoopType.IDENTICAL_FAILURE,
                "TypeError",
                null,
                null,
                NOW.toEpochMilli(),
                workflow -> MemorySharing.WORKFLOW));
  }

  private void read(int records) {
    follower.start();
    await()
        .until(
            () ->
                meters.get("eddyline.references").counters().stream()
                        .mapToDouble(io.micrometer.core.instrument.Counter::count)
                        .sum()
                    == records);
  }

  @Test
  void memoryIsEmptyBeforeTheTopicIsRead_withoutBlocking() {
    // When
    List<String> casesBeforeRead = rememberedCases();

    // Then
    assertThat(casesBeforeRead).isEmpty();
  }

  @Test
  void publishedMemoriesAreIndexed_andErasedMemoriesAreRemoved() {
    // Given
    appendMemoryRecord(memory("e1", "one"));
    appendMemoryRecord(memory("e2", "two"));
    log.add(
        new Bytes(LoopSignature.loopMemoryRecordKey(memory("e1", "one")).getBytes(UTF_8), null));

    // When
    read(3);

    // Then
    await()
        .untilAsserted(
            () ->
                assertThat(rememberedCases())
                    .containsExactly("Guidance \"two\" helped 1 of 1 time"));
  }

  @Test
  void comparisonsAreRateLimited() {
    // Given
    AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    List<ReferenceFollower.RecordHandler> readers = new ArrayList<>();
    CountingLikeness likeness = new CountingLikeness();
    try (MemoryFollower quiet = quietFollower(nanos, likeness, readers)) {
      ReferenceFollower.RecordHandler reader = readers.get(0);

      // When
      reader.onBatchEnd();
      nanos.addAndGet(MemoryFollower.LOOP_COMPARISON_INTERVAL.toNanos() - 1);
      reader.onBatchEnd();
      int before = likeness.times;
      nanos.incrementAndGet();
      reader.onBatchEnd();

      // Then
      assertThat(before).isEqualTo(1);
      assertThat(likeness.times).isEqualTo(2);
    }
  }

  @Test
  void comparisonsEndInTime() {
    // Given
    AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    List<ReferenceFollower.RecordHandler> readers = new ArrayList<>();
    CountingLikeness likeness = new CountingLikeness();
    try (MemoryFollower quiet = quietFollower(nanos, likeness, readers)) {
      readers.get(0).onBatchEnd();

      // When
      nanos.addAndGet(MemoryFollower.MAX_COMPARISON_TIME_PER_INTERVAL.toNanos() - 1);
      boolean before = likeness.hasTime.getAsBoolean();
      nanos.incrementAndGet();

      // Then
      assertThat(before).isTrue();
      assertThat(likeness.hasTime.getAsBoolean()).isFalse();
    }
  }

  private MemoryFollower quietFollower(
      AtomicLong nanos, LoopSimilarity likeness, List<ReferenceFollower.RecordHandler> readers) {
    return new MemoryFollower(
        new MemoryRecords(topic.registry()),
        likeness,
        nanos::get,
        reader -> {
          readers.add(reader);
          return reading(reader);
        });
  }

  private static final class CountingLikeness implements LoopSimilarity {

    private int times;
    private BooleanSupplier hasTime;

    @Override
    public PreparedText prepareStoredLoopText(String what) {
      return other -> 0;
    }

    @Override
    public double similarityThreshold() {
      return 1;
    }

    @Override
    public void resolvePendingMeanings(BooleanSupplier hasTime) {
      times++;
      this.hasTime = hasTime;
    }
  }

  @Test
  void invalidRecordsAreDeadLettered_andTheEarlierCaseStays() {
    // Given
    appendMemoryRecord(memory("e1", "good"));
    String key = LoopSignature.loopMemoryRecordKey(memory("e1", "good"));
    log.add(new Bytes(key.getBytes(UTF_8), new byte[] {1, 2, 3}));
    LoopMemory impossible = memory("e1", "bad");
    impossible.setHelped(7);
    appendMemoryRecord(impossible);
    appendMemoryRecord(memory("e1", "x".repeat(MemoryRecords.MAX_TEXT + 1)));
    appendMemoryRecord("s/another", memory("e1", "under a key that is not its own"));
    appendMemoryRecord(null, memory("e1", "without a key"));

    // When
    read(6);

    // Then
    await().until(() -> letters.size() == 5);
    assertThat(rememberedCases()).containsExactly("Guidance \"good\" helped 1 of 1 time");
    assertThat(meters.get("eddyline.references").tag("outcome", "refused").counter().count())
        .isEqualTo(5);
    assertThat(letters)
        .extracting(
            letter ->
                new String(letter.headers().lastHeader("__streams.errors.message").value(), UTF_8))
        .anySatisfy(reason -> assertThat(reason).contains("helped 0 to tried, was 1 and 7"))
        .anySatisfy(reason -> assertThat(reason).contains("must be ≤ 2000 characters"))
        .anySatisfy(reason -> assertThat(reason).contains("key must be that of the case"));
  }
}
