package dev.eddyline.console;

import java.util.HashSet;
import java.util.Set;

/**
 * Limits the exports of the audit that run at a time, each of which has a consumer. Thread-safe.
 */
final class AuditExports {

  private static final int MAX_EXPORTS = 4;
  private static final int RETRY_SECONDS = 10;

  private final Set<String> callers = new HashSet<>();

  /** A running export; closing it twice has no effect. */
  final class Slot implements AutoCloseable {

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
   * Begins an export of a caller.
   *
   * @throws ApiException 429 where the caller has one already; 503 where there are too many
   */
  Slot open(String caller) {
    synchronized (callers) {
      if (callers.contains(caller)) {
        throw ApiException.of(429, "an export is running: wait for its end")
            .withRetryAfter(RETRY_SECONDS);
      }
      if (callers.size() >= MAX_EXPORTS) {
        throw ApiException.serviceUnavailable(
            "too many exports at a time: try again later", RETRY_SECONDS);
      }
      callers.add(caller);
      return new Slot(caller);
    }
  }
}
