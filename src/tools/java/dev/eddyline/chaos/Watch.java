package dev.eddyline.chaos;

import dev.eddyline.verify.Taken;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Looks at what is committed, several times a second, on a thread of its own. */
final class Watch implements AutoCloseable {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private final Taken taken;
  private final Movement movement;
  private final Thread thread;
  private volatile boolean closed;

  /** Starts to look at so many partitions; the offsets' reader stays the caller's. */
  Watch(Taken taken, int partitions) {
    this.taken = taken;
    movement = new Movement(partitions, System.nanoTime());
    thread = new Thread(this::look, "chaos-watch");
    thread.start();
  }

  private void look() {
    while (!closed) {
      // brokers that do not answer are no movement, which is what is measured
      taken.positions().ifPresent(now -> movement.observe(now, System.nanoTime()));
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }

  /** What was seen. */
  Movement movement() {
    return movement;
  }

  /** Waits until it holds, looking several times a second; false when the time was too short. */
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
      throw new IllegalStateException("interrupted while looking ended", e);
    }
  }
}
