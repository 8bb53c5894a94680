package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartitionProgressTest {

  private static final long SECOND = 1_000_000_000L;

  private final PartitionProgress progress = new PartitionProgress(2, 0);

  @Test
  void aStalledPartitionIsReported() {
    // Given
    progress.observe(Map.of(0, 5L, 1, 5L), SECOND);
    PartitionProgress.ProgressMark mark = progress.markCurrentPositions();

    // When
    progress.observe(Map.of(0, 9L, 1, 5L), 2 * SECOND);

    // Then
    assertThat(progress.haveAllPartitionsProgressedSince(mark)).isFalse();
    progress.observe(Map.of(0, 9L, 1, 6L), 3 * SECOND);
    assertThat(progress.haveAllPartitionsProgressedSince(mark)).isTrue();
  }

  @Test
  void partitionWithoutObservedOffsetHasNotProgressed() {
    // Given
    PartitionProgress.ProgressMark mark = progress.markCurrentPositions();

    // When
    progress.observe(Map.of(0, 9L), SECOND);

    // Then
    assertThat(progress.haveAllPartitionsProgressedSince(mark)).isFalse();
  }

  @Test
  void stallsAreMeasuredPerPartition() {
    // Given
    progress.observe(Map.of(0, 1L, 1, 1L), SECOND);
    progress.drainLongestStallPerPartition(SECOND);

    // When
    for (long second = 2; second < 20; second++) {
      progress.observe(Map.of(0, second, 1, 1L), second * SECOND);
    }
    progress.observe(Map.of(0, 20L, 1, 2L), 20 * SECOND);

    // Then
    assertThat(progress.drainLongestStallPerPartition(20 * SECOND))
        .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(19));
    assertThat(progress.drainLongestStallPerPartition(20 * SECOND)).containsOnly(Duration.ZERO);
  }

  @Test
  void ongoingStallCountsWithItsLengthSoFar() {
    // Given
    progress.observe(Map.of(0, 1L, 1, 1L), SECOND);
    progress.drainLongestStallPerPartition(SECOND);

    // When
    progress.observe(Map.of(0, 2L), 5 * SECOND);

    // Then
    assertThat(progress.drainLongestStallPerPartition(8 * SECOND))
        .containsExactly(Duration.ofSeconds(4), Duration.ofSeconds(7));
  }

  @Test
  void aDecreasingOffsetIsNotProgress() {
    // Given
    progress.observe(Map.of(0, 5L, 1, 5L), SECOND);
    PartitionProgress.ProgressMark mark = progress.markCurrentPositions();

    // When
    progress.observe(Map.of(0, 4L, 1, 4L), 2 * SECOND);
    progress.observe(Map.of(0, 5L, 1, 5L), 3 * SECOND);

    // Then
    assertThat(progress.haveAllPartitionsProgressedSince(mark)).isFalse();
  }
}
