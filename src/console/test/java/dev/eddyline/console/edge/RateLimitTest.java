package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.console.edge.RateLimit.Rate;
import dev.eddyline.console.web.ApiException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Rate limits of callers. */
class RateLimitTest {

  private final AtomicLong nanos = new AtomicLong();
  private final RateLimit limit = new RateLimit(nanos::get);

  private boolean isRequestAllowed(String key, Rate rate) {
    try {
      limit.acquireTokenOrThrow(key, rate, "wait");
      return true;
    } catch (ApiException tooMany) {
      assertThat(tooMany.status()).isEqualTo(429);
      return false;
    }
  }

  @Test
  void limitsWritesPerCaller() {
    // Given
    for (int write = 0; write < Rate.WRITES.burst(); write++) {
      isRequestAllowed("one", Rate.WRITES);
    }

    // When
    boolean more = isRequestAllowed("one", Rate.WRITES);
    boolean other = isRequestAllowed("other", Rate.WRITES);
    nanos.addAndGet(50_000_000);
    boolean later = isRequestAllowed("one", Rate.WRITES);

    // Then
    assertThat(more).isFalse();
    assertThat(other).isTrue();
    assertThat(later).isTrue();
    assertThat(isRequestAllowed("one", Rate.WRITES)).isFalse();
  }

  @Test
  void perMinuteRateRefillsContinuously() {
    // Given
    Rate twoAMinute = Rate.perMinute(2);
    isRequestAllowed("q", twoAMinute);
    isRequestAllowed("q", twoAMinute);

    // Then
    assertThatThrownBy(() -> limit.acquireTokenOrThrow("q", twoAMinute, "wait"))
        .isInstanceOfSatisfying(
            ApiException.class, refused -> assertThat(refused.retryAfter()).contains(30));
  }

  @Test
  void rateLimitEvictsBucketsBeyondMaxKeys() {
    // When
    for (int caller = 0; caller < 20_000; caller++) {
      isRequestAllowed("caller " + caller, Rate.WRITES);
    }

    // Then
    assertThat(limit.keys()).isEqualTo(10_000);
  }
}
