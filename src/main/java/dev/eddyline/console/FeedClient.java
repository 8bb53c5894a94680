package dev.eddyline.console;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A browser on the feed. Writes never block, and a slow client is disconnected. */
final class FeedClient implements WriteListener {

  /** Maximum of queued messages, in addition to the first ones. */
  static final int MAX_PENDING = 256;

  private final Caller caller;
  private final long connectedAt;
  private final ServletOutputStream out;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final Deque<byte[]> pending = new ArrayDeque<>();
  private int maxPending = MAX_PENDING;
  private boolean writable;
  private boolean unflushed;

  /**
   * Creates a client that writes to this stream when it is ready.
   *
   * @param connectedAt when it connected, nanoseconds
   */
  FeedClient(Caller caller, long connectedAt, ServletOutputStream out) {
    this.caller = caller;
    this.connectedAt = connectedAt;
    this.out = out;
  }

  /** The caller of the feed. */
  Caller caller() {
    return caller;
  }

  /** When it connected, nanoseconds. */
  long connectedAt() {
    return connectedAt;
  }

  /** Completes when the client disconnects or is closed. */
  CompletableFuture<Void> closed() {
    return closed;
  }

  /** Closes the feed. */
  void close() {
    closed.complete(null);
  }

  /** Queues the first messages, without a limit. */
  synchronized void enqueueFirst(List<byte[]> first) {
    pending.addAll(first);
    maxPending = MAX_PENDING + first.size();
  }

  /** Starts to write. */
  void start() {
    try {
      out.setWriteListener(this);
    } catch (IllegalStateException ended) {
      closed.completeAsync(() -> null);
    }
  }

  /** Queues a message; closes a client whose queue is full. */
  void send(byte[] message) {
    synchronized (this) {
      if (pending.size() < maxPending) {
        pending.add(message);
        drain();
        return;
      }
    }
    close();
  }

  @Override
  public void onWritePossible() {
    synchronized (this) {
      writable = true;
      drain();
    }
  }

  private void drain() {
    try {
      while (writable && !closed.isDone() && out.isReady() && !pending.isEmpty()) {
        out.write(pending.poll());
        unflushed = true;
      }
      if (writable && !closed.isDone() && unflushed && out.isReady()) {
        unflushed = false;
        out.flush();
      }
    } catch (IOException | IllegalStateException gone) {
      closed.completeAsync(() -> null);
    }
  }

  @Override
  public void onError(Throwable gone) {
    closed.completeAsync(() -> null);
  }
}
