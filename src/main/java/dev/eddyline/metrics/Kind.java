package dev.eddyline.metrics;

import io.micrometer.core.instrument.Meter;

/** What a metric is to its reader. */
enum Kind {
  COUNTER(Meter.Type.COUNTER),
  GAUGE(Meter.Type.GAUGE),
  SUMMARY(Meter.Type.DISTRIBUTION_SUMMARY);

  private final Meter.Type type;

  Kind(Meter.Type type) {
    this.type = type;
  }

  /** The same as Micrometer knows it. */
  Meter.Type type() {
    return type;
  }
}
