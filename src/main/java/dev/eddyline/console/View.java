package dev.eddyline.console;

import dev.eddyline.access.TaskScope;
import dev.eddyline.metrics.CanaryTasks;
import dev.eddyline.outputs.OutputTaker;
import dev.eddyline.schema.LoopVerdict;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** The published outputs that the console shows, in memory. Thread-safe. */
final class View implements OutputTaker {

  private static final int RETRY_SECONDS = 2;

  /** Receives new outputs on the feed's thread; must not block. */
  interface Listener {

    /** Receives a new output. */
    void told(Told output);

    /** Receives whether the view has caught up with its topics. */
    void caughtUp(boolean now);
  }

  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final Kept kept = new Kept();
  private final InstantSource clock;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final Replies replies = new Replies();
  private volatile boolean caughtUp;

  View(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public void take(SpecificRecord record) {
    if (record instanceof LoopVerdict verdict && CanaryTasks.isCanary(verdict.getTaskId())) {
      return;
    }
    Told output = Told.of(record);
    boolean isNew;
    lock.writeLock().lock();
    try {
      isNew = kept.take(output);
    } finally {
      lock.writeLock().unlock();
    }
    if (!isNew) {
      return;
    }
    if (record instanceof LoopVerdict verdict) {
      replies.take(verdict, output);
    }
    if (caughtUp && !output.isPlainAnswer()) {
      listeners.forEach(listener -> listener.told(output));
    }
  }

  @Override
  public void caughtUp(boolean now) {
    if (caughtUp != now) {
      caughtUp = now;
      listeners.forEach(listener -> listener.caughtUp(now));
    }
  }

  /** Whether the view has read all outputs that existed at the start. */
  boolean isCaughtUp() {
    return caughtUp;
  }

  /**
   * Rejects a request that needs all published outputs.
   *
   * @throws ApiException 503 while the view is catching up
   */
  void requireCaughtUp() {
    if (!caughtUp) {
      throw ApiException.away(
          "this instance is still reading published outputs: try again later", RETRY_SECONDS);
    }
  }

  /** Clock time, epoch milliseconds. */
  long now() {
    return clock.millis();
  }

  /** Adds a listener for new outputs. */
  void listen(Listener listener) {
    listeners.add(listener);
  }

  /** Reads the projection. The result must not reference its mutable parts. */
  <T> T read(Function<Kept, T> question) {
    lock.readLock().lock();
    try {
      return question.apply(kept);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Whether a scope covers an output. */
  boolean isCovered(Told output, TaskScope scope) {
    return scope.isAll() || read(kept -> kept.isCovered(output, scope));
  }

  /** Changes the projection, other than by outputs. */
  <T> T change(Function<Kept, T> change) {
    lock.writeLock().lock();
    try {
      return change.apply(kept);
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** The replies to events that callers publish here. */
  Replies replies() {
    return replies;
  }
}
