package dev.eddyline.console;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Processors that requests may keep busy with long work, such as sorting all that is kept: the
 * others are the detectors'. Who waits for one holds a thread, so only so many may wait, and not
 * for long. Safe for use by many threads.
 */
final class ProcessorShare {

  /** Half of the processors of this process. */
  static final ProcessorShare OF_PROCESS =
      new ProcessorShare(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), 2_000);

  /** Requests that may wait at a time, about: two thirds of the threads of the listener. */
  private static final int MOST_WAITING = 40;

  private static final int RETRY_SECONDS = 1;

  private final Semaphore free;
  private final long waitMillis;

  /** So many processors, for each of which a request waits so long. */
  ProcessorShare(int processors, long waitMillis) {
    free = new Semaphore(processors, true);
    this.waitMillis = waitMillis;
  }

  /**
   * Does work on one of them.
   *
   * @throws ApiException 503 where none becomes free in time
   */
  <T> T run(Supplier<T> work) {
    if (!acquire()) {
      throw ApiException.away("too many requests at a time: try again later", RETRY_SECONDS);
    }
    try {
      return work.get();
    } finally {
      free.release();
    }
  }

  private boolean acquire() {
    if (free.getQueueLength() >= MOST_WAITING) {
      return false;
    }
    try {
      return free.tryAcquire(waitMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
