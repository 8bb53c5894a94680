package dev.eddyline.reference;

import dev.eddyline.metrics.Metrics;
import dev.eddyline.topics.TopicRole;
import io.micrometer.core.instrument.Counter;

/**
 * The counters of a followed topic.
 *
 * @param acceptedRecords accepted records
 * @param rejectedRecords rejected records
 * @param readingFailures failed reads
 * @param deadLetteringFailures failed transactions that dead-letter records
 */
record ReferenceMeters(
    Counter acceptedRecords,
    Counter rejectedRecords,
    Counter readingFailures,
    Counter deadLetteringFailures) {

  /** The counters of this topic. */
  static ReferenceMeters of(TopicRole role, Metrics metrics) {
    return new ReferenceMeters(
        metrics.referenceRecordCounter(role.key(), "taken"),
        metrics.referenceRecordCounter(role.key(), "refused"),
        metrics.referenceFailures(role.key(), "read"),
        metrics.referenceFailures(role.key(), "tell"));
  }
}
