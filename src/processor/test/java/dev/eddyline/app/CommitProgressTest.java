package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.TaskMetadataImpl;
import org.junit.jupiter.api.Test;

/** Commits of partitions, by an injected clock. */
class CommitProgressTest {

  private static final Instant START = Instant.parse("2026-05-01T10:00:00Z");
  private static final TopicPartition INPUT = new TopicPartition("agent-events", 3);

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final AtomicReference<List<TaskMetadata>> tasks = new AtomicReference<>(List.of());
  private final CommitProgress commits = new CommitProgress(now::get, tasks::get);

  private void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  /** The task of the input, by its next offset to process and the offset that was read last. */
  private static List<TaskMetadata> task(long committed, long read) {
    return List.of(
        new TaskMetadataImpl(
            new TaskId(0, 3),
            Set.of(INPUT),
            Map.of(INPUT, committed),
            Map.of(INPUT, read),
            Optional.empty()));
  }

  @Test
  void aPartitionThatReadsButDoesNotCommitIsAnObstacle_untilItCommits() {
    // Given
    tasks.set(task(10, 9));
    assertThat(commits.obstacle()).isEmpty();
    tasks.set(task(10, 12));
    pass(CommitProgress.MAX_AGE);
    assertThat(commits.obstacle()).isEmpty();

    // When
    pass(Duration.ofMillis(1));

    // Then
    assertThat(commits.obstacle())
        .contains(new Obstacle("commits", "partition 3 commits no records", START));

    // When
    tasks.set(task(11, 12));

    // Then
    assertThat(commits.obstacle()).isEmpty();
  }

  @Test
  void aReplacedThreadThatReadsTheSameRecordsContinuesTheObstacle() {
    // Given
    tasks.set(task(-1, 12));
    assertThat(commits.obstacle()).isEmpty();
    pass(CommitProgress.MAX_AGE.plusMillis(1));
    assertThat(commits.obstacle()).isPresent();

    // When
    tasks.set(List.of());
    assertThat(commits.obstacle()).isEmpty();
    tasks.set(task(-1, -1));
    assertThat(commits.obstacle()).isEmpty();
    tasks.set(task(-1, 12));

    // Then
    assertThat(commits.obstacle()).map(Obstacle::since).contains(START);
  }

  @Test
  void aPartitionWithoutInputIsNoObstacle() {
    // Given
    tasks.set(task(-1, -1));
    assertThat(commits.obstacle()).isEmpty();

    // When
    pass(CommitProgress.MAX_AGE.multipliedBy(2));

    // Then
    assertThat(commits.obstacle()).isEmpty();

    // When
    tasks.set(task(13, 12));
    assertThat(commits.obstacle()).isEmpty();
    pass(CommitProgress.MAX_AGE.multipliedBy(2));

    // Then
    assertThat(commits.obstacle()).isEmpty();
  }
}
