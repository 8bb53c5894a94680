package dev.eddyline.reference;

import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.LoopPolicy;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the records of loop-policies. */
public final class PolicyRecords {

  private final AvroDeserializer<LoopPolicy> values;

  /** Reads with the schemas of this registry. */
  public PolicyRecords(SchemaRegistry registry) {
    values = new AvroDeserializer<>(LoopPolicy.class, registry);
  }

  /**
   * What the record says of its workflow.
   *
   * @throws dev.eddyline.registry.RegistryUnavailableException when waiting for the registry was
   *     given up, which is no fault of the record; any other exception says what is wrong with it
   */
  public PublishedPolicy read(ConsumerRecord<byte[], byte[]> record) {
    String workflow = WorkflowKey.of(record, PublishedPolicy.DEFAULT);
    if (record.value() == null) {
      return PublishedPolicy.withdrawn(workflow, record.offset());
    }
    LoopPolicy value = values.deserialize(record.topic(), record.value());
    return PublishedPolicy.of(workflow, record.offset(), value.getYaml());
  }
}
