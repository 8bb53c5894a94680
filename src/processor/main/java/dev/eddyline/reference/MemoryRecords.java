package dev.eddyline.reference;

import dev.eddyline.memory.LoopSignature;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.task.BadInputException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the records of loop-memory. */
public final class MemoryRecords {

  /** Longest text, in characters: no policy allows longer excerpts. */
  static final int MAX_TEXT = 2_000;

  private static final int MAX_KEY = 200;

  /**
   * A published case of the loop memory.
   *
   * @param key key of the case
   * @param memory the case; null where it was erased
   */
  public record MemoryCase(String key, LoopMemory memory) {}

  private final AvroDeserializer<LoopMemory> values;

  /** A reader with the schemas of this registry. */
  public MemoryRecords(SchemaRegistry registry) {
    values = new AvroDeserializer<>(LoopMemory.class, registry);
  }

  /**
   * Decodes a record: a case or its erasure.
   *
   * @throws dev.eddyline.registry.RegistryUnavailableException when the registry client is closed
   *     or timed out; any other exception means an invalid record
   */
  public MemoryCase read(ConsumerRecord<byte[], byte[]> record) {
    String key = decodeKey(record.key());
    if (record.value() == null) {
      return new MemoryCase(key, null);
    }
    LoopMemory memory = values.deserialize(record.topic(), record.value());
    check(key, memory);
    return new MemoryCase(key, memory);
  }

  private static void check(String key, LoopMemory memory) {
    if (!key.equals(LoopSignature.loopMemoryRecordKey(memory))) {
      throw new BadInputException(
          "key must be that of the case, %s, was %s"
              .formatted(LoopSignature.loopMemoryRecordKey(memory), key));
    }
    if (memory.getTried() < 1 || memory.getHelped() < 0 || memory.getHelped() > memory.getTried()) {
      throw new BadInputException(
          "tried must be ≥ 1 and helped 0 to tried, was %d and %d"
              .formatted(memory.getTried(), memory.getHelped()));
    }
    int longest = Math.max(memory.getWhat().length(), memory.getRemedy().length());
    if (longest > MAX_TEXT) {
      throw new BadInputException(
          "what and remedy must be ≤ %d characters, was %d".formatted(MAX_TEXT, longest));
    }
  }

  private static String decodeKey(byte[] key) {
    if (key == null || key.length == 0 || key.length > MAX_KEY) {
      throw new BadInputException(
          "key must be a signature, a slash and an id, was %s"
              .formatted(key == null ? "null" : key.length + " bytes long"));
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
    } catch (CharacterCodingException notText) {
      throw new BadInputException("key must be UTF-8 text");
    }
  }
}
