package dev.eddyline.app;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.streams.TaskMetadata;

/**
 * Whether the stream threads commit what they read, for an instance without a canary. A partition
 * makes progress when its committed offset grows, or nothing that was read is uncommitted.
 */
final class CommitProgress {

  /** Longest time without progress: as long as the canary's by default. */
  static final Duration MAX_AGE = Duration.ofSeconds(75);

  private final InstantSource clock;
  private final Supplier<List<TaskMetadata>> activeTasks;
  private final PartitionAges ages;
  private final Map<Integer, Long> committed = new HashMap<>();

  /** Follows these tasks, of one sub-topology. */
  CommitProgress(InstantSource clock, Supplier<List<TaskMetadata>> activeTasks) {
    this.clock = clock;
    this.activeTasks = activeTasks;
    ages = new PartitionAges(clock, MAX_AGE, "commits", "commits no records");
  }

  /** The partition without a commit for the longest time, if that is too long. */
  synchronized Optional<Obstacle> obstacle() {
    Set<Integer> absent = new HashSet<>(ages.partitions());
    for (TaskMetadata task : activeTasks.get()) {
      // a new task has no offsets: it may have nothing to read, or read uncommitted records again
      if (task.endOffsets().values().stream().anyMatch(offset -> offset >= 0)) {
        absent.remove(task.taskId().partition());
        noteProgress(task);
      }
    }
    absent.forEach(ages::removePartition);
    return ages.obstacle();
  }

  private void noteProgress(TaskMetadata task) {
    int partition = task.taskId().partition();
    ages.addPartition(partition);
    long now = task.committedOffsets().values().stream().mapToLong(Long::longValue).sum();
    Long before = committed.put(partition, now);
    if (!hasUncommitted(task) || before != null && now > before) {
      ages.onProgress(partition, clock.millis());
    }
  }

  /** Whether the offset of the last record that was read is not below the committed one. */
  private static boolean hasUncommitted(TaskMetadata task) {
    return task.endOffsets().entrySet().stream()
        .anyMatch(
            read ->
                read.getValue() >= 0
                    && read.getValue() >= task.committedOffsets().getOrDefault(read.getKey(), -1L));
  }
}
