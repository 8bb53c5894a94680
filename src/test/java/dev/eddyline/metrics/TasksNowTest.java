package dev.eddyline.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Distinct tasks of the last ten minutes, with a test clock. */
class TasksNowTest {

  private static final long START = 1_800_000_000_000L;
  private static final long MINUTE = 60_000;

  private final TasksNow tasks = new TasksNow();

  @Test
  void aTaskCountsOnce_untilTenMinutesAfterItsNewestEvent() {
    // Given
    tasks.event("a", START, START);
    tasks.event("b", START, START);
    tasks.event("a", START + 5 * MINUTE, START + 5 * MINUTE);

    // When / Then
    assertThat(tasks.count()).isEqualTo(2);
    tasks.forget(START + 10 * MINUTE);
    assertThat(tasks.count()).isEqualTo(1);
    tasks.forget(START + 15 * MINUTE);
    assertThat(tasks.count()).isZero();
  }

  @Test
  void whatIsReadLateDoesNotCountAsNow() {
    // When
    tasks.event("old", START - 11 * MINUTE, START);

    // Then
    assertThat(tasks.count()).isZero();
  }

  @Test
  void moreTasksThanCanBeToldApartAreThatMany() {
    // When
    for (int i = 0; i < TasksNow.MOST + 100; i++) {
      tasks.event("t" + i, START, START);
    }

    // Then
    assertThat(tasks.count()).isEqualTo(TasksNow.MOST);
  }
}
