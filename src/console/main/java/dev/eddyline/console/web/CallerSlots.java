package dev.eddyline.console.web;

import java.util.HashSet;
import java.util.Set;

/**
 * Limits requests that take long, such as exports of the audit: one of each caller, and few of all.
 * Thread-safe.
 */
public final class CallerSlots {

  private static final int RETRY_SECONDS = 10;

  private final int maxSlots;
  private final String what;
  private final Set<String> callers = new HashSet<>();

  /**
   * Slots of requests.
   *
   * @param maxSlots maximum of open slots
   * @param what a request in an error, such as {@code an export}
   */
  public CallerSlots(int maxSlots, String what) {
    this.maxSlots = maxSlots;
    this.what = what;
  }

  /** The slot of a request; closing it twice has no effect. */
  public final class Slot implements AutoCloseable {

    private final String caller;
    private boolean isClosed;

    private Slot(String caller) {
      this.caller = caller;
    }

    @Override
    public void close() {
      synchronized (callers) {
        if (!isClosed) {
          isClosed = true;
          callers.remove(caller);
        }
      }
    }
  }

  /**
   * Opens a slot of a caller.
   *
   * @throws ApiException 429 where the caller has one already; 503 where there are too many
   */
  public Slot open(String caller) {
    synchronized (callers) {
      if (callers.contains(caller)) {
        throw ApiException.of(429, what + " is running: wait for its end")
            .withRetryAfter(RETRY_SECONDS);
      }
      if (callers.size() >= maxSlots) {
        throw ApiException.serviceUnavailable(
            "too many requests for %s at a time: try again later".formatted(what), RETRY_SECONDS);
      }
      callers.add(caller);
      return new Slot(caller);
    }
  }
}
