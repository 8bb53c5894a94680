package dev.eddyline.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The pauses between the events of a story. */
class StoryPacerTest {

  private static final Instant FIRST = Instant.parse("2026-03-01T10:00:00Z");

  @Test
  void aPauseIsTheTimeBetweenEventsDividedByTheSpeed() {
    // Given
    StoryPacer pace = new StoryPacer(60);

    // When // Then
    assertThat(pace.pauseBefore(FIRST)).isZero();
    assertThat(pace.pauseBefore(FIRST.plusSeconds(120))).isEqualTo(Duration.ofSeconds(2));
    assertThat(pace.pauseBefore(FIRST.plusSeconds(150))).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void noPauseWhereEventTimeDecreases() {
    // Given
    StoryPacer pace = new StoryPacer(1);
    pace.pauseBefore(FIRST.plusSeconds(60));

    // When // Then
    assertThat(pace.pauseBefore(FIRST)).isZero();
    assertThat(pace.pauseBefore(FIRST.plusSeconds(61))).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void atAnInfiniteSpeedThereAreNoPauses() {
    // Given
    StoryPacer pace = new StoryPacer(Double.POSITIVE_INFINITY);
    pace.pauseBefore(FIRST);

    // When // Then
    assertThat(pace.pauseBefore(FIRST.plus(Duration.ofDays(1)))).isZero();
  }
}
