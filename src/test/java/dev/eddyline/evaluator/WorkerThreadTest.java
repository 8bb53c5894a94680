package dev.eddyline.evaluator;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A thread whose end is told to whoever waits for it. */
class WorkerThreadTest {

  @Test
  void whoWaitsForAThreadThatDiesIsToldWhy() {
    // Given
    WorkerThread thread =
        new WorkerThread(
            "worker",
            () -> {
              throw new NoClassDefFoundError("x");
            });

    // When
    thread.start();

    // Then
    assertThatThrownBy(thread::awaitEnd)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("worker ended by itself")
        .hasCauseInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void oneThatWasToldToEndHasNotFailed() {
    // Given
    CountDownLatch never = new CountDownLatch(1);
    WorkerThread thread =
        new WorkerThread(
            "worker",
            () -> {
              try {
                never.await();
              } catch (InterruptedException told) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();

    // When
    thread.end(Duration.ofSeconds(30));

    // Then
    assertThatCode(thread::awaitEnd).doesNotThrowAnyException();
  }
}
