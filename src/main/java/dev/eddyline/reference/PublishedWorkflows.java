package dev.eddyline.reference;

import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** The workflows of which loop-policies has a policy at this moment. */
public final class PublishedWorkflows {

  private static final Duration POLL = Duration.ofMillis(250);

  private PublishedWorkflows() {}

  /**
   * Reads the topic once, from its beginning to its end.
   *
   * @param limit longest time that it may take
   * @return names of workflows, or {@code default}
   * @throws org.apache.kafka.common.KafkaException when it cannot be read, or not in time
   */
  public static Set<String> read(Settings settings, TopicCatalogue topics, Duration limit) {
    TopicPartition partition = new TopicPartition(topics.name(TopicRole.LOOP_POLICIES), 0);
    int maxLetterBytes = topics.topic(TopicRole.AGENT_EVENTS_DLQ).maxMessageBytes();
    try (Consumer<byte[], byte[]> consumer =
        new ReferenceClients(settings, PolicyFollower.WHAT, maxLetterBytes).consumer()) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      return read(consumer, partition, limit);
    }
  }

  private static Set<String> read(
      Consumer<byte[], byte[]> consumer, TopicPartition partition, Duration limit) {
    Set<String> workflows = new TreeSet<>();
    long begun = System.nanoTime();
    long end = consumer.endOffsets(List.of(partition), limit).get(partition);
    while (consumer.position(partition, limit) < end) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        String workflow =
            record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        if (record.value() == null) {
          workflows.remove(workflow);
        } else {
          workflows.add(workflow);
        }
      }
      if (System.nanoTime() - begun > limit.toNanos()) {
        throw new TimeoutException(
            "%s was not read to its end within %d s".formatted(partition, limit.toSeconds()));
      }
    }
    return workflows;
  }
}
