package dev.eddyline.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.metrics.RestoreProgress.Restoring;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The sum of restore notifications. */
class RestoreProgressTest {

  private static final TopicPartition FIRST = new TopicPartition("tasks-changelog", 0);
  private static final TopicPartition SECOND = new TopicPartition("gates-changelog", 1);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final RestoreProgress progress = new RestoreProgress(registry);

  @Test
  void theRemainingCountFallsWithEachBatch() {
    // Given
    progress.onRestoreStart(FIRST, "tasks", 10, 110);
    progress.onRestoreStart(SECOND, "gates", 0, 5);

    // When
    progress.onBatchRestored(FIRST, "tasks", 40, 30);
    progress.onRestoreEnd(SECOND, "gates", 5);

    // Then
    assertThat(progress.running()).containsExactly(new Restoring("tasks", 0, 70, 100));
    assertThat(registry.get(Metric.RESTORE_REMAINING.id()).gauge().value()).isEqualTo(70);
    assertThat(registry.get(Metric.RESTORED.id()).counter().count()).isEqualTo(30);
  }

  @Test
  void aSuspendedRestoreIsRemoved() {
    // Given
    progress.onRestoreStart(FIRST, "tasks", 0, 100);

    // When
    progress.onRestoreSuspended(FIRST, "tasks", 40);

    // Then
    assertThat(progress.remaining()).isZero();
  }
}
