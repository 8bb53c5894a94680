/**
 * Spans and log records of OpenTelemetry as events: readers of both OTLP encodings, a table of
 * attribute names, and the mapping. No Kafka and no HTTP.
 */
package dev.eddyline.otlp;
