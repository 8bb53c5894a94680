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
  static final int MOST_PENDING = 256;

  private final Caller caller;
  private final long since;
  private final ServletOutputStream out;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final Deque<byte[]> pending = new ArrayDeque<>();
  private int mostPending = MOST_PENDING;
  private boolean writable;
  private boolean unflushed;

  /**
   * Creates a client that writes to this stream when it is ready.
   *
   * @param since when it connected, nanoseconds
   */
  FeedClient(Caller caller, long since, ServletOutputStream out) {
    this.caller = caller;
    this.since = since;
    this.out = out;
  }

  /** The caller of the feed. */
  Caller caller() {
    return caller;
  }

  /** When it connected, nanoseconds. */
  long since() {
    return since;
  }

  /** Completes when the client disconnects or is closed. */
  CompletableFuture<Void> end() {
    return end;
  }

  /** Closes the feed. */
  void close() {
    end.complete(null);
  }

  /** Queues the first messages, without a limit. */
  synchronized void begin(List<byte[]> first) {
    pending.addAll(first);
    mostPending = MOST_PENDING + first.size();
  }

  /** Starts to write. */
  void start() {
    try {
      out.setWriteListener(this);
    } catch (IllegalStateException ended) {
      end.completeAsync(() -> null);
    }
  }

  /** Queues a message; closes a client whose queue is full. */
  void offer(byte[] message) {
    synchronized (this) {
      if (pending.size() < mostPending) {
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
      while (writable && !end.isDone() && out.isReady() && !pending.isEmpty()) {
        out.write(pending.poll());
        unflushed = true;
      }
      if (writable && !end.isDone() && unflushed && out.isReady()) {
        unflushed = false;
        out.flush();
      }
    } catch (IOException | IllegalStateException gone) {
      end.completeAsync(() -> null);
    }
  }

  @Override
  public void onError(Throwable gone) {
    end.completeAsync(() -> null);
  }
}
