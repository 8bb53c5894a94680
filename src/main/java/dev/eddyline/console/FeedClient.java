package dev.eddyline.console;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A browser that follows the feed: never waited for, and left when it falls behind. */
final class FeedClient implements WriteListener {

  /** Messages that may wait to be written, beside those that it is sent first. */
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
   * A client that is written to through this stream, once it says that it can be.
   *
   * @param since when it came, nanoseconds
   */
  FeedClient(Caller caller, long since, ServletOutputStream out) {
    this.caller = caller;
    this.since = since;
    this.out = out;
  }

  /** Whose it is. */
  Caller caller() {
    return caller;
  }

  /** When it came, nanoseconds. */
  long since() {
    return since;
  }

  /** Ends when the client does. */
  CompletableFuture<Void> end() {
    return end;
  }

  /** Ends it. */
  void close() {
    end.complete(null);
  }

  /** Gives it what it is sent first, however much. */
  synchronized void begin(List<byte[]> first) {
    pending.addAll(first);
    mostPending = MOST_PENDING + first.size();
  }

  /** Begins to write. */
  void start() {
    try {
      out.setWriteListener(this);
    } catch (IllegalStateException ended) {
      end.completeAsync(() -> null);
    }
  }

  /** Sends a message when it can be; ends a client that does not take them. */
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
