package dev.eddyline.app;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How old the newest reply to the canary of each partition is. The age counts from the publication
 * of the replied event, before the first reply from the assignment of the partition. A partition
 * that comes back soon, such as to a replaced stream thread, continues its age. Thread-safe.
 */
final class CanaryReplies {

  /** How long a reply to the newest event may take before the canary is an obstacle. */
  private static final Duration LONGEST_REPLY = Duration.ofSeconds(15);

  /**
   * Longest absence after which a partition continues its age. After a longer one, replies to
   * another instance are likely, which this one has not read.
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

  /** Publication time of the newest replied event, or assignment time of the partition. */
  private final Map<Integer, Long> lastMillisByPartition = new ConcurrentHashMap<>();

  private final Map<Integer, Removal> removals = new ConcurrentHashMap<>();

  /**
   * No partition yet.
   *
   * @param interval the time between two events of a partition; one of them may be lost
   */
  CanaryReplies(InstantSource clock, Duration interval) {
    this.clock = clock;
    maxAge = interval.multipliedBy(2).plus(LONGEST_REPLY);
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

  /** The partitions that are probed. */
  Set<Integer> partitions() {
    return Set.copyOf(lastMillisByPartition.keySet());
  }

  /** Notes a reply to the event that was published at this time, epoch milliseconds. */
  void onReply(int partition, long publishedAtMillis) {
    lastMillisByPartition.computeIfPresent(
        partition, (it, before) -> Math.max(before, publishedAtMillis));
  }

  /** Age of a partition's canary, seconds; 0 for a partition that is not probed. */
  double ageSeconds(int partition) {
    Long last = lastMillisByPartition.get(partition);
    return last == null ? 0 : Math.max(0, clock.millis() - last) / 1000.0;
  }

  /** The partition without a reply for the longest time, if that is too long. */
  Optional<Obstacle> obstacle() {
    long oldestAllowed = clock.millis() - maxAge.toMillis();
    return lastMillisByPartition.entrySet().stream()
        .filter(last -> last.getValue() < oldestAllowed)
        .min(Map.Entry.comparingByValue())
        .map(
            last ->
                new Obstacle(
                    "canary",
                    "partition %d publishes no verdict".formatted(last.getKey()),
                    Instant.ofEpochMilli(last.getValue())));
  }
}
