package dev.eddyline.chaos;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Runs a mixed load at a constant rate on its own thread; reaches every partition each second. */
final class SteadyLoad implements AutoCloseable {

  /** Records a second, in addition to those that reach every partition. */
  private static final int RECORDS_PER_SECOND = 50;

  private static final long RECORD_INTERVAL_NANOS =
      Duration.ofSeconds(1).toNanos() / RECORDS_PER_SECOND;

  private final MixedLoad load;
  private final Thread thread;
  private volatile boolean ended;
  private volatile RuntimeException failure;

  /** Starts a load on these inputs. */
  SteadyLoad(InputPublisher inputs, int partitions, long seed) {
    load = new MixedLoad(inputs, partitions, seed);
    thread = new Thread(this::run, "chaos-load");
    thread.start();
  }

  private void run() {
    try {
      long next = System.nanoTime();
      for (int second = 0; !ended; second++) {
        load.sendRecordToEveryPartition("pulse" + second);
        for (int i = 0; i < RECORDS_PER_SECOND && !ended; i++) {
          load.send(1);
          // a delay caused by unavailable brokers is not caught up
          next = Math.max(next + RECORD_INTERVAL_NANOS, System.nanoTime() - RECORD_INTERVAL_NANOS);
          LockSupport.parkNanos(next - System.nanoTime());
        }
      }
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /** The failure that ended the load early, if any. */
  Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Ends the load with a last valid record to every partition. */
  void closeAndSendFinalRecords() {
    close();
    load.sendRecordToEveryPartition("end");
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
