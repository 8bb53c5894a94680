package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The age of the canaries, by an injected clock. */
class PartitionAgesTest {

  private static final Instant START = Instant.parse("2026-05-01T10:00:00Z");
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  /** Two intervals and the time for a reply. */
  private static final Duration MAX_AGE = Duration.ofSeconds(75);

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final PartitionAges replies = Canary.agesOfReplies(now::get, INTERVAL);

  private void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  @Test
  void aPartitionWithoutAnyReplyIsAnObstacle_sinceItsAssignment() {
    // Given
    replies.addPartition(3);
    pass(MAX_AGE);
    assertThat(replies.obstacle()).isEmpty();

    // When
    pass(Duration.ofMillis(1));

    // Then
    assertThat(replies.obstacle())
        .contains(new Obstacle("canary", "partition 3 publishes no verdict", START));
  }

  @Test
  void theObstacleIsTheOldestPartition_untilItReplies() {
    // Given
    replies.addPartition(0);
    replies.addPartition(1);
    pass(INTERVAL);
    Instant published = now.get();
    replies.onProgress(0, published.toEpochMilli());
    pass(MAX_AGE.plusMillis(1));
    assertThat(replies.obstacle()).map(Obstacle::since).contains(START);

    // When
    replies.onProgress(1, now.get().toEpochMilli());

    // Then
    assertThat(replies.obstacle())
        .contains(new Obstacle("canary", "partition 0 publishes no verdict", published));

    // When
    replies.onProgress(0, now.get().toEpochMilli());

    // Then
    assertThat(replies.obstacle()).isEmpty();
  }

  @Test
  void aRepeatedAssignmentOrALateReplyDoesNotChangeTheAge() {
    // Given
    replies.addPartition(0);
    pass(INTERVAL);
    replies.onProgress(0, now.get().toEpochMilli());
    pass(INTERVAL);

    // When
    replies.addPartition(0);
    replies.onProgress(0, START.toEpochMilli());

    // Then
    assertThat(replies.ageSeconds(0)).isEqualTo(INTERVAL.toSeconds());
  }

  @Test
  void aRevokedPartitionIsNoObstacle() {
    // Given
    replies.addPartition(0);
    pass(MAX_AGE.multipliedBy(2));

    // When
    replies.removePartition(0);
    replies.onProgress(0, START.toEpochMilli());

    // Then
    assertThat(replies.obstacle()).isEmpty();
    assertThat(replies.partitions()).isEmpty();
  }

  @Test
  void aPartitionThatComesBackSoonContinuesItsAge_untilItReplies() {
    // Given
    replies.addPartition(3);
    replies.onProgress(3, START.toEpochMilli());
    pass(MAX_AGE.minusSeconds(10));
    replies.removePartition(3);
    pass(Duration.ofSeconds(11));
    assertThat(replies.obstacle()).isEmpty();

    // When
    replies.addPartition(3);

    // Then
    assertThat(replies.ageSeconds(3)).isEqualTo(MAX_AGE.plusSeconds(1).toSeconds());
    assertThat(replies.obstacle())
        .contains(new Obstacle("canary", "partition 3 publishes no verdict", START));

    // When
    replies.onProgress(3, now.get().toEpochMilli());

    // Then
    assertThat(replies.obstacle()).isEmpty();
  }

  @Test
  void repeatedReassignmentsWithoutAnyReplyAreAnObstacle_sinceTheFirst() {
    // Given
    replies.addPartition(0);

    // When
    for (int i = 0; i < 8; i++) {
      pass(Duration.ofSeconds(5));
      replies.removePartition(0);
      pass(Duration.ofSeconds(5));
      replies.addPartition(0);
    }

    // Then
    assertThat(replies.obstacle()).map(Obstacle::since).contains(START);
  }

  @Test
  void aPartitionThatComesBackLateBeginsANewAge() {
    // Given
    replies.addPartition(0);
    pass(INTERVAL);
    replies.removePartition(0);
    pass(PartitionAges.MAX_ABSENCE.plusMillis(1));

    // When
    replies.addPartition(0);

    // Then
    assertThat(replies.ageSeconds(0)).isZero();
    assertThat(replies.obstacle()).isEmpty();
  }
}
