package dev.eddyline.reference;

import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.LoopPolicy;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Records of loop-policies as bytes. */
final class PolicyTopic {

  static final TopicPartition PARTITION = new TopicPartition("loop-policies", 0);

  private final SchemaRegistry registry =
      new ConfluentSchemaRegistry(
          Map.of("schema.registry.url", "mock://" + UUID.randomUUID()), AvailabilityListener.NONE);

  SchemaRegistry registry() {
    return registry;
  }

  /** The value of a policy. */
  byte[] value(String yaml) {
    return value(LoopPolicy.class, new LoopPolicy(yaml, null, null));
  }

  /** The value of any record. */
  <T extends SpecificRecord> byte[] value(Class<T> type, T value) {
    return AvroSerde.of(type, registry).serializer().serialize(PARTITION.topic(), value);
  }

  ConsumerRecord<byte[], byte[]> record(long offset, byte[] key, byte[] value) {
    return new ConsumerRecord<>(
        PARTITION.topic(),
        PARTITION.partition(),
        offset,
        1_000L + offset,
        TimestampType.LOG_APPEND_TIME,
        -1,
        -1,
        key,
        value,
        new RecordHeaders(),
        Optional.empty());
  }
}
