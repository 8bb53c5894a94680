package dev.eddyline.topology;

import dev.eddyline.gate.GateReminder;
import dev.eddyline.metrics.OpenGates;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Scans the open gates of a partition in short slices, counts them, and creates the reminders that
 * are due. Records are processed between two slices, however many gates there are.
 */
final class GateReminders {

  /** Approximate duration of a slice. */
  static final Duration SLICE = Duration.ofMillis(10);

  /** Gates that are scanned between two reads of the clock. */
  private static final int AT_ONCE = 64;

  private final KeyValueStore<String, RootHold> gates;
  private final OpenGates counted;
  private final LongSupplier nanos;
  private String next;

  /**
   * The open gates of a partition.
   *
   * @param counted counts them
   * @param nanos a monotonic clock, nanoseconds
   */
  GateReminders(KeyValueStore<String, RootHold> gates, OpenGates counted, LongSupplier nanos) {
    this.gates = gates;
    this.counted = counted;
    this.nanos = nanos;
  }

  /** The reminders that are due among the gates of the next slice. */
  List<GateTrigger> slice(Policies policies, Source newest, Instant now) {
    List<GateTrigger> reminders = new ArrayList<>();
    List<KeyValue<String, RootHold>> told = new ArrayList<>();
    long end = nanos.getAsLong() + SLICE.toNanos();
    try (KeyValueIterator<String, RootHold> from = gates.range(next, null)) {
      int seen = 0;
      while (from.hasNext() && (seen++ % AT_ONCE != 0 || nanos.getAsLong() < end)) {
        KeyValue<String, RootHold> entry = from.next();
        counted.see(entry.value, now.toEpochMilli());
        GateReminder.createIfDue(entry.key, entry.value, policies, newest, now)
            .ifPresent(
                reminder -> {
                  reminders.add(reminder);
                  told.add(entry);
                });
      }
      next = from.hasNext() ? from.peekNextKey() : null;
      if (next == null) {
        counted.round();
      }
    }
    told.forEach(entry -> gates.put(entry.key, entry.value));
    return reminders;
  }
}
