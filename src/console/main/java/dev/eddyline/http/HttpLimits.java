package dev.eddyline.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Limits of one listener, which apply before authentication. Limits per address use {@link
 * ClientAddress}. Connections of a trusted proxy are not counted by address.
 *
 * @param connections connections in all; further ones wait until one has ended
 * @param maxConnectionsPerAddress connections of one address; further ones are closed
 * @param threads threads that handle requests; none of them waits for a client
 * @param headerBytes longest request line with headers
 * @param firstHeaderTimeout time from a connection's start to its first complete request header
 * @param nextHeaderTimeout time from an answer's end to the next complete request header
 * @param bodyTimeout time from a request's header to the end of its body
 * @param bodyBytesPerSecond least mean rate of a body that takes more than {@link #BODY_GRACE}
 * @param maxBufferedBodyBytes bytes of bodies in memory, of all requests in flight
 * @param maxBufferedBodyBytesPerAddress the same, of one address
 * @param responseTimeout time from a response's first unsent byte until its client has read it
 * @param maxBufferedResponseBytes bytes of unsent responses in memory, of all requests in flight
 */
public record HttpLimits(
    int connections,
    int maxConnectionsPerAddress,
    int threads,
    int headerBytes,
    Duration firstHeaderTimeout,
    Duration nextHeaderTimeout,
    Duration bodyTimeout,
    int bodyBytesPerSecond,
    int maxBufferedBodyBytes,
    int maxBufferedBodyBytesPerAddress,
    Duration responseTimeout,
    int maxBufferedResponseBytes) {

  /** Checks that Jetty's idle timeout, the one for headers, does not preempt a body's deadline. */
  public HttpLimits {
    if (bodyTimeout.compareTo(nextHeaderTimeout) >= 0) {
      throw new IllegalArgumentException("a body's deadline must be before the next header's");
    }
  }

  /** Time in which a body may arrive at any rate. */
  static final Duration BODY_GRACE = Duration.ofSeconds(3);

  /** Time between two checks whether a body or a response is late. */
  static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

  private static final int KB = 1_024;
  private static final int MB = 1_024 * KB;

  /**
   * The listener of the console and the API. An id of 10 KB, percent-encoded, is three times that.
   */
  public static final HttpLimits CONSOLE =
      new HttpLimits(
          1_024,
          256,
          64,
          64 * KB,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(10),
          KB,
          16 * MB,
          2 * MB,
          Duration.ofSeconds(30),
          64 * MB);

  /** The listener of OTLP: fewer and longer bodies, from long-lived connections. */
  public static final HttpLimits TELEMETRY =
      new HttpLimits(
          1_024,
          512,
          32,
          16 * KB,
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          KB,
          64 * MB,
          48 * MB,
          Duration.ofSeconds(30),
          16 * MB);

  /** The listener of probes and scrapers. */
  public static final HttpLimits HEALTH =
      new HttpLimits(
          128,
          64,
          8,
          8 * KB,
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          KB,
          64 * KB,
          64 * KB,
          Duration.ofSeconds(10),
          16 * MB);

  /** Whether a body that has this many bytes after this time is overdue or too slow. */
  boolean isBodyLate(long nanos, long bytes) {
    long least = TimeUnit.NANOSECONDS.toMillis(nanos) * bodyBytesPerSecond / 1_000;
    return nanos > bodyTimeout.toNanos() || nanos > BODY_GRACE.toNanos() && bytes < least;
  }
}
