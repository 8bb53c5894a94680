package dev.eddyline.attack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Liveness probes like a supervisor's, each with a new connection. */
final class HealthProbe implements AutoCloseable {

  /** Ends a probe that is never answered. */
  private static final int LIMIT_MILLIS = 60_000;

  private static final long BETWEEN_NANOS = 100_000_000;

  private final URI page;
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final Thread thread = new Thread(this::probeUntilClosed, "health-probe");
  private volatile boolean ends;

  /** Starts to probe this address; probes at least once. */
  HealthProbe(String address) {
    page = URI.create(address + "/health/live");
    thread.start();
  }

  private void probeUntilClosed() {
    do {
      if (isLive()) {
        answers.incrementAndGet();
      } else {
        failures.incrementAndGet();
      }
      LockSupport.parkNanos(BETWEEN_NANOS);
    } while (!ends);
  }

  private boolean isLive() {
    HttpURLConnection connection = null;
    try {
      connection = (HttpURLConnection) page.toURL().openConnection();
      connection.setConnectTimeout(LIMIT_MILLIS);
      connection.setReadTimeout(LIMIT_MILLIS);
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException notLive) {
      return false;
    } finally {
      if (connection != null) {
        connection.disconnect();
      }
    }
  }

  /** Probes with an answer. */
  int answers() {
    return answers.get();
  }

  /** Probes without an answer, and those that were answered that the process is not live. */
  int failures() {
    return failures.get();
  }

  /** Waits for the last probe. */
  @Override
  public void close() {
    ends = true;
    try {
      thread.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
