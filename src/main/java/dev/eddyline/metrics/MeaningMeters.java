package dev.eddyline.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.DoubleSupplier;

/** The metrics of the sentence model. */
public final class MeaningMeters {

  /** Texts whose vector was cached. */
  public final Counter cachedTexts;

  /** Texts whose vector was computed. */
  public final Counter computedTexts;

  /** Duration of a computation, seconds. */
  public final DistributionSummary inferenceSeconds;

  /** Batches that are retried because records could not be read or published. */
  public final Counter kafkaFailures;

  /** Texts that the model failed on, which are compared by words only. */
  public final Counter modelFailures;

  private final MeterRegistry registry;

  /** Registers the metrics. */
  public MeaningMeters(MeterRegistry registry) {
    this.registry = registry;
    cachedTexts = Metric.MEANING_TEXTS.counter(registry, "known");
    computedTexts = Metric.MEANING_TEXTS.counter(registry, "computed");
    inferenceSeconds = Metric.MEANING_INFERENCE.summary(registry);
    kafkaFailures = Metric.MEANING_FAILURES.counter(registry, "kafka");
    modelFailures = Metric.MEANING_FAILURES.counter(registry, "model");
  }

  /** Registers the gauge of unread records. */
  public void showLag(DoubleSupplier records) {
    Metric.MEANING_LAG.gauge(registry, records, DoubleSupplier::getAsDouble);
  }
}
