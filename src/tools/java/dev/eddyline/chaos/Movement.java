package dev.eddyline.chaos;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Progress of a processor's partitions by committed offsets: when each progressed last, and its
 * longest stall. Times are nanoseconds of a monotonic clock.
 */
final class Movement {

  /** The positions of all partitions at one time. */
  record Mark(Map<Integer, Long> positions) {}

  private final int partitions;
  private final Map<Integer, Long> positions = new HashMap<>();
  private final Map<Integer, Long> moved = new HashMap<>();
  private final Map<Integer, Long> longest = new HashMap<>();

  /** The progress of this many partitions, starting at this time. */
  Movement(int partitions, long now) {
    this.partitions = partitions;
    for (int partition = 0; partition < partitions; partition++) {
      moved.put(partition, now);
    }
  }

  /** Records the offsets that are committed at this time. */
  synchronized void observe(Map<Integer, Long> committed, long now) {
    committed.forEach(
        (partition, next) -> {
          if (next > positions.getOrDefault(partition, -1L)) {
            positions.put(partition, next);
            longest.merge(partition, now - moved.put(partition, now), Math::max);
          }
        });
  }

  /** The latest observed positions. */
  synchronized Mark mark() {
    return new Mark(Map.copyOf(positions));
  }

  /** Whether every partition has committed since the mark. */
  synchronized boolean allMovedSince(Mark mark) {
    for (int partition = 0; partition < partitions; partition++) {
      Long next = positions.get(partition);
      if (next == null || next <= mark.positions().getOrDefault(partition, -1L)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The longest stall of each partition since the previous call; an ongoing stall counts until this
   * time.
   */
  synchronized List<Duration> takeLongest(long now) {
    List<Duration> taken =
        moved.entrySet().stream()
            .map(it -> Math.max(longest.getOrDefault(it.getKey(), 0L), now - it.getValue()))
            .map(Duration::ofNanos)
            .toList();
    longest.clear();
    return taken;
  }
}
