package dev.eddyline.app;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.erasure.ErasureSubject;
import dev.eddyline.erasure.NameMatcher;
import dev.eddyline.reference.CurrentLoopMemory;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Erases cases of the loop memory. */
public final class LoopMemoryEraser {

  private final Settings settings;
  private final TopicCatalogue topics;

  /** An eraser for the application of these settings. */
  public LoopMemoryEraser(Settings settings, TopicCatalogue topics) {
    this.settings = settings;
    this.topics = topics;
  }

  /**
   * The keys of cases from a task or its subtasks, or of cases that mention a person. Cases contain
   * no sessions.
   *
   * @throws ClusterUnreachableException when loop-memory cannot be read
   */
  public List<String> findCaseKeysOf(ErasureSubject subject) {
    try (SchemaRegistry registry =
        new ConfluentSchemaRegistry(settings.registry(), Application.CLUSTER_TIMEOUT)) {
      Map<String, LoopMemory> cases =
          CurrentLoopMemory.read(settings, topics, registry, Application.CLUSTER_TIMEOUT).cases();
      NameMatcher mentions = new NameMatcher(subject.id());
      return cases.entrySet().stream()
          .filter(entry -> concernsSubject(subject, mentions, entry.getValue()))
          .map(Map.Entry::getKey)
          .toList();
    } catch (KafkaException unread) {
      throw new ClusterUnreachableException(
          "%s cannot be read: %s"
              .formatted(topics.name(TopicRole.LOOP_MEMORY), unread.getMessage()),
          unread);
    }
  }

  private static boolean concernsSubject(
      ErasureSubject subject, NameMatcher mentions, LoopMemory memory) {
    return switch (subject.kind()) {
      case TASK ->
          subject.id().equals(memory.getTaskId()) || subject.id().equals(memory.getRootTaskId());
      case SESSION -> false;
      case PERSON -> mentions.isIn(memory.getWhat()) || mentions.isIn(memory.getRemedy());
    };
  }

  /**
   * Erases the cases with these keys.
   *
   * @throws ClusterUnreachableException when not all could be erased: retry
   */
  public void erase(List<String> keys) {
    Map<String, Object> config = new HashMap<>(settings.producer());
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) Application.CLUSTER_TIMEOUT.toMillis());
    String topic = topics.name(TopicRole.LOOP_MEMORY);
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
      List<Future<?>> sent = new ArrayList<>();
      keys.forEach(key -> sent.add(producer.send(new ProducerRecord<>(topic, key, null))));
      for (Future<?> one : sent) {
        one.get();
      }
    } catch (ExecutionException refused) {
      throw new ClusterUnreachableException(
          "%s could not be written: %s".formatted(topic, refused.getCause().getMessage()),
          refused.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterUnreachableException("interrupted while a task was erased", interrupted);
    }
  }
}
