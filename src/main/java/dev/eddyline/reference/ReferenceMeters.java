package dev.eddyline.reference;

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
    Counter taken, Counter refused, Counter readingFailed, Counter tellingFailed) {}
