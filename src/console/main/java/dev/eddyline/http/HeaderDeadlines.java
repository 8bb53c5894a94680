package dev.eddyline.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Closes connections on which no complete request header arrives in time. Jetty's own idle timeout
 * restarts with each byte; this one does not.
 */
final class HeaderDeadlines extends Handler.Wrapper implements Connection.Listener {

  private static final long SWEEP_MILLIS = 500;

  private final HttpLimits limits;
  private final LongSupplier nanos;

  /** Header deadline of each waiting connection, nanoseconds. */
  private final Map<Connection, Long> deadlines = new ConcurrentHashMap<>();

  HeaderDeadlines(HttpLimits limits, LongSupplier nanos) {
    this.limits = limits;
    this.nanos = nanos;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    scheduleDeadlineSweep();
  }

  private void scheduleDeadlineSweep() {
    getServer()
        .getScheduler()
        .schedule(this::sweepAndScheduleNextSweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void sweepAndScheduleNextSweep() {
    closeOverdueConnections();
    if (isRunning() || isStarting()) {
      scheduleDeadlineSweep();
    }
  }

  /** Closes the connections whose deadline has passed. */
  void closeOverdueConnections() {
    long now = nanos.getAsLong();
    deadlines.forEach(
        (connection, deadline) -> {
          if (now - deadline > 0 && deadlines.remove(connection, deadline)) {
            getServer().getThreadPool().execute(() -> close(connection));
          }
        });
  }

  private static void close(Connection connection) {
    connection.getEndPoint().close(new TimeoutException("no request header in time"));
  }

  /** Ignores TLS connections, which Jetty reports in addition to their HTTP connection. */
  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof ConnectionMetaData) {
      deadlines.put(connection, nanos.getAsLong() + limits.firstHeaderTimeout().toNanos());
    }
  }

  @Override
  public void onClosed(Connection connection) {
    deadlines.remove(connection);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Connection connection = request.getConnectionMetaData().getConnection();
    deadlines.remove(connection);
    Request.addCompletionListener(request, failure -> startHeaderDeadline(connection));
    return super.handle(request, response, callback);
  }

  private void startHeaderDeadline(Connection connection) {
    if (connection.getEndPoint().isOpen()) {
      // after the last response only the client's close is awaited
      boolean isLast = connection.getEndPoint().isOutputShutdown();
      Duration limit = isLast ? limits.firstHeaderTimeout() : limits.nextHeaderTimeout();
      deadlines.put(connection, nanos.getAsLong() + limit.toNanos());
    }
  }

  /** The number of connections that wait for a header. */
  int waitingConnectionCount() {
    return deadlines.size();
  }
}
