package dev.eddyline.app;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long ago each partition made progress, such as a reply to its canary. Before the first
 * progress the age counts from the assignment of the partition. A partition that comes back soon,
 * such as to a replaced stream thread, continues its age. Thread-safe.
 */
final class PartitionAges {

  /**
   * Longest absence after which a partition continues its age. After a longer one, progress on
   * another instance is likely, which this one does not know.
   */
  static final Duration MAX_ABSENCE = Duration.ofMinutes(2);

  /**
   * A removed partition.
   *
   * @param lastMillis its entry in {@link #lastMillisByPartition}
   */
  private record Removal(long removedAtMillis, long lastMillis) {}

  private final InstantSource clock;
  private final Duration maxAge;
  private final String part;
  private final String reason;

  /** Time of the newest progress, or assignment time of the partition. */
  private final Map<Integer, Long> lastMillisByPartition = new ConcurrentHashMap<>();

  private final Map<Integer, Removal> removals = new ConcurrentHashMap<>();

  /**
   * No partition yet.
   *
   * @param maxAge a partition with a higher age is an obstacle
   * @param part the part that is then the obstacle
   * @param reason what a partition with a higher age does not do
   */
  PartitionAges(InstantSource clock, Duration maxAge, String part, String reason) {
    this.clock = clock;
    this.maxAge = maxAge;
    this.part = part;
    this.reason = reason;
  }

  /** Adds a partition, unless it is there. */
  void addPartition(int partition) {
    long now = clock.millis();
    removals.values().removeIf(removal -> now - removal.removedAtMillis() > MAX_ABSENCE.toMillis());
    Removal removal = removals.remove(partition);
    lastMillisByPartition.putIfAbsent(partition, removal == null ? now : removal.lastMillis());
  }

  /** Removes a partition. */
  void removePartition(int partition) {
    Long last = lastMillisByPartition.remove(partition);
    if (last != null) {
      removals.put(partition, new Removal(clock.millis(), last));
    }
  }

  /** The partitions that were added and not removed. */
  Set<Integer> partitions() {
    return Set.copyOf(lastMillisByPartition.keySet());
  }

  /** Notes the progress that a partition had made at this time, epoch milliseconds. */
  void onProgress(int partition, long atMillis) {
    lastMillisByPartition.computeIfPresent(partition, (it, before) -> Math.max(before, atMillis));
  }

  /** Age of a partition, seconds; 0 for one that is not there. */
  double ageSeconds(int partition) {
    Long last = lastMillisByPartition.get(partition);
    return last == null ? 0 : Math.max(0, clock.millis() - last) / 1000.0;
  }

  /** The partition without progress for the longest time, if that is too long. */
  Optional<Obstacle> obstacle() {
    long oldestAllowed = clock.millis() - maxAge.toMillis();
    return lastMillisByPartition.entrySet().stream()
        .filter(last -> last.getValue() < oldestAllowed)
        .min(Map.Entry.comparingByValue())
        .map(
            last ->
                new Obstacle(
                    part,
                    "partition %d %s".formatted(last.getKey(), reason),
                    Instant.ofEpochMilli(last.getValue())));
  }
}
