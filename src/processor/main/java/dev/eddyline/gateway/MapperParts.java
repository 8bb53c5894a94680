package dev.eddyline.gateway;

import dev.eddyline.metrics.TelemetryMetrics;
import dev.eddyline.otlp.TelemetryMapper;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Duration;

/**
 * The dependencies of the mapper's topology.
 *
 * @param topics the topics
 * @param partitions partition count of the OTLP topics
 * @param registry reads and writes the schemas of values
 * @param mapper maps spans and log records
 * @param metrics counts records and events
 * @param delay how long a record waits for its ancestors, and then for its order; more than 0
 */
public record MapperParts(
    TopicCatalogue topics,
    int partitions,
    SchemaRegistry registry,
    TelemetryMapper mapper,
    TelemetryMetrics metrics,
    Duration delay) {

  /** Rejects a delay of 0 or less. */
  public MapperParts {
    if (delay.isNegative() || delay.isZero()) {
      throw new IllegalArgumentException("delay must be more than 0, was " + delay);
    }
  }
}
