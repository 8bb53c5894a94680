package dev.eddyline.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.DoubleSupplier;

/** The metrics of the sentence model. */
public final class MeaningMeters {

  /** Texts whose vector was cached. */
  public final Counter textsWithCachedVector;

  /** Texts whose vector was computed. */
  public final Counter textsWithComputedVector;

  /** Duration of a computation, seconds. */
  public final DistributionSummary inferenceSeconds;

  /** Batches that are retried because records could not be read or published. */
  public final Counter failedKafkaBatches;

  /** Texts that the model failed on, which are compared by words only. */
  public final Counter textsFailedByModel;

  private final MeterRegistry registry;

  /** Registers the metrics. */
  public MeaningMeters(MeterRegistry registry) {
    this.registry = registry;
    textsWithCachedVector = Metric.MEANING_TEXTS.counter(registry, "known");
    textsWithComputedVector = Metric.MEANING_TEXTS.counter(registry, "computed");
    inferenceSeconds = Metric.MEANING_INFERENCE.summary(registry);
    failedKafkaBatches = Metric.MEANING_FAILURES.counter(registry, "kafka");
    textsFailedByModel = Metric.MEANING_FAILURES.counter(registry, "model");
  }

  /** Registers the gauge of unread records. */
  public void registerLagGauge(DoubleSupplier records) {
    Metric.MEANING_LAG.gauge(registry, records, DoubleSupplier::getAsDouble);
  }
}
