package dev.eddyline.metrics;

import dev.eddyline.otlp.Mapped;
import dev.eddyline.schema.AgentEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Metrics of the mapper of telemetry. Thread-safe. */
public final class TelemetryMetrics {

  private static final double MILLIS_PER_SECOND = 1_000;

  private final Map<Mapped.Outcome, Counter> records = new EnumMap<>(Mapped.Outcome.class);
  private final Counter rejected;
  private final Counter rerouted;
  private final Counter events;
  private final Counter early;
  private final DistributionSummary age;
  private final Map<Integer, Integer> waitingByPartition = new ConcurrentHashMap<>();
  private final Map<Integer, Integer> bufferedByPartition = new ConcurrentHashMap<>();

  /** Metrics in this registry. */
  public TelemetryMetrics(MeterRegistry registry) {
    for (Mapped.Outcome outcome : Mapped.Outcome.values()) {
      String label = outcome.name().toLowerCase(Locale.ROOT);
      records.put(outcome, Metric.OTLP_RECORDS.counter(registry, label));
    }
    rejected = Metric.OTLP_RECORDS.counter(registry, "rejected");
    rerouted = Metric.OTLP_REROUTED.counter(registry);
    events = Metric.OTLP_EVENTS.counter(registry);
    early = Metric.OTLP_EARLY.counter(registry);
    age = Metric.OTLP_AGE.summary(registry);
    Metric.OTLP_WAITING.gauge(registry, waitingByPartition, TelemetryMetrics::sum, "ancestors");
    Metric.OTLP_WAITING.gauge(registry, bufferedByPartition, TelemetryMetrics::sum, "order");
  }

  private static double sum(Map<Integer, Integer> byPartition) {
    return byPartition.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Counts a record by the outcome of its mapping. */
  public void countMapped(Mapped mapped) {
    records.get(mapped.outcome()).increment();
  }

  /** Counts unreadable records of a body. */
  public void countRejected(int count) {
    rejected.increment(count);
  }

  /** Counts records that were published again on their trace's partition. */
  public void countRerouted(int count) {
    rerouted.increment(count);
  }

  /** Counts a published event. */
  public void countPublished(AgentEvent event, long clockMillis) {
    events.increment();
    long millis = clockMillis - event.getOccurredAt().toEpochMilli();
    age.record(Math.max(0, millis) / MILLIS_PER_SECOND);
  }

  /** Counts events that were published before the end of their delay. */
  public void countEarly(int count) {
    early.increment(count);
  }

  /** Sets how many records of a partition wait for ancestors. */
  public void waiting(int partition, int count) {
    waitingByPartition.put(partition, count);
  }

  /** Sets how many events of a partition wait for their order. */
  public void buffered(int partition, int count) {
    bufferedByPartition.put(partition, count);
  }
}
