package dev.eddyline.console.pages;

import dev.eddyline.console.edge.Caller;
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
  static final int MAX_PENDING_MESSAGES = 256;

  private final Caller caller;
  private final long connectedAtNanos;
  private final ServletOutputStream out;
  private final CompletableFuture<Void> closedFuture = new CompletableFuture<>();
  private final Deque<byte[]> pending = new ArrayDeque<>();
  private int maxPendingMessages = MAX_PENDING_MESSAGES;
  private boolean writable;
  private boolean unflushed;

  /**
   * Creates a client that writes to this stream when it is ready.
   *
   * @param connectedAtNanos when it connected, nanoseconds
   */
  FeedClient(Caller caller, long connectedAtNanos, ServletOutputStream out) {
    this.caller = caller;
    this.connectedAtNanos = connectedAtNanos;
    this.out = out;
  }

  /** The caller of the feed. */
  Caller caller() {
    return caller;
  }

  /** When it connected, nanoseconds. */
  long connectedAtNanos() {
    return connectedAtNanos;
  }

  /** Completes when the client disconnects or is closed. */
  CompletableFuture<Void> closedFuture() {
    return closedFuture;
  }

  /** Closes the feed. */
  void close() {
    closedFuture.complete(null);
  }

  /** Queues the first messages, without a limit. */
  synchronized void enqueueInitialMessages(List<byte[]> first) {
    pending.addAll(first);
    maxPendingMessages = MAX_PENDING_MESSAGES + first.size();
  }

  /** Starts to write. */
  void start() {
    try {
      out.setWriteListener(this);
    } catch (IllegalStateException ended) {
      closedFuture.completeAsync(() -> null);
    }
  }

  /** Queues a message; closes a client whose queue is full. */
  void enqueueOrClose(byte[] message) {
    synchronized (this) {
      if (pending.size() < maxPendingMessages) {
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
      while (writable && !closedFuture.isDone() && out.isReady() && !pending.isEmpty()) {
        out.write(pending.poll());
        unflushed = true;
      }
      if (writable && !closedFuture.isDone() && unflushed && out.isReady()) {
        unflushed = false;
        out.flush();
      }
    } catch (IOException | IllegalStateException gone) {
      closedFuture.completeAsync(() -> null);
    }
  }

  @Override
  public void onError(Throwable gone) {
    closedFuture.completeAsync(() -> null);
  }
}
