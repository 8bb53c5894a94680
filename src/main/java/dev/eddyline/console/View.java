package dev.eddyline.console;

import dev.eddyline.access.TaskScope;
import dev.eddyline.metrics.Canaries;
import dev.eddyline.outputs.OutputTaker;
import dev.eddyline.schema.LoopVerdict;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** What was published, as far as the console shows it. Safe for use by many threads. */
final class View implements OutputTaker {

  private static final int RETRY_SECONDS = 2;

  /** Is told what is new, on the feed's thread: must not wait. */
  interface Listener {

    /** An output that was not known. */
    void told(Told output);

    /** Whether all that was there at the start is known by now. */
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
    if (record instanceof LoopVerdict verdict && Canaries.isCanary(verdict.getTaskId())) {
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

  /** Whether all that was published when reading began is known. */
  boolean isCaughtUp() {
    return caughtUp;
  }

  /**
   * Refuses what can only be answered by one who knows all that was published.
   *
   * @throws ApiException 503 while it is still being read
   */
  void requireCaughtUp() {
    if (!caughtUp) {
      throw ApiException.away(
          "what was published is still being read here: try again later", RETRY_SECONDS);
    }
  }

  /** Clock time, epoch milliseconds. */
  long now() {
    return clock.millis();
  }

  /** Has it told what is new from now on. */
  void listen(Listener listener) {
    listeners.add(listener);
  }

  /** Looks at what is kept: nothing of it may leave but what does not change. */
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

  /** Changes what is kept beside the outputs. */
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
