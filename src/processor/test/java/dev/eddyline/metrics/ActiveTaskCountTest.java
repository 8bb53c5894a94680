package dev.eddyline.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Distinct tasks of the last ten minutes, with a test clock. */
class ActiveTaskCountTest {

  private static final long START = 1_800_000_000_000L;
  private static final long MINUTE = 60_000;

  private final ActiveTaskCount tasks = new ActiveTaskCount();

  @Test
  void aTaskCountsOnce_untilTenMinutesAfterItsNewestEvent() {
    // Given
    tasks.addEvent("a", START, START);
    tasks.addEvent("b", START, START);
    tasks.addEvent("a", START + 5 * MINUTE, START + 5 * MINUTE);

    // When / Then
    assertThat(tasks.count()).isEqualTo(2);
    tasks.evictInactiveTasks(START + 10 * MINUTE);
    assertThat(tasks.count()).isEqualTo(1);
    tasks.evictInactiveTasks(START + 15 * MINUTE);
    assertThat(tasks.count()).isZero();
  }

  @Test
  void lateEventsAreNotCounted() {
    // When
    tasks.addEvent("old", START - 11 * MINUTE, START);

    // Then
    assertThat(tasks.count()).isZero();
  }

  @Test
  void activeTaskCountIsCapped() {
    // When
    for (int i = 0; i < ActiveTaskCount.MAX_TRACKED_TASKS + 100; i++) {
      tasks.addEvent("t" + i, START, START);
    }

    // Then
    assertThat(tasks.count()).isEqualTo(ActiveTaskCount.MAX_TRACKED_TASKS);
  }
}
