package dev.eddyline.http;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Reads a request's body without blocking, and rejects it as soon as it exceeds a limit. */
final class RequestBodyReader {

  /** Bytes that are reserved for the beginning of a body. */
  static final int FIRST_BYTES = 4_096;

  /**
   * Multiple of the limit that is drained from a rejected body, so that the sender of a slightly
   * too long body can read the response.
   */
  private static final long MAX_DRAINED_BYTES_FACTOR = 2;

  private final BodyLimits bounds;
  private final Request.Handler next;
  private final Request request;
  private final Response response;
  private final Callback callback;
  private final LongSupplier nanos;
  private final long start;
  private byte[] bytes = {};
  private int length;
  private long drained;
  private ReadState state = ReadState.ARRIVING;

  /** The limits of one body. */
  record BodyLimits(
      int maxBodyBytes,
      HttpLimits limits,
      ByteBudget budget,
      String client,
      HeaderCheck headerCheck) {}

  private enum ReadState {
    /** Its bytes are stored. */
    ARRIVING,
    /** The rest of its bytes is discarded. */
    DRAINING,
    /** It was passed on or rejected. */
    ENDED
  }

  RequestBodyReader(
      BodyLimits bounds,
      Request.Handler next,
      Request request,
      Response response,
      Callback callback,
      LongSupplier nanos) {
    this.bounds = bounds;
    this.next = next;
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.nanos = nanos;
    start = nanos.getAsLong();
    Request.addCompletionListener(request, failure -> release());
  }

  /** Reads the available bytes, and the rest when they arrive. */
  void begin() {
    if (request.getLength() > bounds.maxBodyBytes()) {
      refuse(tooLong());
      return;
    }
    if (mayBeLong()) {
      Optional<ErrorResponse> refusal = bounds.headerCheck().refuse(request);
      if (refusal.isPresent()) {
        refuse(refusal.get());
        return;
      }
    }
    read(false);
    scheduleLatenessCheck();
  }

  private boolean mayBeLong() {
    boolean isShort = request.getLength() >= 0 && request.getLength() <= FIRST_BYTES;
    return !isShort && bounds.maxBodyBytes() > FIRST_BYTES;
  }

  private void read(boolean isAsync) {
    Runnable action = readAvailable(isAsync);
    // outside the lock: this may handle the whole request
    action.run();
  }

  /** Reads without blocking, and returns the next action. */
  private synchronized Runnable readAvailable(boolean isAsync) {
    while (state == ReadState.ARRIVING) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(() -> read(true));
        return () -> {};
      }
      if (Content.Chunk.isFailure(chunk)) {
        state = ReadState.ENDED;
        return () -> callback.failed(chunk.getFailure());
      }
      ErrorResponse refusal = appendOrError(chunk.getByteBuffer());
      chunk.release();
      if (refusal != null) {
        return () -> refuse(refusal);
      }
      if (chunk.isLast()) {
        state = ReadState.ENDED;
        // the demand callback must not take long
        return isAsync ? () -> request.getContext().execute(this::passOn) : this::passOn;
      }
    }
    return () -> {};
  }

  private ErrorResponse appendOrError(ByteBuffer content) {
    int more = content.remaining();
    if (length + more > bounds.maxBodyBytes()) {
      return tooLong();
    }
    if (length + more > bytes.length) {
      int size =
          Math.max(length + more, Math.min(bounds.maxBodyBytes(), 2 * bytes.length + FIRST_BYTES));
      if (!bounds.budget().tryReserve(bounds.client(), size - bytes.length)) {
        return new ErrorResponse(
            HttpStatus.SERVICE_UNAVAILABLE_503,
            "too many requests with large bodies at a time: try again in a second",
            1);
      }
      bytes = Arrays.copyOf(bytes, size);
    }
    content.get(bytes, length, more);
    length += more;
    return null;
  }

  private ErrorResponse tooLong() {
    if (bounds.maxBodyBytes() == 0) {
      return new ErrorResponse(HttpStatus.NOT_FOUND_404, "no such path takes a body", 0);
    }
    String error = "the body must have ≤ " + bounds.maxBodyBytes() + " bytes";
    return new ErrorResponse(HttpStatus.PAYLOAD_TOO_LARGE_413, error, 0);
  }

  private void passOn() {
    try {
      request.setAttribute(HttpListener.BODY_BYTES, length);
      Request whole = new BufferedRequest(request, ByteBuffer.wrap(bytes, 0, length));
      if (!next.handle(whole, response, callback)) {
        Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
      }
    } catch (Exception failed) {
      Response.writeError(request, response, callback, failed);
    }
  }

  private void scheduleLatenessCheck() {
    synchronized (this) {
      if (state == ReadState.ENDED) {
        return;
      }
    }
    request
        .getComponents()
        .getScheduler()
        .schedule(this::endBodyIfLate, HttpLimits.CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends a body that is overdue or too slow. */
  private void endBodyIfLate() {
    ReadState ended;
    synchronized (this) {
      ended = state;
      if (state == ReadState.ENDED || !isLate()) {
        ended = null;
      } else {
        state = ReadState.ENDED;
      }
    }
    if (ended == ReadState.ARRIVING) {
      String error =
          "the body must arrive within %d seconds, at ≥ %d bytes a second"
              .formatted(
                  bounds.limits().bodyTimeout().toSeconds(), bounds.limits().bodyBytesPerSecond());
      new ErrorResponse(HttpStatus.REQUEST_TIMEOUT_408, error, 0).reject(response, callback);
    } else if (ended == ReadState.DRAINING) {
      callback.succeeded();
    } else {
      scheduleLatenessCheck();
    }
  }

  private boolean isLate() {
    return bounds.limits().isBodyLate(nanos.getAsLong() - start, length + drained);
  }

  private void refuse(ErrorResponse refusal) {
    synchronized (this) {
      if (state == ReadState.ENDED) {
        return;
      }
      state = ReadState.DRAINING;
      length = 0;
    }
    release();
    refusal.reject(response, Callback.from(this::drain, this::end));
    scheduleLatenessCheck();
  }

  private synchronized void release() {
    bounds.budget().release(bounds.client(), bytes.length);
    bytes = new byte[0];
  }

  /** Drains the body after the response, as a sender may read it only then. */
  private void drain() {
    boolean ended = expectsContinue() || drainAvailable();
    if (ended && end()) {
      callback.succeeded();
    }
  }

  /** Whether the client waits for 100 Continue, and so sends nothing more. */
  private boolean expectsContinue() {
    HttpField expected = request.getHeaders().getField(HttpHeader.EXPECT);
    return expected != null && expected.contains(HttpHeaderValue.CONTINUE.asString());
  }

  private synchronized boolean drainAvailable() {
    while (state == ReadState.DRAINING) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this::drain);
        return false;
      }
      drained += chunk.remaining();
      chunk.release();
      if (chunk.isLast()
          || Content.Chunk.isFailure(chunk)
          || drained > MAX_DRAINED_BYTES_FACTOR * bounds.maxBodyBytes()) {
        return true;
      }
    }
    return false;
  }

  private void end(Throwable failure) {
    if (end()) {
      callback.failed(failure);
    }
  }

  private synchronized boolean end() {
    boolean ends = state != ReadState.ENDED;
    state = ReadState.ENDED;
    return ends;
  }
}
