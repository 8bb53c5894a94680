package dev.eddyline.attack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A liveness probe like a supervisor's, with a new connection each time. */
final class HealthProbe implements AutoCloseable {

  private static final int LIMIT_MILLIS = 1_000;
  private static final long BETWEEN_NANOS = 100_000_000;

  private final URI page;
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicLong longestMillis = new AtomicLong();
  private final Thread thread = new Thread(this::probeUntilClosed, "health-watch");
  private volatile boolean ends;

  /** Starts to probe the health page of this address. */
  HealthProbe(String address) {
    page = URI.create(address + "/health/live");
    thread.start();
  }

  private void probeUntilClosed() {
    while (!ends) {
      long start = System.nanoTime();
      if (isLive()) {
        answers.incrementAndGet();
      } else {
        failures.incrementAndGet();
      }
      longestMillis.accumulateAndGet((System.nanoTime() - start) / 1_000_000, Math::max);
      LockSupport.parkNanos(BETWEEN_NANOS);
    }
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

  int answers() {
    return answers.get();
  }

  /** Probes without an answer within a second. */
  int failures() {
    return failures.get();
  }

  long longestMillis() {
    return longestMillis.get();
  }

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
