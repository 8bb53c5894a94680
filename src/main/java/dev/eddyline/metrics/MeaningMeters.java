package dev.eddyline.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.DoubleSupplier;

/** What is counted of the sentence model's work. */
public final class MeaningMeters {

  /** Texts whose vector had been computed lately. */
  public final Counter known;

  /** Texts whose vector was computed. */
  public final Counter computed;

  /** What that took, seconds. */
  public final DistributionSummary inference;

  /** Batches to be taken once more because records could not be read or published. */
  public final Counter kafkaFailed;

  /** Texts that the model failed on, compared by their words alone. */
  public final Counter modelFailed;

  private final MeterRegistry registry;

  /** Counts in this registry. */
  public MeaningMeters(MeterRegistry registry) {
    this.registry = registry;
    known = Metric.MEANING_TEXTS.counter(registry, "known");
    computed = Metric.MEANING_TEXTS.counter(registry, "computed");
    inference = Metric.MEANING_INFERENCE.summary(registry);
    kafkaFailed = Metric.MEANING_FAILURES.counter(registry, "kafka");
    modelFailed = Metric.MEANING_FAILURES.counter(registry, "model");
  }

  /** Shows how many records are still to be looked at. */
  public void lag(DoubleSupplier records) {
    Metric.MEANING_LAG.gauge(registry, records, DoubleSupplier::getAsDouble);
  }
}
