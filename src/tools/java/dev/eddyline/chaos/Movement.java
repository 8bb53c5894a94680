package dev.eddyline.chaos;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the partitions of a processor go on, by the offsets that it commits: which moved since when,
 * and the longest that each stood still. Times are nanoseconds of a clock that only goes on.
 */
final class Movement {

  /** Where all partitions stood at a moment. */
  record Mark(Map<Integer, Long> positions) {}

  private final int partitions;
  private final Map<Integer, Long> positions = new HashMap<>();
  private final Map<Integer, Long> moved = new HashMap<>();
  private final Map<Integer, Long> longest = new HashMap<>();

  /** The movement of so many partitions, of which none has moved at this time. */
  Movement(int partitions, long now) {
    this.partitions = partitions;
    for (int partition = 0; partition < partitions; partition++) {
      moved.put(partition, now);
    }
  }

  /** Takes note of the next offsets that are committed at this time. */
  synchronized void observe(Map<Integer, Long> committed, long now) {
    committed.forEach(
        (partition, next) -> {
          if (next > positions.getOrDefault(partition, -1L)) {
            positions.put(partition, next);
            longest.merge(partition, now - moved.put(partition, now), Math::max);
          }
        });
  }

  /** Where all stand as far as is known. */
  synchronized Mark mark() {
    return new Mark(Map.copyOf(positions));
  }

  /** Whether every partition has committed something since the mark. */
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
   * The longest standstill of each partition since this was asked last; one that has not ended
   * counts with what there is of it at this time.
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
