package dev.eddyline.cluster;

import dev.eddyline.topics.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.TopicConfig;

/** The actual configuration of a topic in the cluster. */
record ActualTopic(int partitions, Config config) {

  /** The effective value of a setting. */
  String setting(String name) {
    ConfigEntry entry = config.get(name);
    return entry == null ? "unknown to the broker" : entry.value();
  }

  /** The retention of records; empty for unlimited. */
  Optional<Duration> retention() {
    long millis = Long.parseLong(setting(TopicConfig.RETENTION_MS_CONFIG));
    return millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
  }

  List<TopicDifference> differencesFrom(TopicSpec spec) {
    List<TopicDifference> differences = new ArrayList<>();
    if (partitions != spec.partitions()) {
      differences.add(
          new TopicDifference(
              spec.name(),
              TopicDifference.PARTITIONS,
              Integer.toString(spec.partitions()),
              Integer.toString(partitions)));
    }
    spec.settings()
        .forEach(
            (name, expected) -> {
              if (!expected.equals(setting(name))) {
                differences.add(new TopicDifference(spec.name(), name, expected, setting(name)));
              }
            });
    return differences;
  }
}
