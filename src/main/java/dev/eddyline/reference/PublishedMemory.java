package dev.eddyline.reference;

import dev.eddyline.config.Settings;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What loop-memory says at this moment.
 *
 * @param cases its cases by their keys, in the order in which they were told
 * @param unread records that cannot be read
 */
public record PublishedMemory(Map<String, LoopMemory> cases, int unread) {

  public PublishedMemory {
    cases = Collections.unmodifiableMap(new LinkedHashMap<>(cases));
  }

  /**
   * Reads the topic once, from its beginning to its end.
   *
   * @param registry where its schemas stand; it stays the caller's
   * @param limit longest time that it may take
   * @throws org.apache.kafka.common.KafkaException when it cannot be read, or not in time
   */
  public static PublishedMemory read(
      Settings settings, TopicCatalogue topics, SchemaRegistry registry, Duration limit) {
    Reading reading = new Reading(new MemoryRecords(registry));
    WholeTopic.read(
        settings, MemoryFollower.WHAT, TopicRole.LOOP_MEMORY, topics, limit, reading::take);
    return new PublishedMemory(reading.cases, reading.unread);
  }

  private static final class Reading {

    private final Map<String, LoopMemory> cases = new LinkedHashMap<>();
    private final MemoryRecords records;
    private int unread;

    Reading(MemoryRecords records) {
      this.records = records;
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
      try {
        MemoryRecords.Case told = records.read(record);
        cases.remove(told.key());
        if (told.memory() != null) {
          cases.put(told.key(), told.memory());
        }
      } catch (RegistryUnavailableException notTheRecord) {
        throw notTheRecord;
      } catch (RuntimeException wrong) {
        // the processor tells why among the dead letters
        unread++;
      }
    }
  }
}
