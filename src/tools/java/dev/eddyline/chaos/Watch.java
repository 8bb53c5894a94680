package dev.eddyline.chaos;

import dev.eddyline.verify.Taken;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polls committed offsets several times a second on its own thread. */
final class Watch implements AutoCloseable {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private final Taken taken;
  private final Movement movement;
  private final Thread thread;
  private volatile boolean closed;

  /** Starts to poll this many partitions; the caller closes the offset reader. */
  Watch(Taken taken, int partitions) {
    this.taken = taken;
    movement = new Movement(partitions, System.nanoTime());
    thread = new Thread(this::look, "chaos-watch");
    thread.start();
  }

  private void look() {
    while (!closed) {
      // unavailable brokers count as a stall
      taken.positions().ifPresent(now -> movement.observe(now, System.nanoTime()));
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }

  /** The observed progress. */
  Movement movement() {
    return movement;
  }

  /** Waits for a condition by polling several times a second; false after the limit. */
  static boolean await(Duration limit, BooleanSupplier holds) {
    long end = System.nanoTime() + limit.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
    return true;
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the watcher ended", e);
    }
  }
}
