package dev.eddyline.work;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that restarts its work after an exception, with exponential back-off, until it is
 * closed. An {@link Error} ends the thread and is logged.
 */
public final class SteadyThread implements AutoCloseable {

  /** The work of the thread, from creating its clients to closing them. */
  @FunctionalInterface
  public interface Work {

    /** Runs until {@link SteadyThread#isClosed}; it is restarted after an exception. */
    void run(SteadyThread thread);
  }

  /** Listener for failures of the work. */
  @FunctionalInterface
  public interface Failed {

    /** Called when the work failed; it is restarted after this many milliseconds. */
    void told(RuntimeException reason, long retryMillis);
  }

  private static final Logger LOG = LoggerFactory.getLogger(SteadyThread.class);

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Work work;
  private final Failed failed;
  private final Duration clean;
  private final Duration forced;
  private final Thread thread;
  private Backoff backoff = newBackoff();
  private volatile Throwable failure;

  /**
   * A daemon thread that is not started yet.
   *
   * @param name the thread's name
   * @param failed called on the thread before a retry
   * @param clean how long {@link #close} waits for the current step
   * @param forced how long it then waits after the interrupt
   */
  public SteadyThread(String name, Work work, Failed failed, Duration clean, Duration forced) {
    this.work = Objects.requireNonNull(work, "work");
    this.failed = Objects.requireNonNull(failed, "failed");
    this.clean = clean;
    this.forced = forced;
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
    whenItEndsByItself(error -> {});
  }

  /** Sets the listener for an error that ends the thread; call before the start. */
  public SteadyThread whenItEndsByItself(Consumer<Throwable> told) {
    thread.setUncaughtExceptionHandler(
        (it, error) -> {
          failure = error;
          LOG.atError().setCause(error).log("thread {} ended unexpectedly", it.getName());
          told.accept(error);
        });
    return this;
  }

  /** Starts the thread. */
  public SteadyThread start() {
    thread.start();
    return this;
  }

  private void run() {
    while (!isClosed()) {
      try {
        work.run(this);
      } catch (RuntimeException reason) {
        if (!isClosed()) {
          long pause = backoff.nextMillis();
          failed.told(reason, pause);
          pause(pause);
        }
      }
    }
  }

  /**
   * Repeats a step until the thread is closed. The interrupt flag is cleared at the end, so that
   * clients can be closed normally.
   */
  public void untilClosed(Runnable step) {
    try {
      while (!isClosed()) {
        step.run();
      }
    } finally {
      Thread.interrupted();
    }
  }

  /** Resets the back-off after success. */
  public void goesWell() {
    backoff = newBackoff();
  }

  /** Waits for at most this time; returns at once if the thread is closed. */
  public void pause(long millis) {
    try {
      closed.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException end) {
      // only close() interrupts
    }
  }

  /** Whether the work must end. */
  public boolean isClosed() {
    return closed.getCount() == 0;
  }

  /**
   * Waits until the thread has ended.
   *
   * @throws IllegalStateException if an error ended the thread
   */
  public void awaitEnd() throws InterruptedException {
    thread.join();
    if (failure != null) {
      throw new IllegalStateException(
          "%s ended unexpectedly (%s): see its log and restart it"
              .formatted(thread.getName(), failure),
          failure);
    }
  }

  /** Requests the end of the work without waiting. */
  public void end() {
    closed.countDown();
  }

  /**
   * Ends the work: waits for the current step, then interrupts it, since it may wait for a server.
   */
  @Override
  public void close() {
    end();
    try {
      if (!clean.isZero()) {
        thread.join(clean.toMillis());
      }
      thread.interrupt();
      thread.join(forced.toMillis());
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private static Backoff newBackoff() {
    return new Backoff(ThreadLocalRandom.current());
  }
}
