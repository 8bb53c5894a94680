package dev.eddyline.reference;

import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.LoopPolicy;
import dev.eddyline.task.BadInputException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the records of loop-policies. */
public final class PolicyRecords {

  /** Longest name of a workflow, in characters: no event has a longer one. */
  static final int MAX_WORKFLOW = 1_024;

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
    String workflow = workflow(record.key());
    if (record.value() == null) {
      return PublishedPolicy.withdrawn(workflow, record.offset());
    }
    LoopPolicy value = values.deserialize(record.topic(), record.value());
    return PublishedPolicy.of(workflow, record.offset(), value.getYaml());
  }

  private static String workflow(byte[] key) {
    if (key == null || key.length == 0) {
      throw new BadInputException(
          "key is required, was %s: the workflow's name as UTF-8 text, or %s"
              .formatted(key == null ? "null" : "empty", PublishedPolicy.DEFAULT));
    }
    try {
      String workflow = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
      if (workflow.length() > MAX_WORKFLOW) {
        throw new BadInputException(
            "key must be ≤ %d characters, was %d".formatted(MAX_WORKFLOW, workflow.length()));
      }
      return workflow;
    } catch (CharacterCodingException notText) {
      throw new BadInputException("key must be the workflow's name as UTF-8 text, is no UTF-8");
    }
  }
}
