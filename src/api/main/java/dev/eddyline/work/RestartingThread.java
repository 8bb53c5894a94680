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
public final class RestartingThread implements AutoCloseable {

  /** The work of the thread, from creating its clients to closing them. */
  @FunctionalInterface
  public interface RestartableWork {

    /** Runs until {@link RestartingThread#isClosed}; it is restarted after an exception. */
    void run(RestartingThread thread);
  }

  /** Listener for failures of the work. */
  @FunctionalInterface
  public interface FailureListener {

    /** Called when the work failed; it is restarted after this many milliseconds. */
    void onFailure(RuntimeException reason, long retryMillis);
  }

  private static final Logger LOG = LoggerFactory.getLogger(RestartingThread.class);

  private final CountDownLatch closed = new CountDownLatch(1);
  private final RestartableWork work;
  private final FailureListener failureListener;
  private final Duration timeoutBeforeInterrupt;
  private final Duration timeoutAfterInterrupt;
  private final Thread thread;
  private RetryBackoff backoff = newBackoff();
  private volatile Throwable failure;

  /**
   * A daemon thread that is not started yet.
   *
   * @param name the thread's name
   * @param failureListener called on the thread before a retry
   * @param stepTimeout how long {@link #close} waits for the current step
   * @param interruptTimeout how long it then waits after the interrupt
   */
  public RestartingThread(
      String name,
      RestartableWork work,
      FailureListener failureListener,
      Duration stepTimeout,
      Duration interruptTimeout) {
    this.work = Objects.requireNonNull(work, "work");
    this.failureListener = Objects.requireNonNull(failureListener, "failureListener");
    this.timeoutBeforeInterrupt = stepTimeout;
    this.timeoutAfterInterrupt = interruptTimeout;
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
    withUncaughtErrorListener(error -> {});
  }

  /** Sets the listener for an error that ends the thread; call before the start. */
  public RestartingThread withUncaughtErrorListener(Consumer<Throwable> listener) {
    thread.setUncaughtExceptionHandler(
        (it, error) -> {
          failure = error;
          LOG.atError()
              .setCause(error)
              .addKeyValue("thread", it.getName())
              .log("thread ended unexpectedly");
          listener.accept(error);
        });
    return this;
  }

  /** Starts the thread. */
  public RestartingThread start() {
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
          failureListener.onFailure(reason, pause);
          pause(pause);
        }
      }
    }
  }

  /**
   * Repeats a step until the thread is closed. The interrupt flag is cleared at the end, so that
   * clients can be closed normally.
   */
  public void repeatUntilClosed(Runnable step) {
    try {
      while (!isClosed()) {
        step.run();
      }
    } finally {
      Thread.interrupted();
    }
  }

  /** Resets the back-off after success. */
  public void resetRetryBackoff() {
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
  public void requestStop() {
    closed.countDown();
  }

  /**
   * Ends the work: waits for the current step, then interrupts it, since it may wait for a server.
   */
  @Override
  public void close() {
    requestStop();
    try {
      if (!timeoutBeforeInterrupt.isZero()) {
        thread.join(timeoutBeforeInterrupt.toMillis());
      }
      thread.interrupt();
      thread.join(timeoutAfterInterrupt.toMillis());
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private static RetryBackoff newBackoff() {
    return new RetryBackoff(ThreadLocalRandom.current());
  }
}
