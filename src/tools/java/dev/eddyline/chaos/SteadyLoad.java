package dev.eddyline.chaos;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A mixed load at a steady rate that reaches every partition each second, on its own thread. */
final class SteadyLoad implements AutoCloseable {

  /** Records a second, those that reach every partition aside. */
  private static final int RATE = 50;

  private static final long INTERVAL = Duration.ofSeconds(1).toNanos() / RATE;

  private final MixedLoad load;
  private final Thread thread;
  private volatile boolean ended;
  private volatile RuntimeException failure;

  /** Starts to load these inputs. */
  SteadyLoad(Inputs inputs, int partitions, long seed) {
    load = new MixedLoad(inputs, partitions, seed);
    thread = new Thread(this::run, "chaos-load");
    thread.start();
  }

  private void run() {
    try {
      long next = System.nanoTime();
      for (int second = 0; !ended; second++) {
        load.everyPartition("pulse" + second);
        for (int i = 0; i < RATE && !ended; i++) {
          load.send(1);
          // what was late because brokers were away is not caught up with
          next = Math.max(next + INTERVAL, System.nanoTime() - INTERVAL);
          LockSupport.parkNanos(next - System.nanoTime());
        }
      }
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /** What ended it before its time, if anything did. */
  Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Ends it, with a last good record to every partition. */
  void end() {
    close();
    load.everyPartition("end");
  }

  @Override
  public void close() {
    ended = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the load ended", e);
    }
  }
}
