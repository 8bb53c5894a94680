package dev.eddyline.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.DoubleSupplier;

/** The metrics of the sentence model. */
public final class MeaningMeters {

  /** Texts whose vector was cached. */
  public final Counter known;

  /** Texts whose vector was computed. */
  public final Counter computed;

  /** Duration of a computation, seconds. */
  public final DistributionSummary inference;

  /** Batches that are retried because records could not be read or published. */
  public final Counter kafkaFailed;

  /** Texts that the model failed on, which are compared by words only. */
  public final Counter modelFailed;

  private final MeterRegistry registry;

  /** Registers the metrics. */
  public MeaningMeters(MeterRegistry registry) {
    this.registry = registry;
    known = Metric.MEANING_TEXTS.counter(registry, "known");
    computed = Metric.MEANING_TEXTS.counter(registry, "computed");
    inference = Metric.MEANING_INFERENCE.summary(registry);
    kafkaFailed = Metric.MEANING_FAILURES.counter(registry, "kafka");
    modelFailed = Metric.MEANING_FAILURES.counter(registry, "model");
  }

  /** Registers the gauge of unread records. */
  public void lag(DoubleSupplier records) {
    Metric.MEANING_LAG.gauge(registry, records, DoubleSupplier::getAsDouble);
  }
}
