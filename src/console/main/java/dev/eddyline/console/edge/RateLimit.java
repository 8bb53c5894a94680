package dev.eddyline.console.edge;

import dev.eddyline.console.web.ApiException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Limits the rate of requests, events and bytes by key, with a token bucket per key. */
public final class RateLimit {

  private static final int MAX_BUCKETS = 10_000;

  private final LongSupplier nanos;
  private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

  private record Bucket(double tokens, long at) {}

  /**
   * A rate.
   *
   * @param burst capacity of the bucket
   * @param perSecond tokens that are added per second
   */
  public record Rate(double burst, double perSecond) {

    /** Writes of one caller. */
    static final Rate WRITES = new Rate(100, 20);

    /** Requests with events of one caller: many agents may share an address. */
    static final Rate EVENTS = new Rate(200, 50);

    /** Bodies of OTLP of one caller: a Collector sends those of many processes. */
    static final Rate TELEMETRY = new Rate(2_000, 500);

    /**
     * Events that one caller publishes. Two processors process about three times as many while they
     * serve HTTP, so that the events of other callers are processed in time. A request fits in the
     * burst.
     */
    public static final Rate PUBLISHED_EVENTS = new Rate(4_000, 1_000);

    /** Bytes of requests with events of one caller. */
    static final Rate EVENT_BYTES = new Rate(16_000_000, 4_000_000);

    /** Reads of one caller: more than any page needs. */
    static final Rate READS = new Rate(2_000, 100);

    /** Wrong tokens from one address. */
    static final Rate WRONG_ACCESS_TOKENS = new Rate(100, 20);

    /** A rate per minute. */
    static Rate perMinute(int times) {
      return new Rate(times, times / 60.0);
    }
  }

  /** Creates limits with a clock, nanoseconds. */
  public RateLimit(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Takes a token from the bucket of a key.
   *
   * @throws ApiException 429 with this text, where the bucket is empty
   */
  void acquireTokenOrThrow(String key, Rate rate, String tooMany) {
    acquireTokensOrThrow(key, rate, 1, tooMany);
  }

  /**
   * Takes some tokens from the bucket of a key, or none.
   *
   * @throws ApiException 429 with this text, where the bucket has fewer
   */
  public void acquireTokensOrThrow(String key, Rate rate, int count, String tooMany) {
    if (!tryAcquireTokens(key, rate, count)) {
      throw tooManyRequests(key, rate, count, tooMany);
    }
  }

  /**
   * Checks that the bucket of a key is not empty, without taking a token.
   *
   * @throws ApiException 429 with this text, where it is empty
   */
  void requireTokenAvailable(String key, Rate rate, String tooMany) {
    if (tokensLeft(key, rate) < 1) {
      throw tooManyRequests(key, rate, 1, tooMany);
    }
  }

  private ApiException tooManyRequests(String key, Rate rate, int count, String tooMany) {
    int seconds = (int) Math.ceil((count - tokensLeft(key, rate)) / rate.perSecond());
    return ApiException.of(429, tooMany).withRetryAfter(Math.max(1, seconds));
  }

  private synchronized boolean tryAcquireTokens(String key, Rate rate, int count) {
    double left = tokensLeft(key, rate);
    boolean taken = left >= count;
    buckets.put(key, new Bucket(taken ? left - count : left, nanos.getAsLong()));
    if (buckets.size() > MAX_BUCKETS) {
      buckets.remove(buckets.keySet().iterator().next());
    }
    return taken;
  }

  private synchronized double tokensLeft(String key, Rate rate) {
    long now = nanos.getAsLong();
    Bucket before = buckets.getOrDefault(key, new Bucket(rate.burst(), now));
    return Math.min(rate.burst(), before.tokens() + (now - before.at()) / 1e9 * rate.perSecond());
  }

  /** The number of buckets. */
  synchronized int keys() {
    return buckets.size();
  }
}
