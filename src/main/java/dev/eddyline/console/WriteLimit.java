package dev.eddyline.console;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** How often one user or address may write: a bucket each that fills by the second. */
final class WriteLimit {

  /** Writes at once. */
  static final int BURST = 100;

  private static final double PER_SECOND = 20;
  private static final int MOST_CALLERS = 10_000;

  private final LongSupplier nanos;
  private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

  private record Bucket(double left, long at) {}

  /** Limits by this clock, nanoseconds. */
  WriteLimit(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Takes one write of a caller; false where it has none left now. */
  synchronized boolean take(String caller) {
    long now = nanos.getAsLong();
    double left = left(caller, now);
    boolean taken = left >= 1;
    buckets.put(caller, new Bucket(taken ? left - 1 : left, now));
    if (buckets.size() > MOST_CALLERS) {
      buckets.remove(buckets.keySet().iterator().next());
    }
    return taken;
  }

  /** Whether a caller has none left now. */
  synchronized boolean isSpent(String caller) {
    return left(caller, nanos.getAsLong()) < 1;
  }

  private double left(String caller, long now) {
    Bucket before = buckets.getOrDefault(caller, new Bucket(BURST, now));
    return Math.min(BURST, before.left() + (now - before.at()) / 1e9 * PER_SECOND);
  }

  /** Callers that are known. */
  synchronized int callers() {
    return buckets.size();
  }
}
