package dev.eddyline.chaos;

import dev.eddyline.verify.CommittedOffsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polls committed offsets several times a second on its own thread. */
final class OffsetWatcher implements AutoCloseable {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

  private final CommittedOffsets committedOffsets;
  private final PartitionProgress partitionProgress;
  private final Thread thread;
  private volatile boolean closed;

  /** Starts to poll this many partitions; the caller closes the offset reader. */
  OffsetWatcher(CommittedOffsets offsets, int partitions) {
    this.committedOffsets = offsets;
    partitionProgress = new PartitionProgress(partitions, System.nanoTime());
    thread = new Thread(this::pollOffsetsUntilClosed, "chaos-watch");
    thread.start();
  }

  private void pollOffsetsUntilClosed() {
    while (!closed) {
      // unavailable brokers count as a stall
      committedOffsets
          .positions()
          .ifPresent(positions -> partitionProgress.observe(positions, System.nanoTime()));
      LockSupport.parkNanos(POLL_INTERVAL.toNanos());
    }
  }

  /** The observed progress. */
  PartitionProgress partitionProgress() {
    return partitionProgress;
  }

  /** Waits for a condition by polling several times a second; false after the limit. */
  static boolean await(Duration limit, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(POLL_INTERVAL.toNanos());
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
