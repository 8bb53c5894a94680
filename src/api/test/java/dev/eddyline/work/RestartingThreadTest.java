package dev.eddyline.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A thread that restarts failed work and reports its end. */
class RestartingThreadTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final List<String> failures = new CopyOnWriteArrayList<>();

  private RestartingThread thread(RestartingThread.RestartableWork work) {
    return new RestartingThread(
        "worker",
        work,
        (reason, retryMillis) -> failures.add(reason.getMessage()),
        Duration.ZERO,
        LIMIT);
  }

  @Test
  void workThatFailsIsRestarted() {
    // Given
    AtomicInteger begun = new AtomicInteger();
    CountDownLatch works = new CountDownLatch(1);
    RestartingThread thread =
        thread(
            it -> {
              int time = begun.incrementAndGet();
              if (time < 3) {
                throw new IllegalStateException("failed " + time);
              }
              it.repeatUntilClosed(
                  () -> {
                    works.countDown();
                    it.resetRetryBackoff();
                    it.pause(LIMIT.toMillis());
                  });
            });

    // When
    thread.start();

    // Then
    await().until(() -> works.getCount() == 0);
    assertThat(failures).containsExactly("failed 1", "failed 2");
    thread.close();
    assertThatCode(thread::awaitEnd).doesNotThrowAnyException();
  }

  @Test
  void awaitingADeadThreadThrowsItsError() {
    // Given
    AtomicReference<Throwable> reportedError = new AtomicReference<>();
    RestartingThread thread =
        thread(
                it -> {
                  throw new NoClassDefFoundError("x");
                })
            .withUncaughtErrorListener(reportedError::set);

    // When
    thread.start();

    // Then
    assertThatThrownBy(thread::awaitEnd)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("worker ended unexpectedly")
        .hasCauseInstanceOf(NoClassDefFoundError.class);
    assertThat(reportedError.get()).isInstanceOf(NoClassDefFoundError.class);
    assertThat(failures).isEmpty();
  }

  @Test
  void aStepThatWaitsForAServerIsInterrupted_soThatClientsAreClosedInPeace() {
    // Given
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch waits = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean(true);
    RestartingThread thread =
        thread(
            it -> {
              try {
                it.repeatUntilClosed(
                    () -> {
                      try {
                        waits.countDown();
                        never.await();
                      } catch (InterruptedException end) {
                        Thread.currentThread().interrupt();
                        throw new IllegalStateException("interrupted");
                      }
                    });
              } finally {
                interrupted.set(Thread.currentThread().isInterrupted());
              }
            });
    thread.start();
    await().until(() -> waits.getCount() == 0);

    // When
    thread.close();

    // Then
    assertThatCode(thread::awaitEnd).doesNotThrowAnyException();
    assertThat(interrupted).isFalse();
    assertThat(failures).isEmpty();
  }
}
