package dev.eddyline.metrics;

import io.micrometer.core.instrument.Meter;

/** The type of a metric. */
enum MetricKind {
  COUNTER(Meter.Type.COUNTER),
  GAUGE(Meter.Type.GAUGE),
  SUMMARY(Meter.Type.DISTRIBUTION_SUMMARY);

  private final Meter.Type type;

  MetricKind(Meter.Type type) {
    this.type = type;
  }

  /** The corresponding Micrometer type. */
  Meter.Type type() {
    return type;
  }
}
