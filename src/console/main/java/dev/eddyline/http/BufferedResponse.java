package dev.eddyline.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A response that is written without blocking. Bytes that the client has not read yet are buffered
 * for a limited time. Event streams and exports are passed through, as their writers never block.
 */
final class BufferedResponse extends Response.Wrapper {

  private static final Set<String> STREAMS =
      Set.of("text/event-stream", "text/csv", "application/x-ndjson");

  private final Duration clientReadTimeout;
  private final ClientByteBudget responseByteBudget;
  private final Callback completionCallback;
  private final LongSupplier nanos;
  private final PartSender sender = new PartSender();
  private final Queue<ResponsePart> parts = new ArrayDeque<>();
  private final AtomicBoolean isEnded = new AtomicBoolean();
  private boolean isLastWritten;
  private boolean isComplete;
  private Throwable failure;
  private long deadlineNanos;

  /** The next check of the deadline; null without a deadline. */
  private Scheduler.Task deadlineCheck;

  private record ResponsePart(boolean last, ByteBuffer bytes) {}

  /** Wraps a response; the callback completes when all bytes are sent. */
  BufferedResponse(
      Duration clientReadTimeout,
      ClientByteBudget responseByteBudget,
      Request request,
      Response response,
      Callback completionCallback,
      LongSupplier nanos) {
    super(request, response);
    this.clientReadTimeout = clientReadTimeout;
    this.responseByteBudget = responseByteBudget;
    this.completionCallback = completionCallback;
    this.nanos = nanos;
  }

  /** The callback for the handler of the request. */
  Callback completion() {
    return Callback.from(this::complete, this::fail);
  }

  @Override
  public boolean hasLastWrite() {
    synchronized (parts) {
      return isLastWritten || super.hasLastWrite();
    }
  }

  @Override
  public void write(boolean last, ByteBuffer content, Callback written) {
    String type = getHeaders().get(HttpHeader.CONTENT_TYPE);
    if (type != null && STREAMS.contains(type.split(";", 2)[0])) {
      super.write(last, content, written);
      return;
    }
    Throwable refused = enqueuePart(last, content);
    if (refused != null) {
      written.failed(refused);
      return;
    }
    sender.iterate();
    startReadDeadline();
    written.succeeded();
  }

  /** Queues a copy, as the writer reuses its buffer. */
  private Throwable enqueuePart(boolean last, ByteBuffer content) {
    int size = content == null ? 0 : content.remaining();
    synchronized (parts) {
      if (failure != null) {
        return new EofException(failure);
      }
      if (!responseByteBudget.tryReserve(size)) {
        failure = new EofException("too many answers wait for their clients");
        return failure;
      }
      ByteBuffer copy = ByteBuffer.allocate(size);
      if (size > 0) {
        copy.put(content).flip();
      }
      parts.add(new ResponsePart(last, copy));
      isLastWritten |= last;
    }
    return null;
  }

  private void startReadDeadline() {
    synchronized (parts) {
      if (sender.isSending() && deadlineCheck == null && failure == null) {
        deadlineNanos = nanos.getAsLong() + clientReadTimeout.toNanos();
        deadlineCheck = scheduleDeadlineCheck();
      }
    }
  }

  private Scheduler.Task scheduleDeadlineCheck() {
    return getRequest()
        .getComponents()
        .getScheduler()
        .schedule(
            this::closeConnectionIfOverdue,
            HttpLimits.CHECK_INTERVAL.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private void closeConnectionIfOverdue() {
    synchronized (parts) {
      if (deadlineCheck == null) {
        return;
      }
      if (nanos.getAsLong() - deadlineNanos <= 0) {
        deadlineCheck = scheduleDeadlineCheck();
        return;
      }
    }
    getRequest()
        .getConnectionMetaData()
        .getConnection()
        .getEndPoint()
        .close(new TimeoutException("the answer was not read in time"));
  }

  private void complete() {
    Throwable failed;
    synchronized (parts) {
      isComplete = true;
      failed = failure;
    }
    if (failed == null) {
      sender.iterate();
    } else {
      fail(failed);
    }
  }

  private void fail(Throwable cause) {
    discard(cause);
    if (isEnded.compareAndSet(false, true)) {
      completionCallback.failed(cause);
    }
  }

  private void discard(Throwable cause) {
    synchronized (parts) {
      failure = failure == null ? cause : failure;
      parts.forEach(part -> responseByteBudget.release(part.bytes().capacity()));
      parts.clear();
      endDeadline();
    }
  }

  private void endDeadline() {
    synchronized (parts) {
      if (deadlineCheck != null) {
        deadlineCheck.cancel();
        deadlineCheck = null;
      }
    }
  }

  /** Sends the parts one after the other. */
  private final class PartSender extends IteratingCallback {

    private ResponsePart sending;

    boolean isSending() {
      return sending != null || !parts.isEmpty();
    }

    @Override
    protected Action process() {
      ResponsePart part;
      synchronized (parts) {
        release();
        sending = parts.poll();
        part = sending;
        if (part == null) {
          return isComplete ? Action.SUCCEEDED : Action.IDLE;
        }
      }
      BufferedResponse.super.write(part.last(), part.bytes(), this);
      return Action.SCHEDULED;
    }

    private void release() {
      if (sending != null) {
        responseByteBudget.release(sending.bytes().capacity());
        sending = null;
      }
    }

    @Override
    protected void onCompleteSuccess() {
      endDeadline();
      if (isEnded.compareAndSet(false, true)) {
        completionCallback.succeeded();
      }
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
      boolean isEnd;
      synchronized (parts) {
        release();
        isEnd = isComplete;
      }
      discard(cause);
      if (isEnd) {
        fail(cause);
      }
    }
  }
}
