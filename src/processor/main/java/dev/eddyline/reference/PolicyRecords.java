package dev.eddyline.reference;

import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.LoopPolicy;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the records of loop-policies. */
public final class PolicyRecords {

  private final AvroDeserializer<LoopPolicy> values;

  /** A reader with the schemas of this registry. */
  public PolicyRecords(SchemaRegistry registry) {
    values = new AvroDeserializer<>(LoopPolicy.class, registry);
  }

  /**
   * Decodes a record: a workflow's policy or its withdrawal.
   *
   * @throws dev.eddyline.registry.RegistryUnavailableException when the registry client is closed
   *     or timed out; any other exception means an invalid record
   */
  public PublishedPolicy read(ConsumerRecord<byte[], byte[]> record) {
    String workflow = WorkflowKey.parseKey(record, PublishedPolicy.DEFAULT);
    if (record.value() == null) {
      return PublishedPolicy.withdrawn(workflow, record.offset());
    }
    LoopPolicy value = values.deserialize(record.topic(), record.value());
    return PublishedPolicy.parsePublishedPolicy(workflow, record.offset(), value.getYaml())
        .withOrigin(value.getPublishedBy(), value.getNote());
  }
}
