/**
 * What a finished tool call brought its task: nothing, what was known, or something new. Words of
 * tools and results are in {@code outcomes.yaml}. Nothing here knows detectors or Kafka.
 */
package dev.eddyline.outcome;
