package dev.eddyline.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.util.List;

/** Converts names and labels of metrics to those of Micrometer and Prometheus. */
final class MeterNames {

  private MeterNames() {}

  /** The Prometheus name of a metric. */
  static String prometheusName(String id, Meter.Type type, String unit) {
    String name = new PrometheusNamingConvention().name(id, type, unit);
    return type == Meter.Type.COUNTER && !name.endsWith("_total") ? name + "_total" : name;
  }

  /** The metric's labels with these values; the numbers must match. */
  static Tags tags(Metric metric, String... values) {
    List<String> labels = metric.labels();
    if (values.length != labels.size()) {
      throw new IllegalArgumentException(
          "%s has the labels %s, got %d values".formatted(metric.id(), labels, values.length));
    }
    Tags tags = Tags.empty();
    for (int i = 0; i < values.length; i++) {
      tags = tags.and(labels.get(i), values[i]);
    }
    return tags;
  }
}
