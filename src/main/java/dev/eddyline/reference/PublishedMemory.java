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
 * A snapshot of loop-memory.
 *
 * @param cases cases by key, in the order of publication
 * @param unread number of undecodable records
 */
public record PublishedMemory(Map<String, LoopMemory> cases, int unread) {

  public PublishedMemory {
    cases = Collections.unmodifiableMap(new LinkedHashMap<>(cases));
  }

  /**
   * Reads the topic once, from its beginning to its end.
   *
   * @param registry the registry of its schemas, closed by the caller
   * @param limit time limit
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
        // the processor dead-letters it with the reason
        unread++;
      }
    }
  }
}
