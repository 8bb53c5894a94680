package dev.eddyline.audit;

import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;

/** A topic of receipts in memory, for tests of what reads it. */
public final class ReceiptTopic {

  private static final String TOPIC = "decision-receipts";

  private final AvroSerde<DecisionReceipt> serde =
      AvroSerde.of(
          DecisionReceipt.class,
          new ConfluentSchemaRegistry(
              Map.of("schema.registry.url", "mock://receipts"), AvailabilityListener.NONE));
  private final Map<TopicPartition, List<ProducerRecord<String, byte[]>>> records = new HashMap<>();
  private final int partitions;

  /** An empty topic. */
  public ReceiptTopic(int partitions) {
    this.partitions = partitions;
    for (int partition = 0; partition < partitions; partition++) {
      records.put(new TopicPartition(TOPIC, partition), new ArrayList<>());
    }
  }

  /** A reader of the topic. */
  public ReceiptReader reader() {
    return new ReceiptReader(this::consumer, serde.deserializer(), TOPIC);
  }

  /** A reader for which the registry does not answer after this many records of all scans. */
  public ReceiptReader readerThatFailsAfter(int count) {
    AtomicInteger left = new AtomicInteger(count);
    Deserializer<DecisionReceipt> deserializer = serde.deserializer();
    return new ReceiptReader(
        this::consumer,
        (topic, value) -> {
          if (left.getAndDecrement() <= 0) {
            throw new RegistryUnavailableException("the registry does not answer");
          }
          return deserializer.deserialize(topic, value);
        },
        TOPIC);
  }

  /** An accepted approval by Ada. */
  public static DecisionReceipt.Builder receipt(String task, long decidedAt) {
    return DecisionReceipt.newBuilder()
        .setReceiptId("receipt-" + task + "-" + decidedAt)
        .setOutcome(DecisionOutcome.ACCEPTED)
        .setEventId("event-" + task)
        .setTaskId(task)
        .setRootTaskId(task)
        .setGateId("gate of " + task)
        .setDecision(Decision.APPROVE)
        .setBy("Ada")
        .setVerified(true)
        .setAgentId("console")
        .setOrigin("127.0.0.1")
        .setSource(new Source("gate-decisions", 0, 7L, 0))
        .setOccurredAt(Instant.ofEpochMilli(decidedAt))
        .setDecidedAt(Instant.ofEpochMilli(decidedAt));
  }

  /** Appends a receipt, with its time as the record's timestamp. */
  public void add(int partition, DecisionReceipt receipt) {
    add(partition, receipt.getDecidedAt().toEpochMilli(), receipt);
  }

  /** Appends a receipt whose decision's record has this timestamp. */
  public void add(int partition, long timestamp, DecisionReceipt receipt) {
    addBytes(partition, timestamp, serde.serializer().serialize(TOPIC, receipt));
  }

  /** Appends a record with any value. */
  void addBytes(int partition, long timestamp, byte[] value) {
    records
        .get(new TopicPartition(TOPIC, partition))
        .add(new ProducerRecord<>(TOPIC, partition, timestamp, "key", value));
  }

  private Consumer<String, byte[]> consumer() {
    MockConsumer<String, byte[]> consumer =
        new MockConsumer<>("earliest") {
          @Override
          public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
              Map<TopicPartition, Long> times) {
            Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
            times.forEach(
                (partition, time) ->
                    firstAtOrAfter(records.get(partition), time)
                        .ifPresent(it -> found.put(partition, new OffsetAndTimestamp(it, time))));
            return found;
          }

          @Override
          public synchronized void seek(TopicPartition partition, long offset) {
            super.seek(partition, offset);
            // the mock removes what was read once
            addRecords(this, partition, (int) offset);
          }
        };
    consumer.updatePartitions(
        TOPIC,
        IntStream.range(0, partitions)
            .mapToObj(it -> new PartitionInfo(TOPIC, it, null, null, null))
            .toList());
    consumer.assign(records.keySet());
    records.forEach(
        (partition, stored) -> {
          consumer.updateBeginningOffsets(Map.of(partition, 0L));
          consumer.updateEndOffsets(Map.of(partition, (long) stored.size()));
        });
    return consumer;
  }

  private void addRecords(
      MockConsumer<String, byte[]> consumer, TopicPartition partition, int first) {
    List<ProducerRecord<String, byte[]>> stored = records.get(partition);
    for (int offset = first; offset < stored.size(); offset++) {
      consumer.addRecord(consumerRecord(partition, offset, stored.get(offset)));
    }
  }

  private static Optional<Integer> firstAtOrAfter(
      List<ProducerRecord<String, byte[]>> stored, long time) {
    return IntStream.range(0, stored.size())
        .filter(it -> stored.get(it).timestamp() >= time)
        .boxed()
        .findFirst();
  }

  private static ConsumerRecord<String, byte[]> consumerRecord(
      TopicPartition partition, int offset, ProducerRecord<String, byte[]> stored) {
    return new ConsumerRecord<>(
        partition.topic(),
        partition.partition(),
        offset,
        stored.timestamp(),
        TimestampType.CREATE_TIME,
        -1,
        stored.value().length,
        "key",
        stored.value(),
        new RecordHeaders(),
        Optional.empty());
  }
}
