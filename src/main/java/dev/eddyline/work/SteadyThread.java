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
 * A thread whose work is to go on until it is closed. Work that fails is begun anew, after pauses
 * that grow while it keeps failing; an {@link Error} ends the thread, and says so.
 */
public final class SteadyThread implements AutoCloseable {

  /** What the thread does: from the making of its clients to their closing. */
  @FunctionalInterface
  public interface Work {

    /** Works until {@link SteadyThread#isClosed}; an exception makes it begin anew. */
    void run(SteadyThread thread);
  }

  /** Who is told that work failed. */
  @FunctionalInterface
  public interface Failed {

    /** Work failed; it begins anew after so many milliseconds. */
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
   * A thread that stands still until it is started, and keeps no process alive.
   *
   * @param name the thread's name
   * @param failed is told, on the thread, of what is tried again
   * @param clean how long its closing waits for the step at hand
   * @param forced how long it then waits once it has interrupted that
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

  /** Before its start: who is told, on the thread, when an error ended it. */
  public SteadyThread whenItEndsByItself(Consumer<Throwable> told) {
    thread.setUncaughtExceptionHandler(
        (it, error) -> {
          failure = error;
          LOG.atError().setCause(error).log("the thread {} ended by itself", it.getName());
          told.accept(error);
        });
    return this;
  }

  /** Begins the work. */
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
   * Takes a step of the work again and again until the thread is closed. Of an interrupt only the
   * end of waiting is wanted: it is forgotten then, so that clients can be closed in peace.
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

  /** The work goes well: what fails next is tried again soon. */
  public void goesWell() {
    backoff = newBackoff();
  }

  /** Waits for so long at most; not at all once it is closed. */
  public void pause(long millis) {
    try {
      closed.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException end) {
      // only close() interrupts
    }
  }

  /** Whether the work is to end. */
  public boolean isClosed() {
    return closed.getCount() == 0;
  }

  /**
   * Waits until it has ended.
   *
   * @throws IllegalStateException when it ended without having been closed
   */
  public void awaitEnd() throws InterruptedException {
    thread.join();
    if (failure != null) {
      throw new IllegalStateException(
          "%s ended by itself (%s): see its log and start it again"
              .formatted(thread.getName(), failure),
          failure);
    }
  }

  /** Tells the work to end, and waits for nothing. */
  public void end() {
    closed.countDown();
  }

  /** Ends the work: waits for its step, then interrupts it, since it waits for a server. */
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
