package dev.eddyline.topology;

import dev.eddyline.gate.GateReminder;
import dev.eddyline.metrics.OpenGateCounts;
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
  static final Duration SCAN_SLICE_DURATION = Duration.ofMillis(10);

  /** Gates that are scanned between two reads of the clock. */
  private static final int GATES_PER_CLOCK_CHECK = 64;

  private final KeyValueStore<String, RootHold> gates;
  private final OpenGateCounts openGateCounts;
  private final LongSupplier nanoClock;
  private String nextGateKey;

  /**
   * The open gates of a partition.
   *
   * @param openGates counts them
   * @param nanoClock a monotonic clock, nanoseconds
   */
  GateReminders(
      KeyValueStore<String, RootHold> gates, OpenGateCounts openGates, LongSupplier nanoClock) {
    this.gates = gates;
    this.openGateCounts = openGates;
    this.nanoClock = nanoClock;
  }

  /** The reminders that are due among the gates of the next slice. */
  List<GateTrigger> dueRemindersOfNextSlice(Policies policies, Source newest, Instant now) {
    List<GateTrigger> reminders = new ArrayList<>();
    List<KeyValue<String, RootHold>> reminded = new ArrayList<>();
    long end = nanoClock.getAsLong() + SCAN_SLICE_DURATION.toNanos();
    try (KeyValueIterator<String, RootHold> remaining = gates.range(nextGateKey, null)) {
      int seen = 0;
      while (remaining.hasNext()
          && (++seen % GATES_PER_CLOCK_CHECK != 0 || nanoClock.getAsLong() < end)) {
        KeyValue<String, RootHold> entry = remaining.next();
        openGateCounts.countGateIfOpen(entry.value, now.toEpochMilli());
        GateReminder.createReminderIfDue(entry.key, entry.value, policies, newest, now)
            .ifPresent(
                reminder -> {
                  reminders.add(reminder);
                  reminded.add(entry);
                });
      }
      nextGateKey = remaining.hasNext() ? remaining.peekNextKey() : null;
      if (nextGateKey == null) {
        openGateCounts.finishCountingPass();
      }
    }
    reminded.forEach(entry -> gates.put(entry.key, entry.value));
    return reminders;
  }
}
