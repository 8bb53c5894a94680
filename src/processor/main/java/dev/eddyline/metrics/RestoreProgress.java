package dev.eddyline.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** Tracks the progress of state restoration. Thread-safe. */
public final class RestoreProgress implements StateRestoreListener {

  /**
   * A store of a partition that is being restored.
   *
   * @param remaining changelog offsets still to be read
   * @param total changelog offsets to be read at the start
   */
  public record Restoring(String store, int partition, long remaining, long total) {}

  private final Map<TopicPartition, Restoring> running = new ConcurrentHashMap<>();
  private final Counter restored;

  /** Registers the metrics. */
  public RestoreProgress(MeterRegistry registry) {
    restored = Metric.RESTORED.counter(registry);
    Metric.RESTORE_REMAINING.gauge(registry, this, RestoreProgress::remaining);
  }

  @Override
  public void onRestoreStart(TopicPartition changelog, String store, long begin, long end) {
    long total = Math.max(0, end - begin);
    running.put(changelog, new Restoring(store, changelog.partition(), total, total));
  }

  @Override
  public void onBatchRestored(TopicPartition changelog, String store, long reached, long records) {
    restored.increment((double) records);
    running.computeIfPresent(
        changelog,
        (it, at) ->
            new Restoring(
                store, at.partition(), Math.max(0, at.remaining() - records), at.total()));
  }

  @Override
  public void onRestoreEnd(TopicPartition changelog, String store, long records) {
    running.remove(changelog);
  }

  @Override
  public void onRestoreSuspended(TopicPartition changelog, String store, long records) {
    running.remove(changelog);
  }

  /** The stores that are being restored, by partition and store. */
  public List<Restoring> running() {
    return running.values().stream()
        .sorted(Comparator.comparingInt(Restoring::partition).thenComparing(Restoring::store))
        .toList();
  }

  /** Changelog offsets still to be read, of all stores. */
  public long remaining() {
    return running.values().stream().mapToLong(Restoring::remaining).sum();
  }
}
