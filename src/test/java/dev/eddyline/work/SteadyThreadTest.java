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
class SteadyThreadTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final List<String> failures = new CopyOnWriteArrayList<>();

  private SteadyThread thread(SteadyThread.Work work) {
    return new SteadyThread(
        "worker",
        work,
        (reason, retryMillis) -> failures.add(reason.getMessage()),
        Duration.ZERO,
        LIMIT);
  }

  @Test
  void workThatFailsIsBegunAnew() {
    // Given
    AtomicInteger begun = new AtomicInteger();
    CountDownLatch works = new CountDownLatch(1);
    SteadyThread thread =
        thread(
            it -> {
              int time = begun.incrementAndGet();
              if (time < 3) {
                throw new IllegalStateException("failed " + time);
              }
              it.untilClosed(
                  () -> {
                    works.countDown();
                    it.goesWell();
                    it.pause(LIMIT.toMillis());
                  });
            });

    // When
    thread.start();

    // Then
    await().atMost(LIMIT).until(() -> works.getCount() == 0);
    assertThat(failures).containsExactly("failed 1", "failed 2");
    thread.close();
    assertThatCode(thread::awaitEnd).doesNotThrowAnyException();
  }

  @Test
  void whoWaitsForAThreadThatDiesIsToldWhy() {
    // Given
    AtomicReference<Throwable> told = new AtomicReference<>();
    SteadyThread thread =
        thread(
                it -> {
                  throw new NoClassDefFoundError("x");
                })
            .whenItEndsByItself(told::set);

    // When
    thread.start();

    // Then
    assertThatThrownBy(thread::awaitEnd)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("worker ended unexpectedly")
        .hasCauseInstanceOf(NoClassDefFoundError.class);
    assertThat(told.get()).isInstanceOf(NoClassDefFoundError.class);
    assertThat(failures).isEmpty();
  }

  @Test
  void aStepThatWaitsForAServerIsInterrupted_soThatClientsAreClosedInPeace() {
    // Given
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch waits = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean(true);
    SteadyThread thread =
        thread(
            it -> {
              try {
                it.untilClosed(
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
    await().atMost(LIMIT).until(() -> waits.getCount() == 0);

    // When
    thread.close();

    // Then
    assertThatCode(thread::awaitEnd).doesNotThrowAnyException();
    assertThat(interrupted).isFalse();
    assertThat(failures).isEmpty();
  }
}
