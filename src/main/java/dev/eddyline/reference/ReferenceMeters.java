package dev.eddyline.reference;

import dev.eddyline.metrics.Metrics;
import dev.eddyline.topics.TopicRole;
import io.micrometer.core.instrument.Counter;

/**
 * What is counted of the reading of a topic.
 *
 * @param taken records that were taken
 * @param refused records that were refused
 * @param readingFailed tries to read that failed
 * @param tellingFailed tries to tell of refused records that failed
 */
record ReferenceMeters(
    Counter taken, Counter refused, Counter readingFailed, Counter tellingFailed) {

  /** What is counted of this topic. */
  static ReferenceMeters of(TopicRole role, Metrics metrics) {
    return new ReferenceMeters(
        metrics.references(role.key(), "taken"),
        metrics.references(role.key(), "refused"),
        metrics.referenceFailures(role.key(), "read"),
        metrics.referenceFailures(role.key(), "tell"));
  }
}
