package dev.eddyline.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.function.IntSupplier;

/** Metrics of the notifier, by target. Thread-safe. */
public final class NotifierMetrics {

  private static final double MILLIS_PER_SECOND = 1_000;

  /** The outcome of an attempt. */
  public enum Outcome {
    /** The target took the notification. */
    DELIVERED,
    /** The attempt failed; another follows. */
    FAILED,
    /** The notification was given up. */
    DEAD_LETTERED;

    private String labelValue() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final MeterRegistry registry;

  /** Metrics in this registry. */
  public NotifierMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * Registers the metrics of a target at 0.
   *
   * @param waiting number of its notifications that wait for a delivery
   */
  public void addTarget(String target, IntSupplier waiting) {
    for (Outcome outcome : Outcome.values()) {
      Metric.NOTIFICATIONS.counter(registry, target, outcome.labelValue());
    }
    Metric.NOTIFICATION_AGE.summary(registry, target);
    Metric.NOTIFICATIONS_WAITING.gauge(registry, waiting, IntSupplier::getAsInt, target);
  }

  /** Counts an attempt. */
  public void count(String target, Outcome outcome) {
    Metric.NOTIFICATIONS.counter(registry, target, outcome.labelValue()).increment();
  }

  /** Records the time from a change to its delivery. */
  public void recordAge(String target, Duration age) {
    Metric.NOTIFICATION_AGE
        .summary(registry, target)
        .record(Math.max(0, age.toMillis()) / MILLIS_PER_SECOND);
  }
}
