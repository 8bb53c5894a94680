package dev.eddyline.console.web;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Limits the processors that expensive requests use, such as sorting all tasks, so that detectors
 * get the others. A waiting request blocks a thread, so the number and time of waits are limited.
 * Thread-safe.
 */
public final class CpuLimiter {

  /** Half of the processors of this process. */
  public static final CpuLimiter SHARED =
      new CpuLimiter(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), 2_000);

  /** Approximate maximum of waiting requests: two thirds of the listener's threads. */
  private static final int MAX_WAITING_REQUESTS = 40;

  private static final int RETRY_SECONDS = 1;

  private final Semaphore free;
  private final long waitMillis;

  /** Limits to this number of processors; a request waits this long for one. */
  public CpuLimiter(int processors, long waitMillis) {
    free = new Semaphore(processors, true);
    this.waitMillis = waitMillis;
  }

  /**
   * Runs work when a processor is free.
   *
   * @throws ApiException 503 where none becomes free in time
   */
  public <T> T run(Supplier<T> work) {
    if (!acquire()) {
      throw ApiException.serviceUnavailable(
          "too many requests at a time: try again later", RETRY_SECONDS);
    }
    try {
      return work.get();
    } finally {
      free.release();
    }
  }

  private boolean acquire() {
    if (free.getQueueLength() >= MAX_WAITING_REQUESTS) {
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
