package dev.eddyline.reference;

import dev.eddyline.metrics.Metrics;
import dev.eddyline.topics.TopicRole;
import io.micrometer.core.instrument.Counter;

/**
 * The counters of a followed topic.
 *
 * @param taken accepted records
 * @param refused rejected records
 * @param readingFailed failed reads
 * @param tellingFailed failed transactions that dead-letter records
 */
record ReferenceMeters(
    Counter taken, Counter refused, Counter readingFailed, Counter tellingFailed) {

  /** The counters of this topic. */
  static ReferenceMeters of(TopicRole role, Metrics metrics) {
    return new ReferenceMeters(
        metrics.references(role.key(), "taken"),
        metrics.references(role.key(), "refused"),
        metrics.referenceFailures(role.key(), "read"),
        metrics.referenceFailures(role.key(), "tell"));
  }
}
