package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MovementTest {

  private static final long SECOND = 1_000_000_000L;

  private final Movement movement = new Movement(2, 0);

  @Test
  void aStalledPartitionIsReported() {
    // Given
    movement.observe(Map.of(0, 5L, 1, 5L), SECOND);
    Movement.Mark mark = movement.mark();

    // When
    movement.observe(Map.of(0, 9L, 1, 5L), 2 * SECOND);

    // Then
    assertThat(movement.allMovedSince(mark)).isFalse();
    movement.observe(Map.of(0, 9L, 1, 6L), 3 * SECOND);
    assertThat(movement.allMovedSince(mark)).isTrue();
  }

  @Test
  void anUnseenPartitionHasNotMoved() {
    // Given
    Movement.Mark mark = movement.mark();

    // When
    movement.observe(Map.of(0, 9L), SECOND);

    // Then
    assertThat(movement.allMovedSince(mark)).isFalse();
  }

  @Test
  void standstillsAreMeasuredPerPartition() {
    // Given
    movement.observe(Map.of(0, 1L, 1, 1L), SECOND);
    movement.takeLongest(SECOND);

    // When
    for (long second = 2; second < 20; second++) {
      movement.observe(Map.of(0, second, 1, 1L), second * SECOND);
    }
    movement.observe(Map.of(0, 20L, 1, 2L), 20 * SECOND);

    // Then
    assertThat(movement.takeLongest(20 * SECOND))
        .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(19));
    assertThat(movement.takeLongest(20 * SECOND)).containsOnly(Duration.ZERO);
  }

  @Test
  void anUnfinishedStandstillCountsWithItsLengthSoFar() {
    // Given
    movement.observe(Map.of(0, 1L, 1, 1L), SECOND);
    movement.takeLongest(SECOND);

    // When
    movement.observe(Map.of(0, 2L), 5 * SECOND);

    // Then
    assertThat(movement.takeLongest(8 * SECOND))
        .containsExactly(Duration.ofSeconds(4), Duration.ofSeconds(7));
  }

  @Test
  void aDecreasingOffsetIsNotProgress() {
    // Given
    movement.observe(Map.of(0, 5L, 1, 5L), SECOND);
    Movement.Mark mark = movement.mark();

    // When
    movement.observe(Map.of(0, 4L, 1, 4L), 2 * SECOND);
    movement.observe(Map.of(0, 5L, 1, 5L), 3 * SECOND);

    // Then
    assertThat(movement.allMovedSince(mark)).isFalse();
  }
}
