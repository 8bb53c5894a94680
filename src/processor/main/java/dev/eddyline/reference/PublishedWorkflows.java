package dev.eddyline.reference;

import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/** The workflows that have a record in a reference topic now. */
public final class PublishedWorkflows {

  private PublishedWorkflows() {}

  /**
   * Reads the topic once, from its beginning to its end.
   *
   * @param topic a reference topic
   * @param limit time limit
   * @return names of workflows; for policies possibly {@code default}
   * @throws org.apache.kafka.common.KafkaException when it cannot be read, or not in time
   */
  public static Set<String> read(
      Settings settings, TopicCatalogue topics, TopicRole topic, Duration limit) {
    Set<String> workflows = new TreeSet<>();
    WholeTopicReader.read(
        settings,
        topic.key(),
        topic,
        topics,
        limit,
        record -> {
          String workflow =
              record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
          if (record.value() == null) {
            workflows.remove(workflow);
          } else {
            workflows.add(workflow);
          }
        });
    return workflows;
  }
}
