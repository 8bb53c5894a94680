package dev.eddyline.reference;

import dev.eddyline.metrics.Metrics;
import dev.eddyline.topics.TopicRole;
import io.micrometer.core.instrument.Counter;

/**
 * The counters of a followed topic.
 *
 * @param accepted accepted records
 * @param rejected rejected records
 * @param readingFailed failed reads
 * @param deadLetteringFailed failed transactions that dead-letter records
 */
record ReferenceMeters(
    Counter accepted, Counter rejected, Counter readingFailed, Counter deadLetteringFailed) {

  /** The counters of this topic. */
  static ReferenceMeters of(TopicRole role, Metrics metrics) {
    return new ReferenceMeters(
        metrics.referenceRecords(role.key(), "taken"),
        metrics.referenceRecords(role.key(), "refused"),
        metrics.referenceFailures(role.key(), "read"),
        metrics.referenceFailures(role.key(), "tell"));
  }
}
