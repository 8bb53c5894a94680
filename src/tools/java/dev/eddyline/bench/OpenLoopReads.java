package dev.eddyline.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * Reads several routes in turn at a constant rate (open loop). Latency counts from when a request
 * was due, so that a pause counts for all requests that it delays.
 */
final class OpenLoopReads {

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  /** Reads of each route before the timed ones, one at a time, until their code is compiled. */
  private static final int WARM_UP_READS = 100;

  /** Longest warm-up: on a slow machine the load must not end before the reads. */
  private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(20);

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;
  private final double rate;
  private final Map<String, IntFunction<String>> routes;
  private final Map<String, ConcurrentHistogram> latencyHistogramByRoute = new LinkedHashMap<>();
  private final Map<String, AtomicLong> failureCountByRoute = new LinkedHashMap<>();
  private final Phaser pendingRequests = new Phaser(1);

  /**
   * @param address base address of the routes
   * @param rate reads a second, of all routes together
   * @param routes path of each read by route name; its argument is the turn
   */
  OpenLoopReads(String address, double rate, Map<String, IntFunction<String>> routes) {
    this.address = address;
    this.rate = rate;
    this.routes = new LinkedHashMap<>(routes);
    routes
        .keySet()
        .forEach(
            route -> {
              latencyHistogramByRoute.put(route, new ConcurrentHistogram(3));
              failureCountByRoute.put(route, new AtomicLong());
            });
  }

  /** Reads for this long, after a warm-up, and waits for all responses. */
  void run(int seconds) {
    warmUp();
    List<String> names = List.copyOf(routes.keySet());
    long begin = System.nanoTime();
    int reads = (int) Math.ceil(rate * seconds);
    for (int read = 0; read < reads; read++) {
      String route = names.get(read % names.size());
      long dueNanos = begin + (long) (read / rate * 1e9);
      pauseUntil(dueNanos);
      send(route, routes.get(route).apply(read / names.size()), dueNanos);
    }
    try {
      pendingRequests.awaitAdvanceInterruptibly(
          pendingRequests.arrive(), REQUEST_TIMEOUT.toSeconds() * 2, TimeUnit.SECONDS);
    } catch (TimeoutException unanswered) {
      throw new IllegalStateException("the console did not answer all reads", unanswered);
    } catch (InterruptedException unwanted) {
      throw interrupted();
    }
  }

  private void warmUp() {
    long limit = System.nanoTime() + WARM_UP_LIMIT.toNanos();
    try {
      for (int turn = 0; turn < WARM_UP_READS && System.nanoTime() < limit; turn++) {
        for (IntFunction<String> paths : routes.values()) {
          client.send(request(paths.apply(turn)), HttpResponse.BodyHandlers.discarding());
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException unwanted) {
      throw interrupted();
    }
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create(address + path)).timeout(REQUEST_TIMEOUT).build();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback counts failures
  private void send(String route, String path, long dueNanos) {
    pendingRequests.register();
    client
        .sendAsync(request(path), HttpResponse.BodyHandlers.ofByteArray())
        .whenComplete(
            (answer, error) -> {
              if (error != null || answer.statusCode() != 200) {
                failureCountByRoute.get(route).incrementAndGet();
              } else {
                latencyHistogramByRoute
                    .get(route)
                    .recordValue(Math.max(0, System.nanoTime() - dueNanos));
              }
              pendingRequests.arriveAndDeregister();
            });
  }

  private static void pauseUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        throw interrupted();
      }
    }
  }

  private static IllegalStateException interrupted() {
    Thread.currentThread().interrupt();
    return new IllegalStateException("reading was interrupted");
  }

  /** The results by route. */
  List<BenchReport.RouteLatency> routeLatencies() {
    List<BenchReport.RouteLatency> reads = new ArrayList<>();
    latencyHistogramByRoute.forEach(
        (route, histogram) ->
            reads.add(
                BenchReport.RouteLatency.of(
                    route, histogram, failureCountByRoute.get(route).get())));
    return reads;
  }
}
