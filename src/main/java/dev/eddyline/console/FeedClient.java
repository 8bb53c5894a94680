package dev.eddyline.console;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/** A browser that follows the feed: never waited for, and left when it falls behind. */
final class FeedClient implements WriteListener {

  /** Messages that may wait to be written. */
  static final int MOST_PENDING = 256;

  private final Caller caller;
  private final ServletOutputStream out;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final Deque<byte[]> pending = new ArrayDeque<>();
  private boolean writable;
  private boolean unflushed;

  /** A client that is written to through this stream, once it says that it can be. */
  FeedClient(Caller caller, ServletOutputStream out) {
    this.caller = caller;
    this.out = out;
  }

  /** Whose it is. */
  Caller caller() {
    return caller;
  }

  /** Ends when the client does. */
  CompletableFuture<Void> end() {
    return end;
  }

  /** Ends it. */
  void close() {
    end.complete(null);
  }

  /** Begins to write. */
  void start() {
    out.setWriteListener(this);
  }

  /** Sends a message when it can be; ends a client that does not take them. */
  void offer(byte[] message) {
    synchronized (this) {
      if (pending.size() < MOST_PENDING) {
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
