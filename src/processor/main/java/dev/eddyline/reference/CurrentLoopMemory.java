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
 * @param unreadableRecordCount number of undecodable records
 */
public record CurrentLoopMemory(Map<String, LoopMemory> cases, int unreadableRecordCount) {

  public CurrentLoopMemory {
    cases = Collections.unmodifiableMap(new LinkedHashMap<>(cases));
  }

  /**
   * Reads the topic once, from its beginning to its end.
   *
   * @param registry the registry of its schemas, closed by the caller
   * @param limit time limit
   * @throws org.apache.kafka.common.KafkaException when it cannot be read, or not in time
   */
  public static CurrentLoopMemory read(
      Settings settings, TopicCatalogue topics, SchemaRegistry registry, Duration limit) {
    Reading reading = new Reading(new MemoryRecords(registry));
    WholeTopicReader.read(
        settings,
        MemoryFollower.TOPIC_KIND,
        TopicRole.LOOP_MEMORY,
        topics,
        limit,
        reading::addRecord);
    return new CurrentLoopMemory(reading.cases, reading.unreadableRecordCount);
  }

  private static final class Reading {

    private final Map<String, LoopMemory> cases = new LinkedHashMap<>();
    private final MemoryRecords records;
    private int unreadableRecordCount;

    Reading(MemoryRecords records) {
      this.records = records;
    }

    private void addRecord(ConsumerRecord<byte[], byte[]> record) {
      try {
        MemoryRecords.MemoryCase entry = records.read(record);
        cases.remove(entry.key());
        if (entry.memory() != null) {
          cases.put(entry.key(), entry.memory());
        }
      } catch (RegistryUnavailableException notTheRecord) {
        throw notTheRecord;
      } catch (RuntimeException wrong) {
        // the processor dead-letters it with the reason
        unreadableRecordCount++;
      }
    }
  }
}
