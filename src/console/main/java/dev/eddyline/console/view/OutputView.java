package dev.eddyline.console.view;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.engine.CanaryTasks;
import dev.eddyline.outputs.OutputListener;
import dev.eddyline.schema.LoopVerdict;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** The published outputs that the console shows, in memory. Thread-safe. */
public final class OutputView implements OutputListener {

  private static final int RETRY_SECONDS = 2;

  /** Receives new outputs on the feed's thread; must not block. */
  public interface ViewListener {

    /** Receives a new output. */
    default void onOutput(OutputEntry output) {}

    /** Receives the erasure of the output's root task, which the view does not show any more. */
    void onTaskErased(OutputEntry erasure);

    /** Receives whether the view has caught up with its topics. */
    default void onCaughtUpChanged(boolean isCaughtUp) {}
  }

  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final OutputProjection projection = new OutputProjection();
  private final InstantSource clock;
  private final List<ViewListener> listeners = new CopyOnWriteArrayList<>();
  private final PendingReplies replies = new PendingReplies();
  private volatile boolean caughtUp;

  /** An empty view. */
  public OutputView(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public void onOutput(SpecificRecord record, @Nullable String traceId) {
    if (record instanceof LoopVerdict verdict && CanaryTasks.isCanary(verdict.getTaskId())) {
      return;
    }
    OutputEntry output = OutputEntry.of(record, traceId);
    boolean isNew;
    lock.writeLock().lock();
    try {
      isNew = projection.applyOutput(output);
    } finally {
      lock.writeLock().unlock();
    }
    if (ErasedTasks.isErasure(output)) {
      listeners.forEach(listener -> listener.onTaskErased(output));
    }
    if (!isNew) {
      return;
    }
    if (record instanceof LoopVerdict verdict) {
      replies.completeWaitsForVerdict(verdict, output);
    }
    if (caughtUp && !output.isReplyWithoutDetection()) {
      listeners.forEach(listener -> listener.onOutput(output));
    }
  }

  @Override
  public void onCaughtUpChanged(boolean isCaughtUp) {
    if (caughtUp != isCaughtUp) {
      caughtUp = isCaughtUp;
      listeners.forEach(listener -> listener.onCaughtUpChanged(isCaughtUp));
    }
  }

  /** Whether the view has read all outputs that existed at the start. */
  public boolean isCaughtUp() {
    return caughtUp;
  }

  /**
   * Rejects a request that needs all published outputs.
   *
   * @throws ApiException 503 while the view is catching up
   */
  public void requireCaughtUp() {
    if (!caughtUp) {
      throw ApiException.serviceUnavailable(
          "this instance is still reading published outputs: try again later", RETRY_SECONDS);
    }
  }

  /** Clock time, epoch milliseconds. */
  public long now() {
    return clock.millis();
  }

  /** Adds a listener for new outputs. */
  public void addListener(ViewListener listener) {
    listeners.add(listener);
  }

  /** Reads the projection. The result must not reference its mutable parts. */
  public <T> T read(Function<OutputProjection, T> question) {
    lock.readLock().lock();
    try {
      return question.apply(projection);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Whether a scope covers an output. */
  public boolean isCovered(OutputEntry output, TaskScope scope) {
    return scope.isAll() || read(projection -> projection.isCovered(output, scope));
  }

  /** Changes the projection, other than by outputs. */
  public <T> T updateProjection(Function<OutputProjection, T> change) {
    lock.writeLock().lock();
    try {
      return change.apply(projection);
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** The replies to events that callers publish here. */
  public PendingReplies replies() {
    return replies;
  }
}
