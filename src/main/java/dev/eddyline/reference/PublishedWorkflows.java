package dev.eddyline.reference;

import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/** The workflows of which loop-policies has a policy at this moment. */
public final class PublishedWorkflows {

  private PublishedWorkflows() {}

  /**
   * Reads the topic once, from its beginning to its end.
   *
   * @param limit longest time that it may take
   * @return names of workflows, or {@code default}
   * @throws org.apache.kafka.common.KafkaException when it cannot be read, or not in time
   */
  public static Set<String> read(Settings settings, TopicCatalogue topics, Duration limit) {
    Set<String> workflows = new TreeSet<>();
    WholeTopic.read(
        settings,
        PolicyFollower.WHAT,
        TopicRole.LOOP_POLICIES,
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
