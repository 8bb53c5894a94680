package dev.eddyline.evaluator;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread of work that is to go on until it is told to end, and that says so where it did not. */
final class WorkerThread {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerThread.class);

  private final Thread thread;
  private volatile Throwable failure;

  /**
   * Not started yet.
   *
   * @param name the thread's name
   * @param work what it does; it returns where it was told to end
   */
  WorkerThread(String name, Runnable work) {
    thread = new Thread(work, name);
    thread.setUncaughtExceptionHandler(
        (it, failed) -> {
          failure = failed;
          LOG.atError().setCause(failed).log("{} ended by itself", name);
        });
  }

  void start() {
    thread.start();
  }

  /**
   * Waits for its end.
   *
   * @throws IllegalStateException when nobody told it to end
   */
  void awaitEnd() throws InterruptedException {
    thread.join();
    if (failure != null) {
      throw new IllegalStateException(
          "%s ended by itself (%s): see its log and start it again"
              .formatted(thread.getName(), failure),
          failure);
    }
  }

  /** Interrupts it and waits so long at most for its end. */
  void end(Duration longest) {
    thread.interrupt();
    try {
      thread.join(longest.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
