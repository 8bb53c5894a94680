package dev.eddyline.chaos;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Progress of a processor's partitions by committed offsets: when each progressed last, and its
 * longest stall. Times are nanoseconds of a monotonic clock.
 */
final class PartitionProgress {

  /** The positions of all partitions at one time. */
  record ProgressMark(Map<Integer, Long> positions) {}

  private final int partitions;
  private final Map<Integer, Long> positions = new HashMap<>();
  private final Map<Integer, Long> lastProgressNanosByPartition = new HashMap<>();
  private final Map<Integer, Long> longestStallNanosByPartition = new HashMap<>();

  /** The progress of this many partitions, starting at this time. */
  PartitionProgress(int partitions, long now) {
    this.partitions = partitions;
    for (int partition = 0; partition < partitions; partition++) {
      lastProgressNanosByPartition.put(partition, now);
    }
  }

  /** Records the offsets that are committed at this time. */
  synchronized void observe(Map<Integer, Long> committed, long now) {
    committed.forEach(
        (partition, nextOffset) -> {
          if (nextOffset > positions.getOrDefault(partition, -1L)) {
            positions.put(partition, nextOffset);
            longestStallNanosByPartition.merge(
                partition, now - lastProgressNanosByPartition.put(partition, now), Math::max);
          }
        });
  }

  /** The latest observed positions. */
  synchronized ProgressMark markCurrentPositions() {
    return new ProgressMark(Map.copyOf(positions));
  }

  /** Whether every partition has committed since the mark. */
  synchronized boolean haveAllPartitionsProgressedSince(ProgressMark mark) {
    for (int partition = 0; partition < partitions; partition++) {
      Long nextOffset = positions.get(partition);
      if (nextOffset == null || nextOffset <= mark.positions().getOrDefault(partition, -1L)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The longest stall of each partition since the previous call; an ongoing stall counts until this
   * time.
   */
  synchronized List<Duration> drainLongestStallPerPartition(long now) {
    List<Duration> stalls =
        lastProgressNanosByPartition.entrySet().stream()
            .map(
                it ->
                    Math.max(
                        longestStallNanosByPartition.getOrDefault(it.getKey(), 0L),
                        now - it.getValue()))
            .map(Duration::ofNanos)
            .toList();
    longestStallNanosByPartition.clear();
    return stalls;
  }
}
